//! The keys of sinol.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "sinol";
pub(crate) const MANIFEST: &str = "config.yml";
pub(super) const BUILDS: &str = "gamesolve compiles programs without libraries";

pub(crate) const CONFIG: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "time_limit": "time_limit: 3500";
        Mapped "time_limits.*": "time_limits: {1: 7000}";
        Mapped "memory_limit": "memory_limit: 16384";
        Mapped "memory_limits.*": "memory_limits: {1: 17000}";
        Mapped "scores.*": "scores: {1: 90}";
        Mapped "subtask_dependencies.*": "scores: {1: 100}\nsubtask_dependencies: {1: [1]}";
        Mapped "sinol_contest_type": "sinol_contest_type: icpc";
        Mapped "sinol_task_id": "sinol_task_id: xyz";
        Refused "extra_execution_files": "extra_execution_files: {py: [lib.py]}";
        Refused "extra_compilation_files": "extra_compilation_files: [lib.cpp]";
        Refused "extra_compilation_args": "extra_compilation_args: {cpp: [lib.cpp]}";
        Mapped "override_limits.*.time_limit": "override_limits: {py: {time_limit: 5000}}";
        Mapped "override_limits.*.time_limits.*": "override_limits: {py: {time_limits: {1: 5000}}}";
        Mapped "override_limits.*.memory_limit": "override_limits: {py: {memory_limit: 17000}}";
        Mapped "override_limits.*.memory_limits.*": "override_limits: {py: {memory_limits: {1: 17000}}}";
        Reported "num_processes": "num_processes: 2" because "at most one program talks to an interactor";
        Reported "testrun_soc": "testrun_soc: x" because "gamesolve has no test runs";
        About "title": "title: B";
        About "title_pl": "title_pl: A";
        About "title_en": "title_en: A";
        About "sinol_static_tests": "sinol_static_tests: [a0.in]";
        About "sinol_latex_compiler": "sinol_latex_compiler: auto";
        About "sinol_expected_scores": "sinol_expected_scores: {nim.cpp: {points: 100}}";
        About "sinol_total_score": "sinol_total_score: 100";
        About "sinol_undocumented_time_tool": "sinol_undocumented_time_tool: time";
        About "sinol_undocumented_test_limits": "sinol_undocumented_test_limits: true";
    ],
};
