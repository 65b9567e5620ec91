{ The value of a stretch is the least number that no split of it has. }
program Splitting;
var
  length: array[1..3] of longint;
  value: array[0..1000] of longint;
  seen: array[0..2047] of longint;
  n, i, l, left, m, board: longint;
begin
  assign(input, 'PAS.IN');
  reset(input);
  assign(output, 'PAS.OUT');
  rewrite(output);
  read(length[1], length[2], length[3], m);
  for n := 1 to 1000 do
  begin
    for i := 1 to 3 do
    begin
      l := length[i];
      for left := 0 to n - l do
        seen[value[left] xor value[n - l - left]] := n;
    end;
    value[n] := 0;
    while seen[value[n]] = n do value[n] := value[n] + 1;
  end;
  for i := 1 to m do
  begin
    read(board);
    if value[board] > 0 then writeln(1) else writeln(2);
  end;
  close(output);
end.
