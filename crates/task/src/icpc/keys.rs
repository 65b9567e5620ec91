//! The keys of ICPC packages.

use crate::read::keys::{Inventory, about, mapped, reported};

pub(crate) const NAME: &str = "ICPC";
pub(super) const MANIFEST: &str = "problem.yaml";
pub(super) const INI: &str = "domjudge-problem.ini";
pub(super) const SUBMISSIONS_FILE: &str = "submissions.yaml";

pub(crate) const PROBLEM: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("problem_format_version", "problem_format_version: 2025-09"),
        mapped("type", "type: interactive"),
        mapped("validation", "validation: custom"),
        mapped("validator_flags", "validator_flags: float_tolerance 1e-3"),
        mapped("limits.time_limit", "limits: {time_limit: 3.5}"),
        mapped("limits.memory", "limits: {memory: 16}"),
        mapped("limits.output", "limits: {output: 1}"),
        mapped("limits.compilation_time", "limits: {compilation_time: 7}"),
        mapped("limits.validation_time", "limits: {validation_time: 7}"),
        mapped("limits.validation_memory", "limits: {validation_memory: 70}"),
        reported(
            "limits.compilation_memory",
            "limits: {compilation_memory: 70}",
            "gamesolve uses its own limits for compilers",
        ),
        reported(
            "limits.validation_output",
            "limits: {validation_output: 70}",
            "gamesolve uses its own limit for checkers",
        ),
        reported(
            "limits.code",
            "limits: {code: 70}",
            "gamesolve does not limit the size of source files",
        ),
        mapped("limits.time_multiplier", "limits: {time_multiplier: 7}"),
        reported(
            "limits.time_safety_margin",
            "limits: {time_safety_margin: 7}",
            "gamesolve does not run submissions that are expected to be too slow",
        ),
        mapped(
            "limits.time_multipliers",
            "limits: {time_multipliers: {ac_to_time_limit: 3}}",
        ),
        mapped("limits.time_resolution", "limits: {time_resolution: 0.1}"),
        reported(
            "limits.validation_passes",
            "limits: {validation_passes: 3}",
            "gamesolve does not judge multi-pass tasks",
        ),
        reported(
            "grading.objective",
            "grading: {objective: min}",
            "gamesolve adds points up, and more points are better",
        ),
        about(
            "grading.show_test_data_groups",
            "grading: {show_test_data_groups: true}",
        ),
        reported(
            "languages",
            "languages: [cpp]",
            "gamesolve judges programs in every language that it supports",
        ),
        reported(
            "allow_file_writing",
            "allow_file_writing: true",
            "programs may write into their scratch folder",
        ),
        reported(
            "constants",
            "constants: {n: 3}",
            "gamesolve replaces nothing in the files of the package",
        ),
        about("name", "name: {en: A, sv: B}"),
        about("uuid", "uuid: 8ee7605a-0d1a-8226-9b4d-d37a1dfb1d2f"),
        about("version", "version: 3"),
        about("author", "author: A"),
        about("credits", "credits: {authors: [A]}"),
        about("source", "source: S"),
        about("source_url", "source_url: http://s"),
        about("license", "license: cc0"),
        about("rights_owner", "rights_owner: R"),
        about("embargo_until", "embargo_until: 2030-01-01"),
        about("keywords", "keywords: nim"),
        about("libraries", "libraries: x"),
    ],
};

pub(crate) const TESTDATA: Inventory = Inventory {
    format: NAME,
    file: "testdata.yaml",
    keys: &[
        mapped("on_reject", "on_reject: continue"),
        mapped("grading", "grading: custom"),
        mapped("grader_flags", "grader_flags: min"),
        mapped("accept_score", "accept_score: 7"),
        mapped("reject_score", "reject_score: 7"),
        mapped("range", "range: 7 0"),
        mapped("output_validator_flags", "output_validator_flags: case_sensitive"),
        about("input_validator_flags", "input_validator_flags: x"),
    ],
};

pub(crate) const TEST_GROUP: Inventory = Inventory {
    format: NAME,
    file: "test_group.yaml",
    keys: &[
        mapped("max_score", "max_score: 7"),
        mapped("score_aggregation", "score_aggregation: min"),
        mapped("require_pass", "require_pass: sample"),
        mapped("scoring.score", "scoring: {score: 7}"),
        mapped("scoring.aggregation", "scoring: {aggregation: min}"),
        mapped("scoring.require_pass", "scoring: {require_pass: sample}"),
        mapped("static_validation_score", "static_validation_score: 7"),
        mapped("output_validator_args", "output_validator_args: [case_sensitive]"),
        reported("args", "args: [x]", "programs get no arguments"),
        reported(
            "static_validation",
            "static_validation: {args: x}",
            "gamesolve does not check source files",
        ),
        about("full_feedback", "full_feedback: true"),
        about("hint", "hint: x"),
        about("description", "description: x"),
        about("input_validator_args", "input_validator_args: [x]"),
        about("static_validator_args", "static_validator_args: [x]"),
        about("input_visualizer_args", "input_visualizer_args: [x]"),
        about("output_visualizer_args", "output_visualizer_args: [x]"),
    ],
};

pub(crate) const DOMJUDGE: Inventory = Inventory {
    format: NAME,
    file: INI,
    keys: &[
        mapped("timelimit", "timelimit = 3.5"),
        reported("special_run", "special_run = x", "it names a program of the server"),
        reported(
            "special_compare",
            "special_compare = x",
            "it names a program of the server",
        ),
        reported("points", "points = 3", "it counts only in DOMjudge's scoreboard"),
        about("name", "name = A"),
        about("allow_submit", "allow_submit = 1"),
        about("allow_judge", "allow_judge = 1"),
        about("color", "color = red"),
        about("externalid", "externalid = a"),
        about("short-name", "short-name = a"),
        about("probid", "probid = a"),
    ],
};

/// The keys of an entry, and of the cases in it.
pub(crate) const SUBMISSIONS: Inventory = Inventory {
    format: NAME,
    file: SUBMISSIONS_FILE,
    keys: &[
        mapped("permitted", "accepted: {permitted: [AC, WA]}"),
        mapped("required", "accepted: {secret: {required: [WA]}}"),
        reported("score", "accepted: {score: 7}", "gamesolve does not compare points"),
        reported(
            "message",
            "accepted: {message: x}",
            "gamesolve does not compare messages of the checker",
        ),
        reported(
            "use_for_time_limit",
            "accepted: {use_for_time_limit: lower}",
            "a time limit comes from the submissions in `accepted`",
        ),
        reported(
            "language",
            "accepted: {language: python3}",
            "the file name shows the language",
        ),
        reported(
            "entrypoint",
            "accepted: {entrypoint: a.py}",
            "a program of several files starts with its `main`",
        ),
        about("authors", "accepted: {authors: A}"),
        about("model_solution", "accepted: {model_solution: true}"),
    ],
};
