//! The keys of CMS and task-maker.

use crate::read::keys::{Inventory, about, mapped, refused, reported};

pub(crate) const NAME: &str = "CMS";
pub(super) const MANIFEST: &str = "task.yaml";
pub(super) const SCORES: &str = "the groups of gen/GEN have points of their own";
pub(super) const CONTEST: &str = "it is a setting of the contest server";

pub(crate) const TASK: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("name", "name: xyz"),
        mapped("time_limit", "time_limit: 3.5"),
        mapped("timeout", "timeout: 3.5"),
        mapped("memory_limit", "memory_limit: 16"),
        mapped("memlimit", "memlimit: 16"),
        mapped("infile", "infile: a.txt"),
        mapped("outfile", "outfile: a.txt"),
        mapped("score_type", "score_type: GroupMin"),
        about(
            "score_type_parameters",
            "score_type: GroupMin\nscore_type_parameters: [[1, 1]]",
        ),
        refused("output_only", "output_only: true"),
        reported("total_value", "total_value: 200", SCORES),
        about("score_mode", "score_mode: max"),
        reported(
            "score_precision",
            "score_precision: 2",
            "gamesolve shows points with up to six places",
        ),
        reported(
            "task_type",
            "task_type: Batch",
            "gamesolve recognises the type from the files",
        ),
        reported(
            "task_type_parameters",
            "task_type_parameters: [x]",
            "gamesolve recognises the type from the files",
        ),
        about("title", "title: B"),
        about("nome", "nome: a"),
        about("nome_breve", "nome_breve: a"),
        mapped("n_input", "n_input: 3"),
        about("primary_language", "primary_language: en"),
        about("public_testcases", "public_testcases: all"),
        about("risultati", "risultati: all"),
        about("feedback_level", "feedback_level: full"),
        about("version", "version: 1"),
        about("syllabuslevel", "syllabuslevel: 1"),
        reported("max_submission_number", "max_submission_number: 3", CONTEST),
        reported("max_user_test_number", "max_user_test_number: 3", CONTEST),
        reported("min_submission_interval", "min_submission_interval: 3", CONTEST),
        reported("min_user_test_interval", "min_user_test_interval: 3", CONTEST),
        about("token_mode", "token_mode: disabled"),
        about("token_max_number", "token_max_number: 3"),
        about("token_min_interval", "token_min_interval: 3"),
        about("token_gen_initial", "token_gen_initial: 3"),
        about("token_gen_number", "token_gen_number: 3"),
        about("token_gen_interval", "token_gen_interval: 3"),
        about("token_gen_max", "token_gen_max: 3"),
        about("token_initial", "token_initial: 3"),
        about("token_total", "token_total: 3"),
        about("token_max", "token_max: 3"),
        about("token_gen_time", "token_gen_time: 3"),
        about("only_public_score", "only_public_score: true"),
    ],
};
