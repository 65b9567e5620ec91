//! First programs in C++17.

use super::{Plan, Step, Variable, has_word, runs};
use crate::problem::FieldKind;
use crate::text::literal;

/// The keywords, the names that the programs use, and macros with small letters of common compilers.
const RESERVED: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t \
    char32_t class co_await co_return co_yield compl concept const consteval constexpr constinit const_cast continue decltype \
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long \
    mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast \
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true \
    try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq \
    cin cout i ios main read_lists read_strings std string test vector \
    L_ctermid L_cuserid L_tmpnam P_tmpdir alloca assert be16toh be32toh be64toh errno htobe16 htobe32 htobe64 htole16 htole32 \
    htole64 le16toh le32toh le64toh linux offsetof pthread_cleanup_pop pthread_cleanup_pop_restore_np pthread_cleanup_push \
    pthread_cleanup_push_defer_np sched_priority stderr stdin stdout unix";

/// Returns whether no variable may have this name. A name like `RAND_MAX` may be a macro of a header: there are hundreds, and
/// none ends with a line.
pub(super) fn is_reserved(name: &str) -> bool {
    let is_upper = !name.contains(|c: char| c.is_ascii_lowercase());
    let may_be_macro = name.len() > 2 && is_upper && !name.ends_with('_');
    may_be_macro || has_word(RESERVED, name)
}

const READ_LISTS: &str = "
// Reads lists of numbers, such as [[1,2],[0]].
vector<vector<int>> read_lists() {
    string text;
    cin >> text;
    vector<vector<int>> lists;
    for (size_t i = 1; i < text.size(); i++) {
        if (text[i] == '[') lists.push_back({});
        if (!isdigit(text[i])) continue;
        if (!isdigit(text[i - 1])) lists.back().push_back(0);
        lists.back().back() = 10 * lists.back().back() + (text[i] - '0');
    }
    return lists;
}
";

const READ_STRINGS: &str = "
// Reads strings, such as [\"ab\",\"cd\"].
vector<string> read_strings() {
    string text;
    cin >> text;
    vector<string> strings;
    bool inside = false;
    for (char c : text) {
        if (c == '\"') {
            inside = !inside;
            if (inside) strings.push_back(\"\");
        } else if (inside) {
            strings.back() += c;
        }
    }
    return strings;
}
";

pub(super) fn program(plan: &Plan<'_>, head: &str) -> String {
    let has = |kind| plan.has(kind);
    let is_repeated = plan.steps().any(|step| matches!(step, Step::Repeated(..)));
    let (has_lists, has_strings) = (has(FieldKind::Lists), has(FieldKind::Strings));
    let mut text = format!("// {head}\n");
    for (header, is_needed) in [
        ("cctype", has_lists),
        ("iostream", true),
        ("string", has(FieldKind::Word) || has_lists || has_strings),
        ("vector", is_repeated || has_lists || has_strings),
    ] {
        if is_needed {
            text += &format!("#include <{header}>\n");
        }
    }
    text += "using namespace std;\n";
    if has_lists {
        text += READ_LISTS;
    }
    if has_strings {
        text += READ_STRINGS;
    }
    text += "\nint main() {\n    ios::sync_with_stdio(false);\n    cin.tie(nullptr);\n\n";
    text += &plan.statements(
        read,
        answer(plan),
        |tests| vec![format!("for (int test = 0; test < {tests}; test++) {{")],
        "}",
        "    ",
    );
    text + "}\n"
}

fn answer(plan: &Plan<'_>) -> Vec<String> {
    plan.answers(literal)
        .map(|line| format!("cout << {line} << \"\\n\";"))
        .collect()
}

fn type_of(variable: &Variable) -> &'static str {
    match variable.kind {
        FieldKind::Number if variable.is_wide => "long long",
        FieldKind::Number => "int",
        FieldKind::Word => "string",
        FieldKind::Lists => "vector<vector<int>>",
        FieldKind::Strings => "vector<string>",
    }
}

fn read(steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    for step in steps {
        match step {
            Step::Once(variables) => {
                for (kind, names) in runs(variables, |variable| (type_of(variable), variable.kind)) {
                    let call = match kind.1 {
                        FieldKind::Number | FieldKind::Word => "",
                        FieldKind::Lists => " = read_lists()",
                        FieldKind::Strings => " = read_strings()",
                    };
                    lines.push(format!("{} {}{call};", kind.0, names.join(", ")));
                }
                let plain = |kind| matches!(kind, FieldKind::Number | FieldKind::Word);
                let names: String = (variables.iter().filter(|variable| plain(variable.kind)))
                    .map(|variable| format!(" >> {}", variable.name))
                    .collect();
                if !names.is_empty() {
                    lines.push(format!("cin{names};"));
                }
            }
            Step::Repeated(count, variables) => {
                for (kind, names) in runs(variables, type_of) {
                    let sized: Vec<String> = names.iter().map(|name| format!("{name}({count})")).collect();
                    lines.push(format!("vector<{kind}> {};", sized.join(", ")));
                }
                let names: String = variables
                    .iter()
                    .map(|variable| format!(" >> {}[i]", variable.name))
                    .collect();
                lines.push(format!("for (int i = 0; i < {count}; i++) cin{names};"));
            }
        }
    }
    lines
}
