//! The keys of CMS and task-maker.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "CMS";
pub(super) const MANIFEST: &str = "task.yaml";
pub(super) const SCORES: &str = "the groups of gen/GEN have points of their own";
pub(super) const CONTEST: &str = "it is a setting of the contest server";

pub(crate) const TASK: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "name": "name: xyz";
        Mapped "time_limit": "time_limit: 3.5";
        Mapped "timeout": "timeout: 3.5";
        Mapped "memory_limit": "memory_limit: 16";
        Mapped "memlimit": "memlimit: 16";
        Mapped "infile": "infile: a.txt";
        Mapped "outfile": "outfile: a.txt";
        Mapped "score_type": "score_type: GroupMin";
        About "score_type_parameters": "score_type: GroupMin\nscore_type_parameters: [[1, 1]]";
        Refused "output_only": "output_only: true";
        Reported "total_value": "total_value: 200" because SCORES;
        About "score_mode": "score_mode: max";
        Reported "score_precision": "score_precision: 2" because "gamesolve shows points with up to six places";
        Reported "task_type": "task_type: Batch" because "gamesolve recognises the type from the files";
        Reported "task_type_parameters": "task_type_parameters: [x]"
            because "gamesolve recognises the type from the files";
        About "title": "title: B";
        About "nome": "nome: a";
        About "nome_breve": "nome_breve: a";
        Mapped "n_input": "n_input: 3";
        About "primary_language": "primary_language: en";
        About "public_testcases": "public_testcases: all";
        About "risultati": "risultati: all";
        About "feedback_level": "feedback_level: full";
        About "version": "version: 1";
        About "syllabuslevel": "syllabuslevel: 1";
        Reported "max_submission_number": "max_submission_number: 3" because CONTEST;
        Reported "max_user_test_number": "max_user_test_number: 3" because CONTEST;
        Reported "min_submission_interval": "min_submission_interval: 3" because CONTEST;
        Reported "min_user_test_interval": "min_user_test_interval: 3" because CONTEST;
        About "token_mode": "token_mode: disabled";
        About "token_max_number": "token_max_number: 3";
        About "token_min_interval": "token_min_interval: 3";
        About "token_gen_initial": "token_gen_initial: 3";
        About "token_gen_number": "token_gen_number: 3";
        About "token_gen_interval": "token_gen_interval: 3";
        About "token_gen_max": "token_gen_max: 3";
        About "token_initial": "token_initial: 3";
        About "token_total": "token_total: 3";
        About "token_max": "token_max: 3";
        About "token_gen_time": "token_gen_time: 3";
        About "only_public_score": "only_public_score: true";
    ],
};
