//! The keys of ICPC packages.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "ICPC";
/// The names of the versions in manifests, the usual one of each first.
pub(super) const LEGACY_NAMES: &[&str] = &["legacy", "legacy-icpc"];
pub(super) const DRAFT_NAMES: &[&str] = &["2023-07-draft", "2023-07", "draft"];
pub(super) const LATEST: &str = "2025-09";
pub(super) const MANIFEST: &str = "problem.yaml";
pub(super) const INI: &str = "domjudge-problem.ini";
pub(super) const SUBMISSIONS_FILE: &str = "submissions.yaml";

pub(crate) const PROBLEM: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "problem_format_version": "problem_format_version: 2025-09";
        Mapped "type": "type: interactive";
        Mapped "validation": "validation: custom";
        Mapped "validator_flags": "validator_flags: float_tolerance 1e-3";
        Mapped "limits.time_limit": "limits: {time_limit: 3.5}";
        Mapped "limits.memory": "limits: {memory: 16}";
        Mapped "limits.output": "limits: {output: 1}";
        Mapped "limits.compilation_time": "limits: {compilation_time: 7}";
        Mapped "limits.validation_time": "limits: {validation_time: 7}";
        Mapped "limits.validation_memory": "limits: {validation_memory: 70}";
        Reported "limits.compilation_memory": "limits: {compilation_memory: 70}"
            because "gamesolve uses its own limits for compilers";
        Reported "limits.validation_output": "limits: {validation_output: 70}"
            because "gamesolve uses its own limit for checkers";
        Reported "limits.code": "limits: {code: 70}" because "gamesolve does not limit the size of source files";
        Mapped "limits.time_multiplier": "limits: {time_multiplier: 7}";
        Reported "limits.time_safety_margin": "limits: {time_safety_margin: 7}"
            because "gamesolve does not run submissions that are expected to be too slow";
        Mapped "limits.time_multipliers": "limits: {time_multipliers: {ac_to_time_limit: 3}}";
        Mapped "limits.time_resolution": "limits: {time_resolution: 0.1}";
        Reported "limits.validation_passes": "limits: {validation_passes: 3}"
            because "gamesolve does not judge multi-pass tasks";
        Reported "grading.objective": "grading: {objective: min}"
            because "gamesolve adds points up, and more points are better";
        About "grading.show_test_data_groups": "grading: {show_test_data_groups: true}";
        Reported "languages": "languages: [cpp]" because "gamesolve judges programs in every language that it supports";
        Reported "allow_file_writing": "allow_file_writing: true"
            because "programs may write into their scratch folder";
        Reported "constants": "constants: {n: 3}" because "gamesolve replaces nothing in the files of the package";
        About "name": "name: {en: A, sv: B}";
        About "uuid": "uuid: 8ee7605a-0d1a-8226-9b4d-d37a1dfb1d2f";
        About "version": "version: 3";
        About "author": "author: A";
        About "credits": "credits: {authors: [A]}";
        About "source": "source: S";
        About "source_url": "source_url: http://s";
        About "license": "license: cc0";
        About "rights_owner": "rights_owner: R";
        About "embargo_until": "embargo_until: 2030-01-01";
        About "keywords": "keywords: nim";
        About "libraries": "libraries: x";
    ],
};

pub(crate) const TESTDATA: Inventory = Inventory {
    format: NAME,
    file: "testdata.yaml",
    keys: keys![
        Mapped "on_reject": "on_reject: continue";
        Mapped "grading": "grading: custom";
        Mapped "grader_flags": "grader_flags: min";
        Mapped "accept_score": "accept_score: 7";
        Mapped "reject_score": "reject_score: 7";
        Mapped "range": "range: 7 0";
        Mapped "output_validator_flags": "output_validator_flags: case_sensitive";
        About "input_validator_flags": "input_validator_flags: x";
    ],
};

pub(crate) const TEST_GROUP: Inventory = Inventory {
    format: NAME,
    file: "test_group.yaml",
    keys: keys![
        Mapped "max_score": "max_score: 7";
        Mapped "score_aggregation": "score_aggregation: min";
        Mapped "require_pass": "require_pass: sample";
        Mapped "scoring.score": "scoring: {score: 7}";
        Mapped "scoring.aggregation": "scoring: {aggregation: min}";
        Mapped "scoring.require_pass": "scoring: {require_pass: sample}";
        Mapped "static_validation_score": "static_validation_score: 7";
        Mapped "output_validator_args": "output_validator_args: [case_sensitive]";
        Reported "args": "args: [x]" because "programs get no arguments";
        Reported "static_validation": "static_validation: {args: x}" because "gamesolve does not check source files";
        About "full_feedback": "full_feedback: true";
        About "hint": "hint: x";
        About "description": "description: x";
        About "input_validator_args": "input_validator_args: [x]";
        About "static_validator_args": "static_validator_args: [x]";
        About "input_visualizer_args": "input_visualizer_args: [x]";
        About "output_visualizer_args": "output_visualizer_args: [x]";
    ],
};

pub(crate) const DOMJUDGE: Inventory = Inventory {
    format: NAME,
    file: INI,
    keys: keys![
        Mapped "timelimit": "timelimit = 3.5";
        Reported "special_run": "special_run = x" because "it names a program of the server";
        Reported "special_compare": "special_compare = x" because "it names a program of the server";
        Reported "points": "points = 3" because "it counts only in DOMjudge's scoreboard";
        About "name": "name = A";
        About "allow_submit": "allow_submit = 1";
        About "allow_judge": "allow_judge = 1";
        About "color": "color = red";
        About "externalid": "externalid = a";
        About "short-name": "short-name = a";
        About "probid": "probid = a";
    ],
};

/// The keys of an entry, and of the cases in it.
pub(crate) const SUBMISSIONS: Inventory = Inventory {
    format: NAME,
    file: SUBMISSIONS_FILE,
    keys: keys![
        Mapped "permitted": "accepted: {permitted: [AC, WA]}";
        Mapped "required": "accepted: {secret: {required: [WA]}}";
        Reported "score": "accepted: {score: 7}" because "gamesolve does not compare points";
        Reported "message": "accepted: {message: x}" because "gamesolve does not compare messages of the checker";
        Reported "use_for_time_limit": "accepted: {use_for_time_limit: lower}"
            because "a time limit comes from the submissions in `accepted`";
        Reported "language": "accepted: {language: python3}" because "the file name shows the language";
        Reported "entrypoint": "accepted: {entrypoint: a.py}"
            because "a program of several files starts with its `main`";
        About "authors": "accepted: {authors: A}";
        About "model_solution": "accepted: {model_solution: true}";
    ],
};
