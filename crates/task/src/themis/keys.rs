//! The keys of Themis.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "Themis";
pub(super) const MANIFEST: &str = "Settings.cfg";

pub(crate) const SETTINGS: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "ExamInformation@Name": r#"Name="ABC""#;
        Mapped "ExamInformation@InputFile": r#"InputFile="X.INP""#;
        Mapped "ExamInformation@OutputFile": r#"OutputFile="X.OUT""#;
        Mapped "ExamInformation@UseStdIn": r#"UseStdIn="true""#;
        Mapped "ExamInformation@UseStdOut": r#"UseStdOut="true""#;
        Mapped "ExamInformation@EvaluatorName": r#"EvaluatorName="C2LinesWordsCase.dll""#;
        Mapped "ExamInformation@Mark": r#"Mark="7""#;
        Mapped "ExamInformation@TimeLimit": r#"TimeLimit="3.5""#;
        Mapped "ExamInformation@MemoryLimit": r#"MemoryLimit="16""#;
        Mapped "ExamInformation.TestCase@Name": r#"<TestCase Name="Test01"/>"#;
        Mapped "ExamInformation.TestCase@Mark": r#"<TestCase Name="Test01" Mark="7"/>"#;
        Mapped "ExamInformation.TestCase@TimeLimit": r#"<TestCase Name="Test01" TimeLimit="3.5"/>"#;
        Mapped "ExamInformation.TestCase@MemoryLimit": r#"<TestCase Name="Test01" MemoryLimit="16"/>"#;
        About "ExamInformation@Version": r#"Version="1""#;
    ],
};
