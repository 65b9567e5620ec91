//! The keys of Polygon.

use crate::read::keys::{Inventory, about, mapped, reported};

pub(crate) const NAME: &str = "Polygon";
pub(super) const MANIFEST: &str = "problem.xml";
pub(super) const MADE: &str = "gamesolve judges the tests that are in the package";

pub(crate) const PROBLEM: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("problem@short-name", r#"<problem short-name="b">"#),
        mapped("problem.judging@input-file", r#"<judging input-file="a.in">"#),
        mapped("problem.judging@output-file", r#"<judging output-file="a.out">"#),
        mapped("problem.judging.testset@name", r#"<testset name="x">"#),
        mapped("problem.judging.testset.time-limit", "<time-limit>3500</time-limit>"),
        mapped(
            "problem.judging.testset.memory-limit",
            "<memory-limit>16777216</memory-limit>",
        ),
        mapped("problem.judging.testset.test-count", "<test-count>1</test-count>"),
        mapped(
            "problem.judging.testset.input-path-pattern",
            "<input-path-pattern>tests/%02d</input-path-pattern>",
        ),
        mapped(
            "problem.judging.testset.answer-path-pattern",
            "<answer-path-pattern>tests/%02d.a</answer-path-pattern>",
        ),
        mapped("problem.judging.testset.tests.test@points", r#"<test points="7"/>"#),
        mapped(
            "problem.judging.testset.tests.test@group",
            r#"<test group="g" points="7"/>"#,
        ),
        mapped("problem.judging.testset.groups.group@name", r#"<group name="g"/>"#),
        mapped(
            "problem.judging.testset.groups.group@points",
            r#"<group name="g" points="7"/>"#,
        ),
        mapped(
            "problem.judging.testset.groups.group@points-policy",
            r#"<group name="g" points-policy="each-test"/>"#,
        ),
        mapped(
            "problem.judging.testset.groups.group.dependencies.dependency@group",
            r#"<dependency group="0"/>"#,
        ),
        mapped("problem.assets.checker.source@path", r#"<source path="check.cpp"/>"#),
        mapped("problem.assets.checker@type", r#"<checker type="testlib">"#),
        mapped("problem.assets.interactor.source@path", r#"<source path="inter.cpp"/>"#),
        mapped(
            "problem.assets.validators.validator.source@path",
            r#"<source path="val.cpp"/>"#,
        ),
        mapped("problem.assets.solutions.solution@tag", r#"<solution tag="main">"#),
        mapped(
            "problem.assets.solutions.solution.source@path",
            r#"<source path="sol.cpp"/>"#,
        ),
        mapped("problem.statements.statement@path", r#"<statement path="a.pdf"/>"#),
        reported(
            "problem.judging@run-count",
            r#"<judging run-count="2">"#,
            "gamesolve runs each testcase once, and again only near a limit",
        ),
        reported(
            "problem.judging.testset.groups.group@feedback-policy",
            r#"<group feedback-policy="icpc"/>"#,
            "gamesolve shows all verdicts",
        ),
        about("problem@revision", r#"<problem revision="1">"#),
        about("problem@url", r#"<problem url="u">"#),
        about("problem.names.name@language", r#"<name language="english"/>"#),
        about("problem.names.name@value", r#"<name value="A"/>"#),
        about(
            "problem.statements.statement@language",
            r#"<statement language="english"/>"#,
        ),
        about(
            "problem.statements.statement@charset",
            r#"<statement charset="UTF-8"/>"#,
        ),
        about("problem.statements.statement@mathjax", r#"<statement mathjax="true"/>"#),
        about(
            "problem.statements.statement@type",
            r#"<statement type="application/pdf"/>"#,
        ),
        about("problem.tutorials", "<tutorials/>"),
        about("problem.judging@cpu-name", r#"<judging cpu-name="x">"#),
        about("problem.judging@cpu-speed", r#"<judging cpu-speed="x">"#),
        about(
            "problem.judging@treat-points-from-checker-as-percent",
            r#"<judging treat-points-from-checker-as-percent="false">"#,
        ),
        about(
            "problem.judging.testset.tests.test@method",
            r#"<test method="manual"/>"#,
        ),
        about("problem.judging.testset.tests.test@sample", r#"<test sample="true"/>"#),
        about("problem.judging.testset.tests.test@cmd", r#"<test cmd="gen 1"/>"#),
        about(
            "problem.judging.testset.tests.test@description",
            r#"<test description="x"/>"#,
        ),
        about(
            "problem.judging.testset.tests.test@from-file",
            r#"<test from-file="x"/>"#,
        ),
        about("problem.judging.testset.tests.test@verify", r#"<test verify="x"/>"#),
        about("problem.files", "<files/>"),
        about("problem.assets.checker@name", r#"<checker name="std::wcmp.cpp">"#),
        about("problem.assets.checker.source@type", r#"<source type="cpp.g++17"/>"#),
        about("problem.assets.checker.binary", "<binary/>"),
        about("problem.assets.checker.copy", "<copy/>"),
        about("problem.assets.checker.testset", "<testset/>"),
        about("problem.assets.interactor.source@type", r#"<source type="cpp.g++17"/>"#),
        about("problem.assets.interactor.binary", "<binary/>"),
        about("problem.assets.interactor.runs", "<runs/>"),
        about(
            "problem.assets.validators.validator.source@type",
            r#"<source type="cpp.g++17"/>"#,
        ),
        about("problem.assets.validators.validator.binary", "<binary/>"),
        about("problem.assets.validators.validator.testset", "<testset/>"),
        about("problem.assets.validators.validator@name", "<validator name=\"x\"/>"),
        about(
            "problem.assets.solutions.solution.source@type",
            r#"<source type="cpp.g++17"/>"#,
        ),
        about("problem.assets.solutions.solution.binary", "<binary/>"),
        reported(
            "problem.assets.solutions.solution.extra-tags",
            "<extra-tags/>",
            "the expected verdict of a solution is its tag",
        ),
        about("problem.properties", "<properties/>"),
        about("problem.stresses", "<stresses/>"),
        about("problem.tags", "<tags/>"),
        about("problem.documents", "<documents/>"),
        reported(
            "problem.judging.testset.tests.test@generator",
            r#"<test generator="x"/>"#,
            MADE,
        ),
    ],
};
