{ Repeats over all arcs until no label changes; what stays unlabelled is a draw. }
program Rounds;
var
  n, m, u, i, v: longint;
  a, b: array[1..40000] of longint;
  state: array[1..200] of longint; { 0 not known, 1 wins, 2 loses }
  all_won: array[1..200] of boolean;
  changed: boolean;
begin
  assign(input, 'Game.In');
  reset(input);
  assign(output, 'Game.Out');
  rewrite(output);
  read(n, m, u);
  for i := 1 to m do read(a[i], b[i]);
  repeat
    changed := false;
    for v := 1 to n do all_won[v] := true;
    for i := 1 to m do
    begin
      if (state[a[i]] = 0) and (state[b[i]] = 2) then
      begin
        state[a[i]] := 1;
        changed := true;
      end;
      if state[b[i]] <> 1 then all_won[a[i]] := false;
    end;
    for v := 1 to n do
      if (state[v] = 0) and all_won[v] then
      begin
        state[v] := 2;
        changed := true;
      end;
  until not changed;
  writeln(state[u]);
  close(output);
end.
