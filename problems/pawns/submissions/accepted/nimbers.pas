{ The nimber of a cell is the mex of those one step ahead; two pawns of one cell cancel. }
program Pawns;
const
  most_cells = 500;
  most_passages = 5000;
var
  n, m, i, x, y, tests, count, total: longint;
  first: array[1..most_cells] of longint;
  target, following: array[1..most_passages] of longint;
  nimber: array[1..most_cells] of longint;

function Visit(cell: longint): longint;
var
  seen: array[0..most_cells] of boolean;
  k: longint;
begin
  if nimber[cell] < 0 then
  begin
    fillchar(seen, sizeof(seen), 0);
    k := first[cell];
    while k > 0 do
    begin
      seen[Visit(target[k])] := true;
      k := following[k];
    end;
    k := 0;
    while seen[k] do k := k + 1;
    nimber[cell] := k;
  end;
  Visit := nimber[cell];
end;

begin
  assign(input, 'Pawns.in');
  reset(input);
  assign(output, 'Pawns.out');
  rewrite(output);
  read(n, m);
  for i := 1 to m do
  begin
    read(x, y);
    target[i] := y;
    following[i] := first[x];
    first[x] := i;
  end;
  for i := 1 to n do nimber[i] := -1;
  read(tests);
  while tests > 0 do
  begin
    tests := tests - 1;
    total := 0;
    for i := 1 to n do
    begin
      read(count);
      if odd(count) then total := total xor Visit(i);
    end;
    if total > 0 then writeln(1) else writeln(2);
  end;
  close(output);
end.
