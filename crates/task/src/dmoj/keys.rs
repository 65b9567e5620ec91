//! The keys of DMOJ.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "DMOJ";
pub(super) const MANIFEST: &str = "init.yml";
pub(super) const OF_CASE: &str = "gamesolve reads it only for the whole problem";

pub(crate) const INIT: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "archive": "archive: a.zip\ntest_cases: {}";
        Mapped "points": "points: 7";
        Mapped "test_cases.[].in": "test_cases: [{in: 2.in, out: 2.out}]";
        Mapped "test_cases.[].out": "test_cases: [{in: 1.in, out: 2.out}]";
        Mapped "test_cases.[].points": "test_cases: [{in: 1.in, out: 1.out, points: 7}]";
        Mapped "test_cases.[].batched.[].in": "test_cases: [{points: 7, batched: [{in: 2.in, out: 2.out}]}]";
        Mapped "test_cases.[].batched.[].out": "test_cases: [{points: 7, batched: [{in: 1.in, out: 2.out}]}]";
        Mapped "test_cases.[].dependencies":
            "test_cases: [{points: 7, dependencies: [], batched: [{in: 2.in, out: 2.out}]}]";
        Mapped "test_cases.input_format":
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out'}";
        Mapped "test_cases.output_format":
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out'}";
        Mapped "test_cases.case_points":
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out', case_points: [1, 2]}";
        Mapped "pretest_test_cases": "pretest_test_cases: [{in: 2.in, out: 2.out}]";
        Mapped "checker": "checker: floats";
        Mapped "checker.name": "checker: {name: floats}";
        Mapped "checker.args.precision": "checker: {name: floats, args: {precision: 2}}";
        Mapped "checker.args.error_mode": "checker: {name: floats, args: {error_mode: absolute}}";
        Mapped "checker.args.split_on": "checker: {name: sorted, args: {split_on: whitespace}}";
        Mapped "checker.args.files": "checker: {name: bridged, args: {files: chk.cpp}}";
        Mapped "checker.args.type": "checker: {name: bridged, args: {files: chk.cpp, type: testlib}}";
        Mapped "checker.args.flags": "checker: {name: bridged, args: {files: chk.cpp, flags: [-DX]}}";
        About "checker.args.lang": "checker: {name: bridged, args: {files: chk.cpp, lang: CPP17}}";
        About "checker.args.feedback": "checker: {name: bridged, args: {files: chk.cpp, feedback: true}}";
        About "checker.args.cached": "checker: {name: bridged, args: {files: chk.cpp, cached: true}}";
        About "checker.args.pe_allowed": "checker: {name: identical, args: {pe_allowed: false}}";
        Refused "checker.args.args_format_string":
            "checker: {name: bridged, args: {files: chk.cpp, args_format_string: x}}";
        Reported "checker.args.time_limit": "checker: {name: bridged, args: {files: chk.cpp, time_limit: 3}}"
            because "gamesolve uses its own limits for checkers";
        Reported "checker.args.memory_limit": "checker: {name: bridged, args: {files: chk.cpp, memory_limit: 3}}"
            because "gamesolve uses its own limits for checkers";
        Reported "checker.args.compiler_time_limit":
            "checker: {name: bridged, args: {files: chk.cpp, compiler_time_limit: 3}}"
            because "gamesolve uses its own limit for compilers";
        Mapped "interactive.files": "interactive: {files: chk.cpp}";
        Mapped "interactive.type": "interactive: {files: chk.cpp, type: testlib}";
        Mapped "interactive.flags": "interactive: {files: chk.cpp, flags: [-DX]}";
        About "interactive.lang": "interactive: {files: chk.cpp, lang: CPP17}";
        About "interactive.feedback": "interactive: {files: chk.cpp, feedback: true}";
        Refused "interactive.args_format_string": "interactive: {files: chk.cpp, args_format_string: x}";
        Reported "interactive.preprocessing_time": "interactive: {files: chk.cpp, preprocessing_time: 3}"
            because "gamesolve uses its own limits for interactors";
        Reported "interactive.memory_limit": "interactive: {files: chk.cpp, memory_limit: 3}"
            because "gamesolve uses its own limits for interactors";
        Reported "interactive.compiler_time_limit": "interactive: {files: chk.cpp, compiler_time_limit: 3}"
            because "gamesolve uses its own limit for compilers";
        Mapped "output_limit_length": "output_limit_length: 1000";
        Refused "generator": "generator: gen.cpp\ntest_cases: [{generator_args: [1], points: 1}]";
        Refused "test_cases.[].generator_args": "generator: gen.cpp\ntest_cases: [{generator_args: [1], points: 1}]";
        Refused "test_cases.[].generator_in": "generator: gen.cpp\ntest_cases: [{generator_in: 1.in, points: 1}]";
        Refused "test_cases.[].generator": "test_cases: [{generator: gen.cpp, points: 1}]";
        Refused "test_cases.[].batched.[].generator_args":
            "generator: gen.cpp\ntest_cases: [{batched: [{generator_args: [1]}], points: 1}]";
        Refused "test_cases.[].batched.[].generator_in":
            "generator: gen.cpp\ntest_cases: [{batched: [{generator_in: 1.in}], points: 1}]";
        Refused "generator_args": "generator: gen.cpp\ngenerator_args: [1]\ntest_cases: [{points: 1}]";
        Refused "custom_judge": "custom_judge: x.py";
        Refused "signature_grader": "signature_grader: {entry: a.c, header: a.h}";
        Reported "test_cases.[].checker": "test_cases: [{in: 1.in, out: 1.out, checker: easy}]" because OF_CASE;
        Reported "test_cases.[].batched.[].checker": "test_cases: [{batched: [{in: 1.in, out: 1.out, checker: easy}]}]"
            because OF_CASE;
        Reported "test_cases.[].output_limit_length": "test_cases: [{in: 1.in, out: 1.out, output_limit_length: 9}]"
            because OF_CASE;
        Reported "binary_data": "binary_data: true" because "gamesolve does not change line ends";
        Reported "short_circuit": "short_circuit: false" because "gamesolve judges all testcases";
        Reported "wall_time_factor": "wall_time_factor: 7" because "gamesolve uses its own limit for wall time";
        Reported "symlinks": "symlinks: {a: /dev/stdin}" because "programs have no links in their folder";
        About "output_prefix_length": "output_prefix_length: 7";
        Reported "unbuffered": "unbuffered: true" because
            "gamesolve does not change how programs and interactors flush: without a flush they may wait for ever";
        Reported "hints": "hints: [nobigmath]"
            because "DMOJ's rules for Java programs, such as `nobigmath` against `java.math`, do not hold in gamesolve";
        Mapped "tests.[].source": "tests: [{source: chk.cpp, expect: AC}]";
        Mapped "tests.[].expect": "tests: [{source: chk.cpp, expect: WA}]";
        About "tests.[].language": "tests: [{source: chk.cpp, language: CPP17}]";
        About "tests.[].time": "tests: [{source: chk.cpp, time: 3}]";
        About "tests.[].memory": "tests: [{source: chk.cpp, memory: 65536}]";
        About "tests.[].label": "tests: [{source: chk.cpp, label: x}]";
        Reported "tests.[].cases": "tests: [{source: chk.cpp, cases: {1: WA}}]"
            because "gamesolve compares only the worst verdict of a submission";
        About "meta": "meta: {a: b}";
    ],
};
