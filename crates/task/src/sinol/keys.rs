//! The keys of sinol.

use crate::read::keys::{Inventory, about, mapped, refused, reported};

pub(crate) const NAME: &str = "sinol";
pub(super) const MANIFEST: &str = "config.yml";
pub(super) const BUILDS: &str = "gamesolve compiles programs without libraries";

pub(crate) const CONFIG: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("time_limit", "time_limit: 3500"),
        mapped("time_limits.*", "time_limits: {1: 7000}"),
        mapped("memory_limit", "memory_limit: 16384"),
        mapped("memory_limits.*", "memory_limits: {1: 17000}"),
        mapped("scores.*", "scores: {1: 90}"),
        mapped(
            "subtask_dependencies.*",
            "scores: {1: 100}\nsubtask_dependencies: {1: [1]}",
        ),
        mapped("sinol_contest_type", "sinol_contest_type: icpc"),
        mapped("sinol_task_id", "sinol_task_id: xyz"),
        refused("extra_execution_files", "extra_execution_files: {py: [lib.py]}"),
        refused("extra_compilation_files", "extra_compilation_files: [lib.cpp]"),
        refused("extra_compilation_args", "extra_compilation_args: {cpp: [lib.cpp]}"),
        mapped(
            "override_limits.*.time_limit",
            "override_limits: {py: {time_limit: 5000}}",
        ),
        mapped(
            "override_limits.*.time_limits.*",
            "override_limits: {py: {time_limits: {1: 5000}}}",
        ),
        mapped(
            "override_limits.*.memory_limit",
            "override_limits: {py: {memory_limit: 17000}}",
        ),
        mapped(
            "override_limits.*.memory_limits.*",
            "override_limits: {py: {memory_limits: {1: 17000}}}",
        ),
        reported(
            "num_processes",
            "num_processes: 2",
            "at most one program talks to an interactor",
        ),
        reported("testrun_soc", "testrun_soc: x", "gamesolve has no test runs"),
        about("title", "title: B"),
        about("title_pl", "title_pl: A"),
        about("title_en", "title_en: A"),
        about("sinol_static_tests", "sinol_static_tests: [a0.in]"),
        about("sinol_latex_compiler", "sinol_latex_compiler: auto"),
        about(
            "sinol_expected_scores",
            "sinol_expected_scores: {nim.cpp: {points: 100}}",
        ),
        about("sinol_total_score", "sinol_total_score: 100"),
        about("sinol_undocumented_time_tool", "sinol_undocumented_time_tool: time"),
        about("sinol_undocumented_test_limits", "sinol_undocumented_test_limits: true"),
    ],
};
