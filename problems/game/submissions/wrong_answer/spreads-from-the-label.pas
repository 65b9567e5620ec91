{ mistake: spreads-from-the-label }
program Spreads;
var
  n, m, u, i, a, b: longint;
  into, following: array[1..40000] of longint;
  first, left, state: array[1..200] of longint; { state: 0 not known, 1 wins, 2 loses }
  stuck: array[1..200] of boolean;

procedure Spread(v: longint);
var
  k, w: longint;
begin
  k := first[v];
  while k > 0 do
  begin
    w := into[k];
    if state[w] = 0 then
    begin
      if state[v] = 2 then state[w] := 1
      else if state[v] = 1 then
      begin
        if left[w] > 0 then left[w] := left[w] - 1;
        if left[w] = 0 then state[w] := 2;
      end;
      if (state[w] > 0) and (state[w] <= n) then Spread(state[w]);
    end;
    k := following[k];
  end;
end;

begin
  assign(input, 'Game.In');
  reset(input);
  assign(output, 'Game.Out');
  rewrite(output);
  read(n, m, u);
  for i := 1 to m do
  begin
    read(a, b);
    left[a] := left[a] + 1;
    into[i] := a;
    following[i] := 0;
    { In the order of the input. }
    if first[b] = 0 then first[b] := i
    else
    begin
      a := first[b];
      while following[a] > 0 do a := following[a];
      following[a] := i;
    end;
  end;
  for i := 1 to n do
  begin
    stuck[i] := left[i] = 0;
    if stuck[i] then state[i] := 2;
  end;
  for i := 1 to n do
    if stuck[i] then Spread(i);
  writeln(state[u]);
  close(output);
end.
