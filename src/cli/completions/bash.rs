//! The script of bash, and the notation of its words.
//!
//! Bash hands a script the pieces between its own word breaks, as they were typed: `--format=j` is three of them, and
//! `my\ tests` keeps its backslash. The script of `clap_complete` passes these pieces on, so it finds nothing for the
//! first and inserts names with blanks as they are.

/// The name of the shell.
pub(super) const NAME: &str = "bash";

/// The script, with `ASKS` for the name of the variable. It also runs in bash 3.2, which macOS has.
pub(super) const SCRIPT: &str = r#"
_gamesolve() {
    local IFS= line=${COMP_LINE:0:COMP_POINT} words=() count=0 piece
    # Pieces without a blank between them are one word. The last one ends at the cursor.
    for piece in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
        if [[ $count -gt 0 && $line == "$piece"* ]]; then
            words[count-1]+=$piece
        else
            words[count++]=$piece
            line=${line#"${line%%[![:blank:]]*}"}
        fi
        line=${line#"$piece"}
    done
    if [[ $count -gt 0 && $line != [[:blank:]]* ]]; then
        words[count-1]+=$line
    else
        words[count++]=${line#"${line%%[![:blank:]]*}"}
    fi
    COMPREPLY=()
    while read -r piece; do
        COMPREPLY+=("$piece")
    done < <(ASKS=bash gamesolve -- "${words[@]}")
    # Without `compopt`, in bash 3.2, no word gets a blank behind it.
    compopt +o nospace 2>/dev/null
    if [[ ${COMPREPLY-} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nospace -o bashdefault -F _gamesolve gamesolve
"#;

/// The characters of arguments that split a word in bash.
const BREAKS: [char; 3] = ['=', ':', '@'];

/// A word of a command line, as it was typed up to the cursor.
pub(super) struct Word {
    /// The word without its quotes and backslashes.
    pub(super) plain: String,
    /// The length of the beginning of `plain` that bash keeps: it completes the piece behind it.
    kept: usize,
    /// Whether a quote is open. Bash then reads all but this quote as it stands.
    is_quoted: bool,
}

impl Word {
    /// Reads a word in the notation of the shell.
    pub(super) fn new(typed: &str) -> Word {
        let mut word = Word {
            plain: String::new(),
            kept: 0,
            is_quoted: false,
        };
        let mut quote = None;
        let mut typed = typed.chars();
        while let Some(c) = typed.next() {
            match (c, quote) {
                ('\\', None | Some('"')) => word.plain.extend(typed.next()),
                ('\'' | '"', None) => {
                    quote = Some(c);
                    word.kept = word.plain.len();
                }
                (c, Some(open)) if c == open => {
                    quote = None;
                    word.kept = word.plain.len();
                }
                _ => {
                    word.plain.push(c);
                    if quote.is_none() && BREAKS.contains(&c) {
                        word.kept = word.plain.len();
                    }
                }
            }
        }
        word.is_quoted = quote.is_some();
        word
    }

    /// Returns the line that makes bash complete this word to `found`.
    pub(super) fn line(&self, found: &str) -> String {
        let mut line = String::new();
        for c in found.strip_prefix(&self.plain[..self.kept]).unwrap_or(found).chars() {
            let is_plain = c.is_alphanumeric() || "-_./=:,+@%~".contains(c);
            if !is_plain && !self.is_quoted {
                line.push('\\');
            }
            line.push(c);
        }
        line + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_completed_in_its_own_notation() {
        for (typed, plain, found, line) in [
            ("my", "my", "my tests", "my\\ tests\n"),
            ("my\\ t", "my t", "my tests", "my\\ tests\n"),
            ("'my t", "my t", "my tests", "my tests\n"),
            ("\"my t", "my t", "my tests", "my tests\n"),
            ("--format=j", "--format=j", "--format=json", "json\n"),
            ("lines:./a", "lines:./a", "lines:./a b", "./a\\ b\n"),
            ("a\\=b", "a=b", "a=bc", "a=bc\n"),
            ("\"a=b", "a=b", "a=bc", "a=bc\n"),
            ("x", "x", "x$(y)'", "x\\$\\(y\\)\\'\n"),
            ("b\u{e0}", "b\u{e0}", "b\u{e0}i", "b\u{e0}i\n"),
        ] {
            let word = Word::new(typed);
            assert_eq!(
                (word.plain.as_str(), word.line(found).as_str()),
                (plain, line),
                "{typed}"
            );
        }
    }
}
