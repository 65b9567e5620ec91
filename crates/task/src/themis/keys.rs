//! The keys of Themis.

use crate::read::keys::{Inventory, about, mapped};

pub(crate) const NAME: &str = "Themis";
pub(super) const MANIFEST: &str = "Settings.cfg";

pub(crate) const SETTINGS: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("ExamInformation@Name", r#"Name="ABC""#),
        mapped("ExamInformation@InputFile", r#"InputFile="X.INP""#),
        mapped("ExamInformation@OutputFile", r#"OutputFile="X.OUT""#),
        mapped("ExamInformation@UseStdIn", r#"UseStdIn="true""#),
        mapped("ExamInformation@UseStdOut", r#"UseStdOut="true""#),
        mapped(
            "ExamInformation@EvaluatorName",
            r#"EvaluatorName="C2LinesWordsCase.dll""#,
        ),
        mapped("ExamInformation@Mark", r#"Mark="7""#),
        mapped("ExamInformation@TimeLimit", r#"TimeLimit="3.5""#),
        mapped("ExamInformation@MemoryLimit", r#"MemoryLimit="16""#),
        mapped("ExamInformation.TestCase@Name", r#"<TestCase Name="Test01"/>"#),
        mapped("ExamInformation.TestCase@Mark", r#"<TestCase Name="Test01" Mark="7"/>"#),
        mapped(
            "ExamInformation.TestCase@TimeLimit",
            r#"<TestCase Name="Test01" TimeLimit="3.5"/>"#,
        ),
        mapped(
            "ExamInformation.TestCase@MemoryLimit",
            r#"<TestCase Name="Test01" MemoryLimit="16"/>"#,
        ),
        about("ExamInformation@Version", r#"Version="1""#),
    ],
};
