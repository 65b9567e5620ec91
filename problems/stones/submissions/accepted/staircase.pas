{ Counts the real moves after which the xor of every second gap modulo 3, from the right, is 0. }
program Staircase;
var
  n, count, i, step, first_free, wins: longint;
  c: char;
  stones: array[1..1000] of longint;

function Value: longint;
var
  k, before, total: longint;
begin
  total := 0;
  k := count;
  while k >= 1 do
  begin
    if k > 1 then before := stones[k - 1] + 1 else before := 1;
    total := total xor ((stones[k] - before) mod 3);
    k := k - 2;
  end;
  Value := total;
end;

begin
  assign(input, 'Stones.in');
  reset(input);
  assign(output, 'Stones.out');
  rewrite(output);
  readln(n);
  count := 0;
  for i := 1 to n do
  begin
    read(c);
    if c = 'X' then
    begin
      count := count + 1;
      stones[count] := i;
    end;
  end;
  wins := 0;
  for i := 1 to count do
    for step := 1 to 2 do
    begin
      if i > 1 then first_free := stones[i - 1] + 1 else first_free := 1;
      if stones[i] - step >= first_free then
      begin
        stones[i] := stones[i] - step;
        if Value = 0 then wins := wins + 1;
        stones[i] := stones[i] + step;
      end;
    end;
  writeln(wins);
  close(output);
end.
