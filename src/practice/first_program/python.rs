//! First programs in Python 3.

use super::{IDEA, Plan, Step, has_word, indented};
use crate::problem::FieldKind;
use crate::text::literal;

/// The keywords, and the names that the programs use.
const RESERVED: &str = "False None True and as assert async await break class continue def del elif else except \
    finally for from global if import in is lambda nonlocal not or pass raise return try while with yield \
    i int json main next number print range sys words";

/// Returns whether no variable may have this name.
pub(super) fn is_reserved(name: &str) -> bool {
    has_word(RESERVED, name)
}

pub(super) fn program(plan: &Plan<'_>, head: &str) -> String {
    let has_json = plan.has(FieldKind::Lists) || plan.has(FieldKind::Strings);
    let mut text = format!("# {head}\n");
    if has_json {
        text += "import json\n";
    }
    text += "import sys\n\nwords = iter(sys.stdin.read().split())\n";
    if plan.has(FieldKind::Number) {
        text += "\n\ndef number():\n    return int(next(words))\n";
    }
    text += "\n\ndef main():\n";
    let each = [read(&plan.each), vec![String::new(), format!("# {IDEA}")], answer(plan)].concat();
    match &plan.tests {
        None => text += &indented(&each, "    "),
        Some(tests) => {
            text += &indented(&read(&plan.before), "    ");
            text += &format!("    for _ in range({tests}):\n");
            text += &indented(&each, "        ");
        }
    }
    text + "\n\nmain()\n"
}

fn answer(plan: &Plan<'_>) -> Vec<String> {
    plan.answers(literal).map(|line| format!("print({line})")).collect()
}

fn call(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number => "number()",
        FieldKind::Word => "next(words)",
        FieldKind::Lists | FieldKind::Strings => "json.loads(next(words))",
    }
}

fn read(steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    for step in steps {
        let variables = step.variables();
        let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
        let calls: Vec<&str> = variables.iter().map(|variable| call(variable.kind)).collect();
        let calls = calls.join(", ");
        match (step, &names[..]) {
            (Step::Once(_), _) => lines.push(format!("{} = {calls}", names.join(", "))),
            (Step::Repeated(count, _), [name]) => lines.push(format!("{name} = [{calls} for _ in range({count})]")),
            (Step::Repeated(count, _), _) => {
                lines.extend(names.iter().map(|name| format!("{name} = [0] * {count}")));
                let items: Vec<String> = names.iter().map(|name| format!("{name}[i]")).collect();
                lines.push(format!("for i in range({count}):"));
                lines.push(format!("    {} = {calls}", items.join(", ")));
            }
        }
    }
    lines
}
