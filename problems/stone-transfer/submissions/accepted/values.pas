{ A stone on pile i is a game of its own, and two of them cancel: a position is lost when the xor of the odd
  piles' values is 0. }
program Values;
const
  most_value = 65535;
var
  n, i, j, k, total: longint;
  piles: array[0..200] of int64;
  value: array[0..200] of longint;
  reached: array[0..most_value] of boolean;
begin
  assign(input, 'STONES.INP');
  reset(input);
  assign(output, 'STONES.OUT');
  rewrite(output);
  read(n);
  for i := 0 to n - 1 do read(piles[i]);
  total := 0;
  for i := n - 1 downto 0 do
  begin
    fillchar(reached, sizeof(reached), 0);
    for j := i + 1 to n - 1 do
      for k := j to n - 1 do reached[value[j] xor value[k]] := true;
    value[i] := 0;
    while reached[value[i]] do value[i] := value[i] + 1;
    if odd(piles[i]) then total := total xor value[i];
  end;
  for i := 0 to n - 1 do
    if piles[i] > 0 then
      for j := i + 1 to n - 1 do
        for k := j to n - 1 do
          if (total xor value[i] xor value[j] xor value[k]) = 0 then
          begin
            writeln(i, ' ', j, ' ', k);
            close(output);
            halt;
          end;
  writeln(-1);
  close(output);
end.
