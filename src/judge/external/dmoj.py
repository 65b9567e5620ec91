# Calls the function `check` of a DMOJ checker and prints three lines: pass or fail, the share of the points, a message.
import importlib.util
import os
import sys
import types


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed = passed
        self.points = points
        self.feedback = feedback
        self.extended_feedback = extended_feedback


class InternalError(Exception):
    pass


def utf8bytes(text):
    return text.encode("utf-8") if isinstance(text, str) else text


def utf8text(text, errors="strict"):
    return text.decode("utf-8", errors) if isinstance(text, bytes) else text


def tokens_by_line(text):
    return [line.split() for line in text.splitlines() if line.split()]


def module(name, **members):
    made = types.ModuleType(name)
    for key, value in members.items():
        setattr(made, key, value)
    sys.modules[name] = made
    return made


def standard(judge, process):
    return tokens_by_line(utf8bytes(judge)) == tokens_by_line(utf8bytes(process))


module("dmoj")
module("dmoj.result", CheckerResult=CheckerResult)
module("dmoj.error", InternalError=InternalError)
module("dmoj.utils")
module("dmoj.utils.unicode", utf8bytes=utf8bytes, utf8text=utf8text)
module("dmoj.checkers", standard=types.SimpleNamespace(check=lambda p, j, **_: standard(j, p)))
module("dmoj.checkers._checker", standard=standard)


class Unknown:
    """What the judge tells a checker and is not known here: any use of it ends the checker."""

    def __init__(self, name):
        object.__setattr__(self, "_name", name)

    def _used(self, *_, **__):
        raise InternalError("the checker uses `%s`, which is not known here" % object.__getattribute__(self, "_name"))

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __call__ = __eq__ = __ne__ = __lt__ = __le__ = _used
    __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __truediv__ = _used
    __int__ = __float__ = __index__ = __str__ = __repr__ = __format__ = __bytes__ = __hash__ = __getattribute__ = _used


class PointValue(float):
    """The points of a case, of which shares are taken; how many they are is not known here."""

    def _used(self, *_):
        raise InternalError("the checker compares `point_value`, which is not known here")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _used
    __hash__ = float.__hash__


def read(path):
    with open(path, "rb") as file:
        return file.read()


UNKNOWN = (
    "case_position",
    "batch",
    "submission_language",
    "submission_source",
    "execution_time",
    "problem_id",
    "case",
    "result",
)


def main():
    path, case_input, output, answer = sys.argv[1:5]
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("checker", path)
    checker = importlib.util.module_from_spec(spec)
    real = os.dup(1)
    os.dup2(2, 1)
    spec.loader.exec_module(checker)
    result = checker.check(
        read(output),
        read(answer),
        judge_input=read(case_input),
        point_value=PointValue(1.0),
        binary_data=False,
        **{name: Unknown(name) for name in UNKNOWN},
    )
    sys.stdout.flush()
    os.dup2(real, 1)
    if isinstance(result, CheckerResult):
        passed, share, message = result.passed, result.points, result.feedback
    else:
        passed, share, message = bool(result), 1.0 if result else 0.0, ""
    share = float(share)
    if share > 1.0 + 1e-9:
        raise InternalError("the checker gives %g points without `point_value`, and those of the case are not known here" % share)
    share = min(max(share, 0.0), 1.0)
    print("pass" if passed else "fail")
    print(repr(share))
    print((message or "").replace("\n", " "))


try:
    main()
except InternalError as error:
    sys.exit(str(error))
