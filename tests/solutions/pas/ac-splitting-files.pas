program Splitting;
var
  input_file, output_file: text;
  length: array[1..3] of longint;
  value: array[0..1000] of longint;
  seen: array[0..2047] of boolean;
  n, i, l, left, m, board: longint;
begin
  assign(input_file, 'PAS.IN');
  reset(input_file);
  read(input_file, length[1], length[2], length[3], m);
  value[0] := 0;
  for n := 1 to 1000 do
  begin
    for i := 0 to 2047 do seen[i] := false;
    for i := 1 to 3 do
    begin
      l := length[i];
      for left := 0 to n - l do
        seen[value[left] xor value[n - l - left]] := true;
    end;
    value[n] := 0;
    while seen[value[n]] do value[n] := value[n] + 1;
  end;
  assign(output_file, 'PAS.OUT');
  rewrite(output_file);
  for i := 1 to m do
  begin
    read(input_file, board);
    if value[board] > 0 then writeln(output_file, 1) else writeln(output_file, 2);
  end;
  close(input_file);
  close(output_file);
end.
