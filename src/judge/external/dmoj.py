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


def read(path):
    with open(path, "rb") as file:
        return file.read()


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
        point_value=1.0,
        case_position=0,
        batch=0,
        submission_language="",
        submission_source=b"",
        binary_data=False,
        execution_time=0.0,
        problem_id="",
        case=None,
        result=None,
    )
    sys.stdout.flush()
    os.dup2(real, 1)
    if isinstance(result, CheckerResult):
        passed, share, message = result.passed, result.points, result.feedback
    else:
        passed, share, message = bool(result), 1.0 if result else 0.0, ""
    share = min(max(float(share), 0.0), 1.0) if passed or share else 0.0
    print("pass" if passed else "fail")
    print(repr(share))
    print((message or "").replace("\n", " "))


main()
