{ As at the contest: reads Stones.in, writes Stones.out. }
program Staircase;
var
  input_file, output_file: text;
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
  assign(input_file, 'Stones.in');
  reset(input_file);
  readln(input_file, n);
  count := 0;
  for i := 1 to n do
  begin
    read(input_file, c);
    if c = 'X' then
    begin
      count := count + 1;
      stones[count] := i;
    end;
  end;
  close(input_file);
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
  assign(output_file, 'STONES.OUT');
  rewrite(output_file);
  writeln(output_file, wins);
  close(output_file);
end.
