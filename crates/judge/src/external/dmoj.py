# Calls the function `check` of a DMOJ checker and prints three lines: pass or fail, the share of the points, a message.
import importlib.util
import os
import re
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


def lines_of(text):
    return [line for line in re.split(b"[\\r\\n]", utf8bytes(text)) if line]


def tokens_by_line(text):
    return [line.split() for line in lines_of(text) if line.split()]


def module(name, **members):
    made = types.ModuleType(name)
    for key, value in members.items():
        setattr(made, key, value)
    sys.modules[name] = made
    above, _, last = name.rpartition(".")
    if above:
        setattr(sys.modules[above], last, made)
    return made


def standard(judge, process):
    return tokens_by_line(judge) == tokens_by_line(process)


# The judge's own checkers that other checkers may call, by its documentation.


def check_standard(process_output, judge_output, _checker=standard, **_):
    return _checker(utf8bytes(judge_output), utf8bytes(process_output))


def check_easy(process_output, judge_output, **_):
    letters = [sorted(b"".join(utf8bytes(text).split()).lower()) for text in (process_output, judge_output)]
    return letters[0] == letters[1]


def is_near(process, judge, epsilon, mode):
    absolute = abs(process - judge) <= epsilon
    if mode == "absolute":
        return absolute
    if mode == "relative":
        ends = sorted((judge * (1 - epsilon), judge * (1 + epsilon)))
        return ends[0] <= process <= ends[1]
    return absolute or (abs(judge) >= epsilon and abs(1.0 - process / judge) <= epsilon)


def check_floats(process_output, judge_output, precision=6, error_mode="default", **_):
    if error_mode not in ("default", "absolute", "relative"):
        raise InternalError("there is no error mode `%s`" % error_mode)
    epsilon = 10 ** -int(precision)
    process, judge = lines_of(process_output), lines_of(judge_output)
    if len(process) != len(judge):
        return False
    for found, wanted in zip(process, judge):
        found, wanted = found.split(), wanted.split()
        if len(found) != len(wanted):
            return False
        for one, other in zip(found, wanted):
            try:
                other_number = float(other)
            except ValueError:
                if one != other:
                    return False
                continue
            try:
                if not is_near(float(one), other_number, epsilon, error_mode):
                    return False
            except (ValueError, OverflowError):
                return False
    return True


def check_floatsabs(process_output, judge_output, **kwargs):
    return check_floats(process_output, judge_output, **{**kwargs, "error_mode": "absolute"})


def check_floatsrel(process_output, judge_output, **kwargs):
    return check_floats(process_output, judge_output, **{**kwargs, "error_mode": "relative"})


def check_identical(process_output, judge_output, pe_allowed=True, **_):
    if process_output == judge_output:
        return True
    is_blank = pe_allowed and standard(judge_output, process_output)
    return CheckerResult(False, 0, "Presentation Error, check your whitespace" if is_blank else None)


def check_rstripped(process_output, judge_output, filter_new_line=False, **_):
    texts = [re.split(b"[\\r\\n]", utf8bytes(text)) for text in (process_output, judge_output)]
    if filter_new_line:
        texts = [[line for line in lines if line] for lines in texts]
    return [line.rstrip() for line in texts[0]] == [line.rstrip() for line in texts[1]]


def check_sorted(process_output, judge_output, split_on="lines", **_):
    if split_on == "lines":
        texts = [sorted(line.split() for line in lines_of(text)) for text in (process_output, judge_output)]
    elif split_on == "whitespace":
        texts = [sorted(utf8bytes(text).split()) for text in (process_output, judge_output)]
    else:
        raise InternalError("`sorted` does not split on `%s`" % split_on)
    return texts[0] == texts[1]


def check_unordered(process_output, judge_output, **_):
    return check_sorted(process_output, judge_output, split_on="whitespace")


def check_linecount(process_output, judge_output, point_value=1, **_):
    process, judge = lines_of(process_output), lines_of(judge_output)
    if len(process) > len(judge):
        return False
    if not judge:
        return True
    same = sum(one.strip() == other.strip() for one, other in zip(process, judge))
    return CheckerResult(same == len(judge), point_value * same / len(judge))


def check_linematches(
    process_output, judge_output, point_value=1, point_distribution=(1,), filler_lines_required=True, **_
):
    process, judge = lines_of(process_output), lines_of(judge_output)
    if len(judge) != len(point_distribution) or sum(point_distribution) <= 0:
        raise InternalError("`point_distribution` needs a number for each line of the answer, and a sum above 0")
    if filler_lines_required and len(process) != len(judge):
        return False
    points = sum(worth for one, other, worth in zip(process, judge, point_distribution) if one == other)
    return CheckerResult(points > 0, point_value * (points / sum(point_distribution)))


module("dmoj")
module("dmoj.result", CheckerResult=CheckerResult)
module("dmoj.error", InternalError=InternalError)
module("dmoj.utils")
module("dmoj.utils.unicode", utf8bytes=utf8bytes, utf8text=utf8text)
module("dmoj.checkers")
module("dmoj.checkers._checker", standard=standard)
for checker in (
    check_easy,
    check_floats,
    check_floatsabs,
    check_floatsrel,
    check_identical,
    check_linecount,
    check_linematches,
    check_rstripped,
    check_sorted,
    check_standard,
    check_unordered,
):
    module("dmoj.checkers." + checker.__name__[len("check_") :], check=checker)


class Unknown:
    """A value that only DMOJ knows: any use of it ends the checker."""

    def __init__(self, name):
        object.__setattr__(self, "_name", name)

    def _used(self, *_, **__):
        raise InternalError("the checker uses `%s`, which is not known here" % object.__getattribute__(self, "_name"))

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __call__ = __eq__ = __ne__ = __lt__ = __le__ = _used
    __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __truediv__ = _used
    __int__ = __float__ = __index__ = __str__ = __repr__ = __format__ = __bytes__ = __hash__ = __getattribute__ = _used


class PointValue(float):
    """The points of a testcase: a checker may take shares of them, but their number is not known here."""

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
        raise InternalError("the checker gives %g points without `point_value`, but the testcase's points are unknown" % share)
    share = min(max(share, 0.0), 1.0)
    print("pass" if passed else "fail")
    print(repr(share))
    print((message or "").replace("\n", " "))


try:
    main()
except InternalError as error:
    sys.exit(str(error))
except ImportError as error:
    if not (error.name or "").split(".")[0] == "dmoj":
        raise
    sys.exit("the checker imports something of `dmoj` that is not known here: %s" % error)
