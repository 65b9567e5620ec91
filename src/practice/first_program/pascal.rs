//! First programs in Free Pascal.

use super::{Plan, Step, Variable, has_word, indented};
use crate::problem::FieldKind;
use crate::text::printable;

/// The reserved words, and the names that the programs use. Letter case is ignored.
const RESERVED: &str = "absolute and array as asm begin case class const constructor destructor dispinterface div do \
    downto else end except exports file finalization finally for function goto if implementation in inherited initialization \
    inline interface is label library mod nil not object of on operator or out packed procedure program property raise record \
    repeat resourcestring self set shl shr string then threadvar to try type unit until uses var while with xor \
    char false high i input int64 length longint output read readlists readstrings readword setlength system test tlists \
    tstrings true writeln";

/// Returns whether no variable may have this name, in small letters.
pub(super) fn is_reserved(name: &str) -> bool {
    has_word(RESERVED, name)
}

const READ_WORD: &str = "
function ReadWord: string;
var
  c: char;
begin
  Result := '';
  repeat Read(c) until (c > ' ') or EOF;
  while c > ' ' do
  begin
    Result := Result + c;
    Read(c);
  end;
end;
";

const READ_LISTS: &str = "
// Reads lists of numbers, such as [[1,2],[0]].
function ReadLists: TLists;
var
  text: string;
  i, last: longint;
begin
  text := ReadWord;
  Result := nil;
  for i := 2 to Length(text) do
    if text[i] = '[' then
      SetLength(Result, Length(Result) + 1)
    else if text[i] in ['0'..'9'] then
    begin
      last := High(Result);
      if not (text[i - 1] in ['0'..'9']) then
        SetLength(Result[last], Length(Result[last]) + 1);
      Result[last][High(Result[last])] := 10 * Result[last][High(Result[last])] + Ord(text[i]) - Ord('0');
    end;
end;
";

const READ_STRINGS: &str = "
// Reads strings, such as [\"ab\",\"cd\"].
function ReadStrings: TStrings;
var
  c: char;
  inside: boolean;
begin
  Result := nil;
  inside := false;
  for c in ReadWord do
    if c = '\"' then
    begin
      inside := not inside;
      if inside then SetLength(Result, Length(Result) + 1);
    end
    else if inside then
      Result[High(Result)] := Result[High(Result)] + c;
end;
";

pub(super) fn program(plan: &Plan<'_>, head: &str) -> String {
    let (has_lists, has_strings) = (plan.has(FieldKind::Lists), plan.has(FieldKind::Strings));
    let mut text = format!("// {head}\n{{$mode objfpc}}{{$H+}}\n");
    if has_lists || has_strings {
        text += "\ntype\n";
    }
    if has_lists {
        text += "  TLists = array of array of longint;\n";
    }
    if has_strings {
        text += "  TStrings = array of string;\n";
    }
    if plan.variables().any(|variable| variable.kind != FieldKind::Number) {
        text += READ_WORD;
    }
    if has_lists {
        text += READ_LISTS;
    }
    if has_strings {
        text += READ_STRINGS;
    }
    text += "\nvar\n";
    text += &indented(&declarations(plan), "  ");
    text += "\nbegin\n";
    text += &plan.statements(
        read,
        answer(plan),
        |tests| vec![format!("for test := 1 to {tests} do"), "begin".to_owned()],
        "end;",
        "  ",
    );
    text + "end.\n"
}

fn answer(plan: &Plan<'_>) -> Vec<String> {
    plan.answers(literal).map(|line| format!("WriteLn({line});")).collect()
}

/// Returns a text as a literal. A character that a terminal may not display becomes its bytes, as in `'a'#27'b'`.
fn literal(line: &str) -> String {
    let mut text = String::from("'");
    for c in line.chars() {
        let plain = c.to_string();
        if c == '\'' {
            text += "''";
        } else if printable(&plain, false) == plain {
            text += &plain;
        } else {
            let bytes: String = plain.bytes().map(|byte| format!("#{byte}")).collect();
            text += &format!("'{bytes}'");
        }
    }
    text + "'"
}

fn type_of(variable: &Variable) -> &'static str {
    match variable.kind {
        FieldKind::Number if variable.is_wide => "int64",
        FieldKind::Number => "longint",
        FieldKind::Word => "string",
        FieldKind::Lists => "TLists",
        FieldKind::Strings => "TStrings",
    }
}

/// Returns a line for each type, in the order of the variables.
fn declarations(plan: &Plan<'_>) -> Vec<String> {
    let mut types: Vec<(String, Vec<&str>)> = Vec::new();
    let mut declare = |name, kind: String| match types.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, names)) => names.push(name),
        None => types.push((kind, vec![name])),
    };
    for step in plan.steps() {
        for variable in step.variables() {
            let array = if matches!(step, Step::Repeated(..)) {
                "array of "
            } else {
                ""
            };
            declare(&variable.name, format!("{array}{}", type_of(variable)));
        }
    }
    if plan.steps().any(|step| matches!(step, Step::Repeated(..))) {
        declare("i", "longint".to_owned());
    }
    if plan.tests.is_some() {
        declare("test", "longint".to_owned());
    }
    types
        .iter()
        .map(|(kind, names)| format!("{}: {kind};", names.join(", ")))
        .collect()
}

/// Returns statements that read these variables, one for each run of numbers and one for each other value.
fn reads(variables: &[Variable], index: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (kind, names) in super::runs(variables, |variable| variable.kind) {
        let places: Vec<String> = names.iter().map(|name| format!("{name}{index}")).collect();
        let mut call = |function: &str| lines.extend(places.iter().map(|place| format!("{place} := {function}")));
        match kind {
            FieldKind::Number => lines.push(format!("Read({})", places.join(", "))),
            FieldKind::Word => call("ReadWord"),
            FieldKind::Lists => call("ReadLists"),
            FieldKind::Strings => call("ReadStrings"),
        }
    }
    lines
}

fn read(steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    for step in steps {
        match step {
            Step::Once(variables) => lines.extend(reads(variables, "").iter().map(|line| format!("{line};"))),
            Step::Repeated(count, variables) => {
                lines.extend(
                    variables
                        .iter()
                        .map(|variable| format!("SetLength({}, {count});", variable.name)),
                );
                let body = match &reads(variables, "[i]")[..] {
                    [one] => one.clone(),
                    several => format!("begin {} end", several.join("; ")),
                };
                lines.push(format!("for i := 0 to {count} - 1 do {body};"));
            }
        }
    }
    lines
}
