//! Programs that attack the judge through its compilers, and the programs that a language may start.

use crate::yard::{Bed, YardTest, test};
use std::path::Path;
use std::process::Command;

/// The words for the limits of time and memory if control groups are available.
const GROUP: &str = "a control group counts";

pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "a_compiler_reads_its_source_and_includes_but_no_answer",
            &[],
            |bed: &Bed| {
                let answer = bed.file("tests/1.out", "42\n");
                let input = bed.file("tests/1.in", "4\n.X.X\n");
                let other = bed.file("others/sol.c", "int main(void) { return 0; }\n");
                let header = bed.file("others/lib.h", "#define ANSWER 42\n");
                assert!(input.exists());
                let body = "#include <stdio.h>\n";
                let attacks = [
                    format!(
                        "{body}__asm__(\".data\\nx: .incbin \\\"{}\\\"\\n.byte 0\\n\");\nextern char x[]; int main(void) {{ fputs(x, stdout); }}\n",
                        answer.display()
                    ),
                    format!(
                        "{body}static const int x =\n#include \"{}\"\n;\nint main(void) {{ printf(\"%d\\n\", x); }}\n",
                        answer.display()
                    ),
                    format!(
                        "#define main other\n#include \"{}\"\n#undef main\nint main(void) {{ puts(\"42\"); }}\n",
                        other.display()
                    ),
                    "#include \"/etc/passwd\"\nint main(void) {}\n".to_owned(),
                    format!("{body}#include \"others/lib.h\"\nint main(void) {{ printf(\"%d\\n\", ANSWER); }}\n"),
                ];
                let judge = |source: &Path, options: &[&str]| {
                    let output = crate::verdicts::gamesolve(bed)
                        .args(["judge", "stones", "--format", "json"])
                        .args(options)
                        .arg(source)
                        .arg("--cases")
                        .arg(bed.place.join("tests"))
                        .output()
                        .unwrap();
                    let report = crate::verdicts::settled(&output);
                    let case = &report["cases"][0];
                    (
                        case["verdict"].as_str().unwrap_or_default().to_owned(),
                        format!("{} {}", case["reason"], report["conditions"]["box"]),
                    )
                };
                for (number, attack) in attacks.iter().enumerate() {
                    let source = bed.file(&format!("sources/{number}.c"), attack);
                    let (verdict, said) = judge(&source, &[]);
                    assert_eq!(verdict, "CE", "{attack}: {said}");
                    assert!(!said.contains("root:"), "{said}");
                }
                // The program sees an included file, and the report names a readable one.
                let source = bed.file("4.c", &attacks[4]);
                let (verdict, said) = judge(&source, &["--include", header.to_str().unwrap()]);
                assert_eq!(verdict, "AC", "{said}");
                let source = bed.file("1.c", "#include <stdio.h>\nint main(void) { puts(\"42\"); }\n");
                let others = other.parent().unwrap().to_str().unwrap();
                let (verdict, said) = judge(&source, &["--allow-read", others]);
                assert!(
                    verdict == "AC" && said.contains(&format!("it can also read {others}")),
                    "{said}"
                );
            },
        ),
        test(
            "a_source_runs_as_one_process_unless_more_are_wanted",
            &[],
            |bed: &Bed| {
                bed.file("tests/1.in", "4\n.X.X\n");
                bed.file("tests/1.out", "42\n");
                let source = bed.file(
                    "fork.c",
                    "#include <pthread.h>\n#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\
             static void *work(void *none) { return none; }\n\
             int main(void) {\n\
               pthread_t thread;\n\
               if (pthread_create(&thread, NULL, work, NULL) || pthread_join(thread, NULL)) return 3;\n\
               pid_t child = fork();\n\
               if (!child) _exit(0);\n\
               if (child > 0) waitpid(child, NULL, 0);\n\
               puts(child < 0 ? \"42\" : \"a child\");\n}\n",
                );
                let program = bed.place.join("forks");
                let built = Command::new("gcc").arg("-o").args([&program, &source]).status();
                assert!(built.unwrap().success());
                let judge = |options: &[&str], what: &[&Path]| {
                    let output = crate::verdicts::gamesolve(bed)
                        .args(["judge", "stones", "--format", "json", "--cases"])
                        .arg(bed.place.join("tests"))
                        .args(options)
                        .args(what)
                        .output()
                        .unwrap();
                    let report = crate::verdicts::settled(&output);
                    let says = report["conditions"]["box"].as_str().unwrap().to_owned();
                    let case = &report["cases"][0];
                    (format!("{} {}", case["verdict"], case["reason"]), says)
                };
                let (verdict, says) = judge(&[], &[&source]);
                assert_eq!(verdict, "\"AC\" null");
                assert!(
                    says.contains("one process with its threads") || says.contains(GROUP),
                    "{says}"
                );
                for (options, what) in [
                    (vec!["--processes", "8"], source.as_path()),
                    (vec!["--"], program.as_path()),
                ] {
                    let (verdict, says) = judge(&options, &[what]);
                    assert!(verdict.starts_with("\"WA\"") && verdict.contains("`a`"), "{verdict}");
                    assert!(says.contains("samples every 10 ms") || says.contains(GROUP), "{says}");
                }
            },
        ),
    ]
}
