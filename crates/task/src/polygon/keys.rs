//! The keys of Polygon.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "Polygon";
pub(super) const MANIFEST: &str = "problem.xml";
pub(super) const MADE: &str = "gamesolve judges the tests that are in the package";

pub(crate) const PROBLEM: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "problem@short-name": r#"<problem short-name="b">"#;
        Mapped "problem.judging@input-file": r#"<judging input-file="a.in">"#;
        Mapped "problem.judging@output-file": r#"<judging output-file="a.out">"#;
        Mapped "problem.judging.testset@name": r#"<testset name="x">"#;
        Mapped "problem.judging.testset.time-limit": "<time-limit>3500</time-limit>";
        Mapped "problem.judging.testset.memory-limit": "<memory-limit>16777216</memory-limit>";
        Mapped "problem.judging.testset.test-count": "<test-count>1</test-count>";
        Mapped "problem.judging.testset.input-path-pattern": "<input-path-pattern>tests/%02d</input-path-pattern>";
        Mapped "problem.judging.testset.answer-path-pattern": "<answer-path-pattern>tests/%02d.a</answer-path-pattern>";
        Mapped "problem.judging.testset.tests.test@points": r#"<test points="7"/>"#;
        Mapped "problem.judging.testset.tests.test@group": r#"<test group="g" points="7"/>"#;
        Mapped "problem.judging.testset.groups.group@name": r#"<group name="g"/>"#;
        Mapped "problem.judging.testset.groups.group@points": r#"<group name="g" points="7"/>"#;
        Mapped "problem.judging.testset.groups.group@points-policy": r#"<group name="g" points-policy="each-test"/>"#;
        Mapped "problem.judging.testset.groups.group.dependencies.dependency@group": r#"<dependency group="0"/>"#;
        Mapped "problem.assets.checker.source@path": r#"<source path="check.cpp"/>"#;
        Mapped "problem.assets.checker@type": r#"<checker type="testlib">"#;
        Mapped "problem.assets.interactor.source@path": r#"<source path="inter.cpp"/>"#;
        Mapped "problem.assets.validators.validator.source@path": r#"<source path="val.cpp"/>"#;
        Mapped "problem.assets.solutions.solution@tag": r#"<solution tag="main">"#;
        Mapped "problem.assets.solutions.solution.source@path": r#"<source path="sol.cpp"/>"#;
        Mapped "problem.statements.statement@path": r#"<statement path="a.pdf"/>"#;
        Reported "problem.judging@run-count": r#"<judging run-count="2">"#
            because "gamesolve runs each testcase once, and again only near a limit";
        Reported "problem.judging.testset.groups.group@feedback-policy": r#"<group feedback-policy="icpc"/>"#
            because "gamesolve shows all verdicts";
        About "problem@revision": r#"<problem revision="1">"#;
        About "problem@url": r#"<problem url="u">"#;
        About "problem.names.name@language": r#"<name language="english"/>"#;
        About "problem.names.name@value": r#"<name value="A"/>"#;
        About "problem.statements.statement@language": r#"<statement language="english"/>"#;
        About "problem.statements.statement@charset": r#"<statement charset="UTF-8"/>"#;
        About "problem.statements.statement@mathjax": r#"<statement mathjax="true"/>"#;
        About "problem.statements.statement@type": r#"<statement type="application/pdf"/>"#;
        About "problem.tutorials": "<tutorials/>";
        About "problem.judging@cpu-name": r#"<judging cpu-name="x">"#;
        About "problem.judging@cpu-speed": r#"<judging cpu-speed="x">"#;
        About "problem.judging@treat-points-from-checker-as-percent":
            r#"<judging treat-points-from-checker-as-percent="false">"#;
        About "problem.judging.testset.tests.test@method": r#"<test method="manual"/>"#;
        About "problem.judging.testset.tests.test@sample": r#"<test sample="true"/>"#;
        About "problem.judging.testset.tests.test@cmd": r#"<test cmd="gen 1"/>"#;
        About "problem.judging.testset.tests.test@description": r#"<test description="x"/>"#;
        About "problem.judging.testset.tests.test@from-file": r#"<test from-file="x"/>"#;
        About "problem.judging.testset.tests.test@verify": r#"<test verify="x"/>"#;
        About "problem.files": "<files/>";
        About "problem.assets.checker@name": r#"<checker name="std::wcmp.cpp">"#;
        About "problem.assets.checker.source@type": r#"<source type="cpp.g++17"/>"#;
        About "problem.assets.checker.binary": "<binary/>";
        About "problem.assets.checker.copy": "<copy/>";
        About "problem.assets.checker.testset": "<testset/>";
        About "problem.assets.interactor.source@type": r#"<source type="cpp.g++17"/>"#;
        About "problem.assets.interactor.binary": "<binary/>";
        About "problem.assets.interactor.runs": "<runs/>";
        About "problem.assets.validators.validator.source@type": r#"<source type="cpp.g++17"/>"#;
        About "problem.assets.validators.validator.binary": "<binary/>";
        About "problem.assets.validators.validator.testset": "<testset/>";
        About "problem.assets.validators.validator@name": r#"<validator name="x"/>"#;
        About "problem.assets.solutions.solution.source@type": r#"<source type="cpp.g++17"/>"#;
        About "problem.assets.solutions.solution.binary": "<binary/>";
        Reported "problem.assets.solutions.solution.extra-tags": "<extra-tags/>"
            because "the expected verdict of a solution is its tag";
        About "problem.properties": "<properties/>";
        About "problem.stresses": "<stresses/>";
        About "problem.tags": "<tags/>";
        About "problem.documents": "<documents/>";
        Reported "problem.judging.testset.tests.test@generator": r#"<test generator="x"/>"# because MADE;
    ],
};
