{ Runs over the end of its array: range checks end it. }
{$R+}
program OffByOne;
var
  n, i, sum: longint;
  gaps: array[1..4] of longint;
begin
  readln(n);
  sum := 0;
  for i := 1 to n + 4 do
    gaps[i] := i;
  writeln(sum);
end.
