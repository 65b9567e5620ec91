program NoSemicolon;
begin
  writeln(1)
  writeln(2);
end.
