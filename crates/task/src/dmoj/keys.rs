//! The keys of DMOJ.

use crate::read::keys::{Inventory, about, mapped, refused, reported};

pub(crate) const NAME: &str = "DMOJ";
pub(super) const MANIFEST: &str = "init.yml";
pub(super) const OF_CASE: &str = "gamesolve reads it only for the whole problem";

pub(crate) const INIT: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("archive", "archive: a.zip\ntest_cases: {}"),
        mapped("points", "points: 7"),
        mapped("test_cases.[].in", "test_cases: [{in: 2.in, out: 2.out}]"),
        mapped("test_cases.[].out", "test_cases: [{in: 1.in, out: 2.out}]"),
        mapped(
            "test_cases.[].points",
            "test_cases: [{in: 1.in, out: 1.out, points: 7}]",
        ),
        mapped(
            "test_cases.[].batched.[].in",
            "test_cases: [{points: 7, batched: [{in: 2.in, out: 2.out}]}]",
        ),
        mapped(
            "test_cases.[].batched.[].out",
            "test_cases: [{points: 7, batched: [{in: 1.in, out: 2.out}]}]",
        ),
        mapped(
            "test_cases.[].dependencies",
            "test_cases: [{points: 7, dependencies: [], batched: [{in: 2.in, out: 2.out}]}]",
        ),
        mapped(
            "test_cases.input_format",
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out'}",
        ),
        mapped(
            "test_cases.output_format",
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out'}",
        ),
        mapped(
            "test_cases.case_points",
            "archive: a.zip\ntest_cases: {input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out', case_points: [1, 2]}",
        ),
        mapped("pretest_test_cases", "pretest_test_cases: [{in: 2.in, out: 2.out}]"),
        mapped("checker", "checker: floats"),
        mapped("checker.name", "checker: {name: floats}"),
        mapped(
            "checker.args.precision",
            "checker: {name: floats, args: {precision: 2}}",
        ),
        mapped(
            "checker.args.error_mode",
            "checker: {name: floats, args: {error_mode: absolute}}",
        ),
        mapped(
            "checker.args.split_on",
            "checker: {name: sorted, args: {split_on: whitespace}}",
        ),
        mapped("checker.args.files", "checker: {name: bridged, args: {files: chk.cpp}}"),
        mapped(
            "checker.args.type",
            "checker: {name: bridged, args: {files: chk.cpp, type: testlib}}",
        ),
        mapped(
            "checker.args.flags",
            "checker: {name: bridged, args: {files: chk.cpp, flags: [-DX]}}",
        ),
        about(
            "checker.args.lang",
            "checker: {name: bridged, args: {files: chk.cpp, lang: CPP17}}",
        ),
        about(
            "checker.args.feedback",
            "checker: {name: bridged, args: {files: chk.cpp, feedback: true}}",
        ),
        about(
            "checker.args.cached",
            "checker: {name: bridged, args: {files: chk.cpp, cached: true}}",
        ),
        about(
            "checker.args.pe_allowed",
            "checker: {name: identical, args: {pe_allowed: false}}",
        ),
        refused(
            "checker.args.args_format_string",
            "checker: {name: bridged, args: {files: chk.cpp, args_format_string: x}}",
        ),
        reported(
            "checker.args.time_limit",
            "checker: {name: bridged, args: {files: chk.cpp, time_limit: 3}}",
            "gamesolve uses its own limits for checkers",
        ),
        reported(
            "checker.args.memory_limit",
            "checker: {name: bridged, args: {files: chk.cpp, memory_limit: 3}}",
            "gamesolve uses its own limits for checkers",
        ),
        reported(
            "checker.args.compiler_time_limit",
            "checker: {name: bridged, args: {files: chk.cpp, compiler_time_limit: 3}}",
            "gamesolve uses its own limit for compilers",
        ),
        mapped("interactive.files", "interactive: {files: chk.cpp}"),
        mapped("interactive.type", "interactive: {files: chk.cpp, type: testlib}"),
        mapped("interactive.flags", "interactive: {files: chk.cpp, flags: [-DX]}"),
        about("interactive.lang", "interactive: {files: chk.cpp, lang: CPP17}"),
        about("interactive.feedback", "interactive: {files: chk.cpp, feedback: true}"),
        refused(
            "interactive.args_format_string",
            "interactive: {files: chk.cpp, args_format_string: x}",
        ),
        reported(
            "interactive.preprocessing_time",
            "interactive: {files: chk.cpp, preprocessing_time: 3}",
            "gamesolve uses its own limits for interactors",
        ),
        reported(
            "interactive.memory_limit",
            "interactive: {files: chk.cpp, memory_limit: 3}",
            "gamesolve uses its own limits for interactors",
        ),
        reported(
            "interactive.compiler_time_limit",
            "interactive: {files: chk.cpp, compiler_time_limit: 3}",
            "gamesolve uses its own limit for compilers",
        ),
        mapped("output_limit_length", "output_limit_length: 1000"),
        refused(
            "generator",
            "generator: gen.cpp\ntest_cases: [{generator_args: [1], points: 1}]",
        ),
        refused(
            "test_cases.[].generator_args",
            "generator: gen.cpp\ntest_cases: [{generator_args: [1], points: 1}]",
        ),
        refused(
            "test_cases.[].generator_in",
            "generator: gen.cpp\ntest_cases: [{generator_in: 1.in, points: 1}]",
        ),
        refused(
            "test_cases.[].generator",
            "test_cases: [{generator: gen.cpp, points: 1}]",
        ),
        refused(
            "test_cases.[].batched.[].generator_args",
            "generator: gen.cpp\ntest_cases: [{batched: [{generator_args: [1]}], points: 1}]",
        ),
        refused(
            "test_cases.[].batched.[].generator_in",
            "generator: gen.cpp\ntest_cases: [{batched: [{generator_in: 1.in}], points: 1}]",
        ),
        refused(
            "generator_args",
            "generator: gen.cpp\ngenerator_args: [1]\ntest_cases: [{points: 1}]",
        ),
        refused("custom_judge", "custom_judge: x.py"),
        refused("signature_grader", "signature_grader: {entry: a.c, header: a.h}"),
        reported(
            "test_cases.[].checker",
            "test_cases: [{in: 1.in, out: 1.out, checker: easy}]",
            OF_CASE,
        ),
        reported(
            "test_cases.[].batched.[].checker",
            "test_cases: [{batched: [{in: 1.in, out: 1.out, checker: easy}]}]",
            OF_CASE,
        ),
        reported(
            "test_cases.[].output_limit_length",
            "test_cases: [{in: 1.in, out: 1.out, output_limit_length: 9}]",
            OF_CASE,
        ),
        reported(
            "binary_data",
            "binary_data: true",
            "gamesolve does not change line ends",
        ),
        reported(
            "short_circuit",
            "short_circuit: false",
            "gamesolve judges all testcases",
        ),
        reported(
            "wall_time_factor",
            "wall_time_factor: 7",
            "gamesolve uses its own limit for wall time",
        ),
        reported(
            "symlinks",
            "symlinks: {a: /dev/stdin}",
            "programs have no links in their folder",
        ),
        about("output_prefix_length", "output_prefix_length: 7"),
        reported(
            "unbuffered",
            "unbuffered: true",
            "gamesolve does not change how programs and interactors flush: without a flush they may wait for ever",
        ),
        mapped("hints", "hints: [nobigmath]"),
        mapped("tests.[].source", "tests: [{source: chk.cpp, expect: AC}]"),
        mapped("tests.[].expect", "tests: [{source: chk.cpp, expect: WA}]"),
        about("tests.[].language", "tests: [{source: chk.cpp, language: CPP17}]"),
        about("tests.[].time", "tests: [{source: chk.cpp, time: 3}]"),
        about("tests.[].memory", "tests: [{source: chk.cpp, memory: 65536}]"),
        about("tests.[].label", "tests: [{source: chk.cpp, label: x}]"),
        reported(
            "tests.[].cases",
            "tests: [{source: chk.cpp, cases: {1: WA}}]",
            "gamesolve compares only the worst verdict of a submission",
        ),
        about("meta", "meta: {a: b}"),
    ],
};
