# The grader around a user's own Python game: reads an order, explores, writes the graph of positions.
# src/own/protocol.rs describes the protocol.
import marshal, os, site, sys

_leave = os._exit


class _Packages:
    """Finds installed packages as soon as a game imports one. Python starts without them, which takes less time."""

    @staticmethod
    def find_spec(*asked):
        if _Packages in sys.meta_path:
            sys.meta_path.remove(_Packages)
            site.main()
            found = (finder.find_spec(*asked) for finder in list(sys.meta_path) if hasattr(finder, "find_spec"))
            return next((spec for spec in found if spec is not None), None)


if sys.flags.no_site:
    sys.meta_path.append(_Packages)
    site.setquit()
    site.setcopyright()
    site.sethelper()
_out = os.fdopen(os.dup(1), "w", buffering=1 << 20, encoding="utf-8", errors="surrogateescape", newline="\n")
_nowhere = os.open(os.devnull, os.O_WRONLY)
os.dup2(_nowhere, 1)


# Whether positions are rows of any length. Then `moves` takes their numbers one by one.
_rows = [False]


class Score:
    """A move that gains points for the player who makes it."""

    __slots__ = ("points", "to")

    def __init__(self, points, *to):
        # The numbers of a position may be separate arguments. A row may have a single number.
        if not to and not _rows[0]:
            raise TypeError("a score has points and a position, as in `Score(3, n - 1)`")
        one = to[0] if len(to) == 1 else to
        self.points, self.to = points, to if _rows[0] and type(one) is int else one


class _Result:
    def __init__(self, sign):
        self.sign = sign


class _End:
    """The result that a generator returned."""

    def __init__(self, sign):
        self.sign = sign


WON, LOST, DRAWN = _Result("W"), _Result("L"), _Result("D")
_generator = type(_ for _ in ())


def _told(result):
    """Yields the moves of a generator, then its returned result."""
    last = yield from result
    if type(last) is _Result:
        yield _End(last.sign)
    elif last is not None:
        raise TypeError("a function with `yield` returns a value, which is lost: write `yield` for each move")


# The numbers from here on are no part of a position: Python prints none of them, and a reader would see only digits.
_MOST_DIGITS = 4300
_TOO_LARGE = 10**_MOST_DIGITS


def _digits(p):
    """Returns words about a number that is too large to print."""
    count = int(abs(p).bit_length() * 0.30102999566398)
    return "a number of %d digits" % (count + (abs(p) >= 10**count))


def _name(p):
    kind = type(p)
    if kind is int:
        return str(p) if abs(p) < _TOO_LARGE else _digits(p)
    if kind is str:
        return p.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t") if p else '""'
    if kind is tuple:
        inner = ", ".join(map(_name, p))
        return "(" + inner + ("," if len(p) == 1 else "") + ")"
    if kind is frozenset:
        return "{" + ", ".join(sorted(map(_name, p))) + "}"
    if kind is list:
        return " + ".join(map(_name, p)) if p else "nothing"
    return " ".join(repr(p).split())


def _plain(p):
    """Returns a position with numbers of other libraries converted to Python integers."""
    kind = type(p)
    if kind is int or kind is str or kind is bool:
        return p
    if kind is tuple:
        return tuple([_plain(x) for x in p])
    if hasattr(kind, "__index__"):
        try:
            return int(kind.__index__(p))
        except TypeError:
            pass
    return p


def _fail(kind, position, message, hint=""):
    text = " ".join(str(message).split())
    # The report may be cut within a line.
    _out.write("\nX\t%s\t%s\t%s%s\n" % (kind, position, text[:500], hint and "\t" + hint))
    _out.flush()
    _leave(0)


def _describe(error):
    text = "%s: %s" % (type(error).__name__, error)
    if isinstance(error, NameError) and getattr(error, "name", None) in ("WIN", "LOSE", "LOSS", "DRAW", "won", "lost", "drawn"):
        text += ", and results are `WON`, `LOST` and `DRAWN`"
    frame = error.__traceback__
    line = None
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == _path:
            line = frame.tb_lineno
        frame = frame.tb_next
    return text + (" (line %d)" % line if line else "")


# The opened files, up to a maximum number.
_opened = set()


def _watch(event, arguments):
    if event == "open" and len(_opened) < 10000:
        _opened.add(arguments[0])


# The maximum number of tests in an input.
MOST_TESTS = 1_000_000

# The name of the function that counts a step of a game.
_STEP = "_gs_step_"


def _counted(source):
    """Returns the syntax tree of a file that counts the rounds of its loops and the calls of its functions."""

    def step(node):
        """Returns a call at the place of a node, and this place."""
        place = {name: getattr(node, name) for name in node._attributes}
        return ast.Call(ast.Name(_STEP, ast.Load(), **place), [], [], **place), place

    tree = _parsed(source, _path)
    for node in _walk(tree):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
            call, place = step(node)
            # A description stays the first statement of its function.
            first = node.body[0].value if isinstance(node.body[0], ast.Expr) else None
            described = isinstance(node, ast.FunctionDef) and isinstance(first, ast.Constant) and type(first.value) is str
            node.body.insert(int(described), ast.Expr(call, **place))
        elif isinstance(node, ast.Lambda):
            call, place = step(node)
            node.body = ast.BoolOp(ast.And(), [call, node.body], **place)
        elif isinstance(node, ast.comprehension):
            node.ifs.insert(0, step(node.target)[0])
    return tree


def _near(name, known):
    """Returns whether a name is almost a known one: its letters differ in case, or by one letter, or by a swap."""
    a, b = name.upper(), known.upper()
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return name != known and (max(len(a), len(b)) < 2 or len(a) == 2 and a == b[::-1])


def _renamed(source, node, names):
    """Returns the first line of a statement with other names."""
    import re
    from ast import get_source_segment

    line = (get_source_segment(source, node) or "").partition("\n")[0]
    for name, known in names.items():
        line = re.sub(r"\b%s\b" % name, known, line)
    return line


def _unused(source):
    """Returns the syntax tree of a file, and a function that tells whether a name stands only once in it."""
    tree = _parsed(source, _path)
    names = [x.id for x in _walk(tree) if isinstance(x, ast.Name)]
    return tree, lambda name, most=1: names.count(name) <= most


def _without_effect(source, module):
    """Returns a statement that is almost an optional line or function: its name, its line, the right statement.

    The code does not use its name, and its value fits. So the statement has no other purpose."""
    tree, is_unused = _unused(source)
    fits = dict.fromkeys(_TEXTS, (str,)) | dict.fromkeys(_EXAMPLES, (ast.List, ast.Tuple)) | {"LIMITS": (ast.Dict,)}

    def meant(name, value):
        kind = type(value.value) if isinstance(value, ast.Constant) else type(value)
        found = [known for known in fits if kind in fits[known] and known not in module and (name == known or _near(name, known))]
        return found[0] if found and is_unused(name) else None

    for node in tree.body:
        names = {}
        if isinstance(node, ast.FunctionDef) and is_unused(node.name, 0):
            for known in ("read", "start", "valid"):
                is_close = len(node.name) != len(known) or node.name.lower() == known
                if known not in module and is_close and _near(node.name, known):
                    names[node.name] = known
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                pairs = zip(target.elts, node.value.elts) if several else [(target, node.value)]
                for each, value in pairs:
                    known = meant(each.id, value) if isinstance(each, ast.Name) else None
                    names.update({each.id: known} if known else {})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            known = meant(node.target.id, node.value or node.annotation)
            if known and node.value is None:
                return node.target.id, node.lineno, "%s = %s" % (known, _renamed(source, node.annotation, {}))
            names.update({node.target.id: known} if known else {})
        if names:
            return next(iter(names)), node.lineno, _renamed(source, node, names)
    return None


def _twice(source):
    """Returns the line that gives an optional line again, and its name."""
    seen = set()
    for node in _parsed(source, _path).body:
        for target in node.targets if isinstance(node, ast.Assign) else []:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name) and each.id in (*_TEXTS, *_EXAMPLES):
                    if each.id in seen:
                        return node.lineno, each.id
                    seen.add(each.id)
    return None


# The kinds of plain positions.
_SIMPLE = {int, str, tuple}


class _Numbers(dict):
    """The number of each position, as text for the report. A new position gets the next number."""

    def __missing__(self, p):
        if type(p) not in _SIMPLE:
            raise TypeError
        return self.find(p, self.at)


class _Parameter:
    """A parameter of a function, as the module `inspect` describes it."""

    POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = 1, 2, 3, 4
    empty = object()

    def __init__(self, name, kind, default, annotation):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation


def _parameters(function):
    """Returns the parameters of a function by their names.

    A plain function shows them itself, because importing `inspect` takes longer than a short game."""
    if type(function) is not type(_parameters) or function.__dict__:
        from inspect import signature

        return signature(function).parameters
    code = function.__code__
    names = list(code.co_varnames)
    kind, empty = _Parameter, _Parameter.empty
    given, named = names[: code.co_argcount], names[code.co_argcount :][: code.co_kwonlyargcount]
    kinds = dict.fromkeys(given, kind.POSITIONAL_OR_KEYWORD)
    defaults = dict(zip(reversed(given), reversed(function.__defaults__ or ())), **function.__kwdefaults__ or {})
    rest = iter(names[len(given) + len(named) :])
    if code.co_flags & 4:
        kinds[next(rest)] = kind.VAR_POSITIONAL
    kinds.update(dict.fromkeys(named, kind.KEYWORD_ONLY))
    if code.co_flags & 8:
        kinds[next(rest)] = kind.VAR_KEYWORD
    stated = function.__annotations__
    return {name: kind(name, kinds[name], defaults.get(name, empty), stated.get(name, empty)) for name in kinds}


def _unescaped(text):
    """Returns the text of an input from its line in an order."""
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\r", "\r").replace("\\0", "\0") for part in parts)


def _is_number(word):
    """Returns whether a word of an input is a number. Zeros before it make it a word."""
    try:
        return str(int(word)) == word
    except ValueError:
        return False


def _finish():
    """Ends the report, and lists the files that the game read, except those of Python's own library."""
    _out.write("OK\n")
    own = os.path.dirname(os.__file__) + os.sep
    files = {getattr(x, "__file__", None) for x in list(sys.modules.values())} - {None, __file__}
    files.update(_opened)
    paths = set()
    for file in files:
        try:
            # A number is a file that is open already.
            if type(file) is not int:
                paths.add(os.path.abspath(os.fsdecode(file)))
        except (TypeError, ValueError):
            paths.add("\n")
    for path in sorted(paths):
        foreign = any(name in path for name in ("site-packages", "dist-packages"))
        if path == _path or "__pycache__" in path or path.startswith(own) and not foreign:
            continue
        _out.write("R\t%s\n" % path if path.isprintable() else "R\n")
    _out.flush()
    _leave(0)


# The part of the file that runs, and its position if it is `moves`. The bytes of memory that a game may use.
_now = ["the file itself", None]
_memory = [0]


def _place():
    """Returns the name of the current position or part."""
    return _now[0] if _now[1] is None else _name(_now[1])


def _main():
    global _path
    import _signal as signal
    from _operator import length_hint
    from itertools import islice, repeat
    from time import monotonic

    order = sys.stdin.read().split("\n")
    mode, _path = order[0], order[1]
    max_positions, max_moves, seconds, memory, last_wins, work, steps = [int(x) for x in order[2].split()]
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ImportError, ValueError, OSError):
        pass
    starts = order[3:-1]
    now = _now
    _memory[0] = memory
    positions = []
    rows = []

    def alarm(*_):
        if len(positions) > 100000:
            too_large("%d positions took longer than %d s" % (len(positions), seconds))
        _fail("time", _place(), "took longer than %d s" % seconds)

    # Ticks of half a second of processor time: all of them, and those since the last move of an exploration.
    ticks = [0, 0]
    # The ticks without a move after which a call is endless. The file may fill tables, and `read` may read many tests.
    patience = 20

    def end_soon(more=5):
        """Lets the system end a call of a library after some seconds, because no tick ends it.

        They are more than a call has, because a machine that stops for a while counts that as processor time."""
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + more
        resource.setrlimit(resource.RLIMIT_CPU, (soft if hard < 0 else min(soft, hard), hard))

    def tick(*_):
        ticks[0] += 1
        ticks[1] += 1
        if ticks[1] >= 0:
            end_soon(patience + 3)
        if ticks[1] > patience:
            _fail("hangs", _place(), "took longer than %s (is a loop endless?)" % ("a second" if patience == 2 else "%d s" % (patience // 2)))
        if ticks[0] >= 2 * seconds:
            alarm()

    # Opened before the game, so it is none of the files that the game reads.
    try:
        stat = os.open("/proc/self/schedstat", os.O_RDONLY)
    except OSError:
        stat = None

    def worked():
        """Returns the clock, the time in which the program had a processor or waited for one, and its voluntary waits."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        delay = int(os.pread(stat, 64, 0).split()[1]) / 1e9 if stat else 0
        return monotonic(), used.ru_utime + used.ru_stime + delay, used.ru_nvcsw

    # The seconds in a row in which the program waited more than it wanted a processor.
    waited = 0
    last_worked = worked()

    def second(*_):
        """Ends a game that waits. On a busy machine a game that computes waits for a processor alone."""
        nonlocal waited, last_worked
        now = worked()
        clock, wanted, given_up = [x - y for x, y in zip(now, last_worked)]
        waited = waited + 1 if given_up and wanted < clock / 2 else 0
        last_worked = now
        if waited == 5:
            _fail("waits", _place(), "waits for 5 s without much work", "leave out what waits, such as `sleep` or `input`")

    # The time limits only end a run with an error.
    signal.signal(signal.SIGALRM, second)
    signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    signal.setitimer(signal.ITIMER_PROF, 0.5, 0.5)
    end_soon(seconds + 1)

    def leave(code=0):
        _fail("exception", _place(), "the end of the program: it calls os._exit")

    os._exit = leave
    module = {"__name__": "game", "Score": Score, "WON": WON, "LOST": LOST, "DRAWN": DRAWN, _STEP: repeat(True).__next__}
    returns = True
    try:
        with open(_path, encoding="utf-8-sig") as file:
            source = file.read()
        # Look for the returned result of a generator only if the text has `return`.
        sys.addaudithook(_watch)
        returns = "return" in source or "import" in source or "exec" in source
        exec(compile(_counted(source) if mode == "moves" and steps else source, _path, "exec"), module)
    except SystemExit as error:
        _fail("file", "the file itself", "it ends the program: %s" % error)
    except UnicodeDecodeError as error:
        _fail("file", "the file itself", "it is not UTF-8 (line %d)" % (1 + error.object.count(b"\n", 0, error.start)))
    except EOFError:
        _fail("file", "the file itself", "it reads an input, as a solution does, but a game is only a function `moves`", "gamesolve show bachet")
    except BaseException as error:
        _fail("file", "the file itself", _describe(error))
    patience, ticks[1] = 10 if mode == "read" else 2, -sys.maxsize
    moves, start = module.get("moves"), module.get("start")
    moves_given = moves
    if not callable(moves):
        heads = [node for node in _unused(source)[0].body if _near(getattr(node, "name", ""), "moves")]
        head = _renamed(source, heads[0], {heads[0].name: "moves"}).partition("):")[0] + ")" if heads else "gamesolve show bachet"
        at = " (line %d)" % heads[0].lineno if heads else ""
        _fail("file", "the file itself", "it has no function `moves(position)`" + at, head)

    def line_of(function):
        """Returns the line of a function at the end of a sentence."""
        code = getattr(function, "__code__", None)
        return " (line %d)" % code.co_firstlineno if code else ""

    def where(key):
        """Returns the line that assigns a value to a name."""
        for number, line in enumerate(source.split("\n"), 1):
            if key in line.partition("=")[0].replace(",", " ").split():
                return " (line %d)" % number
        return ""

    def unlike(key):
        """Refuses an optional line that is no text and has another form."""
        example = _EXAMPLES[key]
        _fail("file", "the file itself", "`%s` is not like %s%s" % (key, example, where(key)), "%s = %s" % (key, example))

    # The optional lines. `_TEXTS` and `_EXAMPLES` stand before this file, and src/own/optional.rs writes them.
    for key in _TEXTS:
        value = module.get(key)
        if isinstance(value, str):
            _out.write("F\t%s\t%s\n" % (key, " ".join(value.split())))
        elif value is not None:
            _fail("file", "the file itself", "`%s` is not a text" % key + where(key), '%s = "%s"' % (key, " ".join(str(value if type(value) not in (list, tuple) else (" " * (key != "LETTERS")).join(map(str, value))).split())))
    for key in (*_TEXTS, *_EXAMPLES):
        for number, line in enumerate(source.split("\n"), 1):
            if key not in module and line.startswith("#") and line[1:].lstrip().startswith(key + ":"):
                _fail("file", "the file itself", "line %d is a comment; in Python it is `%s = ...`" % (number, key))
    twice = _twice(source)
    if twice:
        _out.write("F\tTWICE\t%d %s\n" % twice)
    almost = _without_effect(source, module)
    if almost:
        _fail("file", "the file itself", "`%s` has no effect (line %d)" % almost[:2], almost[2])
    limits = module.get("LIMITS")
    if limits is not None:
        try:
            for key, (low, high) in limits.items():
                if (low, high) != (int(low), int(high)):
                    raise ValueError
                if high >= 2**64:
                    cure = 'LIMITS = {"%s": (%d, 10**18)}' % (key, min(low, 1))
                    _fail("file", "the file itself", "the limits of `%s` go above 10^18, the largest number here%s" % (key, where("LIMITS")), cure)
                _out.write("F\tLIMIT %s\t%d %d\n" % (key, low, high))
        except (AttributeError, TypeError, ValueError):
            unlike("LIMITS")

    def escaped(x):
        text = str(x).encode("utf-8", "replace").decode()
        return text.replace("\\", "\\\\").replace("\r", "").replace("\n", "\\n").replace("\t", "\\t")

    if isinstance(module.get("__doc__"), str):
        _out.write("F\tDOC\t%s\n" % escaped(module["__doc__"]))
    samples = module.get("SAMPLES")
    if samples is not None:
        try:
            for given, answer in samples:
                _out.write("F\tSAMPLE\t%s\t%s\n" % (escaped(given), escaped(answer)))
        except (TypeError, ValueError):
            unlike("SAMPLES")

    def stated(argument):
        """Returns the kind of positions that the annotation of an argument names, or None."""
        kind = argument.annotation
        return _meant(kind if type(kind) is str else getattr(kind, "__name__", None) or str(kind))

    try:
        taken = list(_parameters(moves).values())
        lone = [x for x in taken if x.kind == x.KEYWORD_ONLY and x.default is x.empty]
        if lone:
            names = [x.name for x in taken if x.kind != x.VAR_POSITIONAL and x.default is x.empty]
            _fail("file", "the file itself", "`moves` takes `%s` only by its name (line %d)" % (lone[0].name, moves.__code__.co_firstlineno), "def moves(%s)" % ", ".join(names))
        # The last argument takes all further numbers of a position.
        spread = any(x.kind == x.VAR_POSITIONAL for x in taken)
        # Arguments with a default are no part of a position.
        optional = [x.name for x in taken if x.default is not x.empty]
        taken = [x for x in taken if x.default is x.empty and x.kind != x.VAR_KEYWORD]
        if not taken:
            _fail("file", "the file itself", "`moves` takes no position" + line_of(moves), "def moves(n)")
        floats = [x.name for x in taken if x.annotation in (float, "float")]
        if floats:
            from inspect import signature

            stated_as = signature(moves).parameters
            names = [x.name + ": int" if x.name in floats else str(stated_as[x.name]) for x in taken]
            _fail("file", "the file itself", "`moves` takes `%s` as a float, and positions are whole numbers (line %d)" % (floats[0], moves.__code__.co_firstlineno), "def moves(%s)" % ", ".join(names))
        hint = stated(taken[0])
        taken = [x.name for x in taken]
        names = taken
        if len(taken) > 1 or spread:
            # Separate numbers form a tuple.
            hint, of_numbers = tuple, moves
            moves = lambda p: of_numbers(*p)
        _rows[0] = spread
    except (TypeError, ValueError):
        hint, names, taken, spread, optional = None, ["n"], ["n"], False, []
    least = len(taken) - spread

    # The kind of a position is stated by annotations, optional lines and the text of the functions.
    listed = spread
    count = None

    letters = module.get("LETTERS")
    form = str(module.get("INPUT", "")).rpartition(":")[2] or str(module.get("INPUT", ""))
    gives_numbers = " numbers" in str(module.get("INPUT", "")).partition(", then ")[2]
    reader = module.get("read")
    code = getattr(reader, "__code__", None)
    if code and not code.co_argcount - len(reader.__defaults__ or ()) <= 1 <= code.co_argcount:
        if _unused(source)[1]("read", 0):
            _fail("file", "the file itself", "`read` takes the text of an input, and nothing else" + line_of(reader), "def read(text)")
        code = None
    if not code:
        reader = None
    # With `read`, inputs say nothing about positions.
    texts = [str(given) for given, _ in samples or () if reader is None]
    has_words = any(not _is_number(word) for text in texts for word in text.split())
    # The numbers of one position are named by limits, or by an input without a list.
    numeric = gives_numbers or bool(limits)

    # A word in an input is a whole position.
    taking = moves_given if start is None else start
    arguments = [x for x in _parameters(taking).values() if x.default is x.empty] if hasattr(taking, "__code__") else []
    words = [x.name for x in arguments if stated(x) is str]
    if reader is None and len(arguments) > 1 and words:
        names = [x.name for x in arguments]
        given = ", ".join(name if name in words else "int(%s)" % name for name in names)
        at = line_of(taking)
        cure = "def read(text): %s = text.split(); return %s" % (", ".join(names), "start(%s)" % given if start else given)
        _fail("file", "the file itself", "`%s` is a word beside other arguments, which only a `read` can give%s" % (words[0], at), cure)

    def shown(name, argument, allowed):
        """Returns the kind of the position that a function takes, and the count of its numbers if it is a row.

        If the file leaves several kinds, they are a question, and there is no kind."""
        function = module[name]
        kinds, count = _kinds(source, _path, module, name)
        kinds = [kind for kind in (str, int, tuple) if kind in allowed and kind in kinds] or allowed
        if len(kinds) > 1 and int in kinds and numeric and not gives_numbers:
            kinds = [int]
        if len(kinds) == 1:
            return kinds[0], count
        if reader is None:
            from inspect import signature as signature_of

            signature, told = signature_of(function), []
            for kind in kinds:
                given = [x.replace(annotation=kind) if x.name == argument else x for x in signature.parameters.values()]
                told.append("%s %s%s" % (kind.__name__, name, signature.replace(parameters=given)))
            line = getattr(getattr(function, "__code__", None), "co_firstlineno", 1)
            _out.write("F\tASK\t%s\n" % "\t".join([str(line), name, argument] + told))
        return None, None

    if start is not None:
        if not callable(start):
            _fail("file", "the file itself", "`start` is no function" + where("start"), "def start(n): return n")
        parameters = _parameters(start)
        if not parameters:
            _fail("file", "the file itself", "`start` takes no number of the input" + line_of(start), "def start(n)")
        _out.write("F\tTAKES\t%s\n" % " ".join(names))
        names = list(parameters)
        given = [x for x in parameters.values() if x.default is x.empty]
        listed = any(x.kind == x.VAR_POSITIONAL for x in given)
        hint = tuple if listed else None
        if not listed and len(given) == 1:
            hint = stated(given[0])
            if letters or has_words:
                hint = str
            elif hint is None:
                hint, _ = shown("start", given[0].name, [int, tuple] if gives_numbers else [str, int])
            if hint is tuple:
                of_list, listed = start, True
                start = lambda *numbers: of_list(numbers)
    elif letters and len(taken) == 1 and hint in (None, str):
        hint = str
        if str not in _kinds(source, _path, module, "moves")[0]:
            _fail("file", "the file itself", "it has `LETTERS`, and its positions are no words" + where("LETTERS"), "leave out `LETTERS`")
    elif hint is None or hint is tuple and len(taken) == 1 and not spread:
        head = str(module.get("INPUT", "")).partition(", then ")[0].rpartition(":")[2]
        several = "then" not in form and len(form.split()) > 1 or len(head.split()) > 1
        if hint is tuple or several:
            allowed = [tuple]
        elif has_words and not numeric:
            allowed = [str]
        else:
            # Only a list gives a row.
            is_one = form and not gives_numbers
            allowed = [str] * (not numeric) + [int] + [tuple] * (not is_one)
        hint, count = shown("moves", taken[0], allowed)
        listed = hint is tuple and (count is None or gives_numbers)
        if hint is tuple and count is not None:
            # Limits use the names of the unpacked numbers.
            named = list(limits) if limits else []
            names = named if len(named) == count else list("abcdefghijklmnopqrstuvwxyz"[:count])
    if reader is not None:
        if module.get("INPUT") is not None:
            _fail("file", "the file itself", "it has both `INPUT` and `read`" + where("INPUT"), "leave out `INPUT`, because `read` reads the input")
        _out.write("F\tREAD\tyes\n")
    # A function that the file calls itself is its own.
    valid = module.get("valid")
    asked = []
    if hasattr(valid, "__code__") and _unused(source)[1]("valid", 0):
        asked = [x for x in _parameters(valid).values() if x.default is x.empty and x.kind != x.VAR_KEYWORD]
        _out.write("F\tVALID\t%s\n" % " ".join(x.name for x in asked))
    _out.write("F\tPARAMETERS\t%s\n" % " ".join(names))
    if listed:
        _out.write("F\tKIND\tlist\n")
    if hint is str:
        _out.write("F\tKIND\tstr\n")

    names_points = "Score" in source and module.get("Score") is Score and not _unused(source)[1]("Score", 0)
    if names_points:
        _out.write("F\tPOINTS\tyes\n")

    last_loses = module.get("LAST") == "loses" or not last_wins
    _out.write("F\tSTUCK\t%s\n" % ("W" if last_loses else "L"))

    gave_list = [False]
    starter = module.get("start")

    def read(text):
        if text.startswith("\x01"):
            now[0], now[1] = "read(text)", None
            return marshal.loads(bytes.fromhex(text[1:].partition("\t")[0]))
        if not text:
            return []
        if " + " in text:
            return [read(part) for part in text.split(" + ")]
        words = [] if text == "()" and hint is not str else text.split()
        numbers = None
        long = max(words, key=len, default="")
        if long.isdigit() and len(long) > _MOST_DIGITS and hint is not str:
            _fail("start", text, "it has a number of %d digits, and numbers have at most %d" % (len(long), _MOST_DIGITS))
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            pass
        if start is not None:
            now[0], now[1] = "start(%s)" % ", ".join(words), None
            try:
                word = "" if text == '""' else text
                p = start(*([word] if hint is str or numbers is None else numbers))
                gave_list[0] = type(p) is list
                if type(p) is _generator:
                    _fail("type", now[0], "`start` gives one position by `return`, and it has `yield`" + line_of(starter), "return q")
                if p is None:
                    _fail("type", now[0], "`start` returns nothing" + line_of(starter), "return q")
                return p
            except TypeError as error:
                _fail("start", text, _describe(error))
            except Exception as error:
                _fail("start", text, _describe(error))
        elif len(taken) > 1 and (len(words) < least if spread else len(words) != least):
            _fail("start", text, "a position of this game is %s%d numbers, %s" % ("at least " if spread else "", least, ", ".join(taken)))
        if hint is str or numbers is None and hint is None:
            return "" if text == '""' else text
        if numbers is None:
            _fail("start", text, "a position of this game is made of whole numbers", "if it is a word: def moves(%s: str)" % taken[0] if len(taken) == 1 else "")
        if hint is int:
            # Numbers together are the parts of a sum.
            return numbers[0] if len(numbers) == 1 else numbers
        if hint is tuple and not listed and len(numbers) != len(names):
            _fail("start", text, "a position of this game is %d numbers, %s" % (len(names), ", ".join(names)))
        return tuple(numbers) if hint is tuple or len(numbers) > 1 else numbers[0]

    if mode == "read":
        # The tests of an input: each position, encoded and for people.
        text = _unescaped(starts[0])
        now[0], now[1] = "read(text)", None
        ticks[1] = 0
        try:
            result = reader(text)
            tests = list(islice(result, MOST_TESTS + 1)) if type(result) is _generator else [result]
        except SystemExit:
            _fail("read", "", "it calls exit")
        except BaseException as error:
            _fail("read", "", _describe(error))
        if not tests:
            _fail("read", "", "it yields no position" + line_of(reader))
        if len(tests) > MOST_TESTS:
            _fail("moves", now[0], "more than %d tests: is the loop endless?" % MOST_TESTS)
        for p in tests:
            if p is None:
                _fail("read", "", "it returns nothing" + line_of(reader), "return a position, or `yield` one for each test")
            p = [_plain(x) for x in p] if type(p) is list else _plain(p)
            if type(p) is tuple and len(taken) > 1 and not spread and not least <= len(p) <= least + len(optional):
                cure = "return start(%s)" % ", ".join(_parameters(starter)) if start else "return %s" % ", ".join(taken)
                what = "it gives %s, and a position has %d numbers, %s%s" % (_name(p), least, ", ".join(taken), line_of(reader))
                _fail("read", "", what, cure)
            try:
                _out.write("T\t%s\t%s\n" % (marshal.dumps(p).hex(), _name(p)))
            except ValueError:
                _fail("read", "", "a position is a %s: use numbers, words, tuples or frozensets%s" % (type(p).__name__, line_of(reader)), "return tuple(q)")
        _finish()

    if mode == "valid":
        # Whether each test is legal: its numbers by their names, or the position that `read` gave.
        import ast

        for text in starts:
            if text.startswith("\x01"):
                code, _, shown_as = text[1:].partition("\t")
                given, named = [marshal.loads(bytes.fromhex(code))], {}
            else:
                numbers = ast.literal_eval(text)
                given = [y for x in asked if x.kind != x.KEYWORD_ONLY for y in (numbers[x.name] if x.kind == x.VAR_POSITIONAL and type(numbers[x.name]) is list else [numbers[x.name]])]
                named = {x.name: numbers[x.name] for x in asked if x.kind == x.KEYWORD_ONLY}
                shown_as = ", ".join(map(str, given))
            now[0], now[1], ticks[1] = "valid(%s)" % shown_as, None, 0
            try:
                legal = valid(*given, **named)
            except BaseException as error:
                _fail("exception", now[0], _describe(error))
            if type(legal) is _generator:
                _fail("type", now[0], "it has no answer, because it gives a generator" + line_of(valid), "return all(...)")
            if legal is None:
                _fail("type", now[0], "it returns nothing" + line_of(valid), "return True")
            _out.write("V\t%d\n" % bool(legal))
        _finish()

    number = _Numbers()
    parents = []

    def chain(at):
        steps = []
        while at is not None and len(steps) < 12:
            steps.append(_name(positions[at]))
            at = parents[at]
        return " -> ".join(reversed(steps))

    def is_bounded():
        """Returns whether no position is larger than all starts. Then the number of positions is finite."""
        try:
            [kind] = set(map(type, positions))
            sizes = {int: [int], str: [len], tuple: [len, lambda p: max(p, default=0)]}[kind]
            given = [p for p, parent in zip(positions, parents) if parent is None]
            return all(max(map(size, positions)) <= max(map(size, given), default=0) for size in sizes)
        except (KeyError, TypeError, ValueError):
            return False

    def too_large(what):
        """Refuses a game with too many positions."""
        # The error is known, so no time limit may hide it.
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        end_soon(seconds)
        _fail("large" if is_bounded() else "endless", _place(), "%s: %s -> ..." % (what, chain(len(parents) - 1)))

    def origin(at):
        """Returns the call that gave a position."""
        return _name(positions[at]) if at is not None else "the start" if now[0] == "the file itself" else now[0]

    def made(p, at):
        """Returns the line that gives a move, or that of its function, at the end of a sentence."""
        if at is None:
            return line_of(reader if now[0] == "read(text)" else starter)
        line = line_of(moves_given)
        try:
            result = moves(positions[at])
            for q in result if type(result) is _generator else ():
                q = q.to if type(q) is Score else q
                if any(x == p and type(x) is type(p) for x in (q if type(q) is list else [q])):
                    while type(result.gi_yieldfrom) is _generator:
                        result = result.gi_yieldfrom
                    if result.gi_frame.f_code.co_filename == _path:
                        line = " (line %d)" % result.gi_frame.f_lineno
                    break
        except Exception:
            pass
        return line

    def outside(p, at):
        """Refuses a move below 0. The hint is the file's own line with a condition, if only one line gives moves."""
        given = [line.strip() for line in source.split("\n")]
        given = [line.partition("yield ")[2].partition("#")[0].strip() for line in given if "yield " in line.partition("#")[0]]
        q = given[0] if len(given) == 1 and "return" not in source else "q"
        least = "min(%s)" % q if type(p) is tuple else q
        # A tuple in brackets is one argument already.
        _fail("outside", _name(positions[at]), "a move%s leads to %s" % (made(p, at), _name(p)), "if %s >= 0: yield %s" % (least, q))

    def endless_number(x, p, at):
        """Refuses a position with a number that is too large to print."""
        _fail("type", origin(at), "it gives a position with %s, and numbers have at most %d%s" % (_digits(x), _MOST_DIGITS, made(p, at)))

    below = "add the same number to all positions, so that the least one is 0"

    def check(p, at):
        """Records a new position. Called once for each."""
        kind = type(p)
        if kind is int:
            if p < 0 and at is None:
                _fail("start", _name(p), "it is below 0", below)
            if p < 0:
                outside(p, at)
            if p >= _TOO_LARGE:
                endless_number(p, p, at)
        elif kind is bool or kind is float or p is None:
            _fail("type", origin(at), "a position is %r%s%s" % (p, ": `//` divides whole numbers" if kind is float else "", made(p, at)))
        elif kind is bytes or kind is str and at is not None and start is None and type(positions[at]) is not str:
            _fail("type", _name(positions[at]), "a move leads to %r, and positions of this game are no words%s" % (p, made(p, at)))
        elif kind is tuple:
            for x in p:
                if type(x) is float:
                    _fail("type", origin(at), "%s has the number %r: `//` divides whole numbers%s" % (_name(p), x, made(p, at)))
                if type(x) is int and x < -1 and at is None:
                    _fail("start", _name(p), "%d is below 0" % x, below)
                if type(x) is int and x < -1:
                    outside(p, at)
                if type(x) is int and x >= _TOO_LARGE:
                    endless_number(x, p, at)

    def find(p, at):
        try:
            known = number.get(p)
        except TypeError:
            if type(p) is tuple:
                _fail("type", origin(at), "the position %s holds a list, a set or a dict: use tuples and frozensets%s" % (_name(p), made(p, at)))
            _fail("type", origin(at), "%s cannot be a position: use a tuple; a list is a sum of parts%s" % (type(p).__name__, made(p, at)))
        if known is None and type(p) is not int:
            p = _plain(p)
            known = number.get(p)
        if known is None:
            check(p, at)
            known = number[p] = str(len(positions))
            positions.append(p)
            parents.append(at)
        return known

    number.find = find
    lines = []
    total = 0

    # The maximum number of moves of a position. They are taken in slices, and as long as they come, no call is endless.
    most = min(max_moves, 4_000_000)
    slice_length = min(1 << 16, most + 1)

    def rest(p, source, result):
        """Appends all further moves."""
        wanted = slice_length
        while len(result) == wanted:
            if wanted > most:
                _fail("moves", _name(p), "more than %d moves: is the loop endless?" % most)
            ticks[1] = 0
            wanted = min(wanted + slice_length, most + 1)
            result += islice(source, wanted - len(result))
        ticks[1] = 0

    def once(p, at):
        """Returns the moves of a position as text, and their number."""
        result = moves(p)
        kind = type(result)
        if kind is _Result:
            return "=" + result.sign, 0
        if result is None:
            _fail("type", _name(p), "moves returned nothing: write `yield` for each move, or return a list of moves" + line_of(moves_given))
        if kind is int or kind is str or kind is bool:
            _fail("type", _name(p), "moves returned %s, not the moves: write `yield` for each move" % kind.__name__ + line_of(moves_given))
        if kind is _generator and returns:
            result = _told(result)
        given = iter(result)
        result = list(islice(given, slice_length))
        if len(result) == slice_length:
            rest(p, given, result)
        number.at = at
        try:
            return " ".join(map(number.__getitem__, result)), len(result)
        except TypeError:
            # Some of them are no plain positions.
            pass
        words = []
        for q in result:
            kind = type(q)
            if kind is int:
                words.append(number.get(q) or find(q, at))
            elif kind is list:
                words.append("+".join([find(x, at) for x in q]) if q else "-")
            elif kind is Score:
                if not names_points:
                    # Another input would have an answer without points.
                    raise TypeError("a move gains points, but the file has no name `Score`: write `Score(3, n - 1)`")
                if type(q.points) is not int:
                    _fail("type", _name(p), "points are whole numbers")
                if abs(q.points) > 10**18:
                    _fail("type", _name(p), "points are numbers up to 10^18, not %s" % _name(q.points))
                if type(q.to) is list:
                    _fail("type", _name(p), "a move with points leads to one position")
                words.append("%d:%s" % (q.points, find(q.to, at)))
            elif kind is _End:
                return "=" + q.sign, 0
            elif kind is _Result:
                _fail("type", _name(p), "a result is no move: `return` it where the game is over" + line_of(moves_given))
            else:
                words.append(find(q, at))
        return " ".join(words), len(words)

    def blame_giver(p):
        """Refuses a position that `read` or `start` gives, if `moves` takes another kind of positions."""
        kinds = {tuple} if len(taken) > 1 or spread else _kinds(source, _path, module, "moves")[0]
        if now[0] == "the file itself" or type(p) in kinds:
            return
        giver = "read" if now[0] == "read(text)" else "start"
        known = {int: "a number", str: "a word", tuple: "a row of numbers"}
        told = " or ".join(known[kind] for kind in known if kind in kinds)
        cures = {(str, int): "return int(%s)" % ("text" if giver == "read" else "q"), (str, tuple): "return tuple(map(int, text.split()))"}
        cure = next((cures[type(p), kind] for kind in kinds if (type(p), kind) in cures), "return " + told)
        what = _name(p) if type(p) in _SIMPLE else "a " + type(p).__name__
        _fail("type", now[0], "`%s` gives %s, and `moves` takes %s%s" % (giver, what, told, line_of(module[giver])), cure)

    def described(error, p, at):
        """Describes an error. If the position has another kind than the one before it, says where it came from."""
        before = positions[parents[at]] if parents[at] is not None else p
        if parents[at] is None and type(error) is TypeError and not gave_list[0]:
            blame_giver(p)
        if parents[at] is None and gave_list[0]:
            return _describe(error) + "; `start` gave a list, which is a sum of parts: a row of numbers is a tuple"
        if type(p) is tuple and len(p) < least:
            return _describe(error) + ": a move of moves(%s) leads to it, and a position has at least %d number%s" % (_name(before), least, "s" * (least > 1))
        if type(before) is type(p):
            return _describe(error)
        if type(p) is tuple and optional:
            row = "; `%s` has a default, so it is no part of a position: where it is one, write it without" % optional[0]
            return _describe(error) + ": a move of moves(%s) leads to it%s" % (_name(before), row)
        row = "; a list is a sum of parts, a row of numbers is a tuple: `tuple(q)`" if type(before) is tuple else ""
        return _describe(error) + ": a move of moves(%s) leads to it%s" % (_name(before), row)

    def guarded(p, at):
        now[1] = p
        ticks[1] = 0
        try:
            return once(p, at)
        except (MemoryError, SystemError):
            # Python raises the second too if there is no memory for the first.
            raise
        except RecursionError as error:
            _fail("exception", _name(p), described(error, p, at))
        except SystemExit as error:
            _fail("exception", _name(p), "the end of the program: it calls exit")
        except BaseException as error:
            _fail("exception", _name(p), described(error, p, at))

    if mode == "moves":
        # The moves of one or several numbers, with their next positions as numbers. '?' means that a move leads elsewhere.
        # The result for the player to move if there is no move.
        spent = 0
        budget = max_moves
        left = repeat(True, steps or sys.maxsize)
        module[_STEP] = left.__next__
        for text in starts:
            p = read(text)
            numbers = tuple(map(int, text.split()))
            if p != (numbers if len(numbers) > 1 or listed else numbers[0]):
                # These numbers mean another position.
                rows.append("?\n")
                continue
            now[1] = p
            try:
                result = moves(p)
                if type(result) is _Result:
                    rows.append("=%s\n" % result.sign)
                    continue
                words = []
                if type(result) is _generator and returns:
                    result = _told(result)
                for q in islice(result, max_positions + 1):
                    if type(q) is not int:
                        q = [_plain(x) for x in q] if type(q) is list else _plain(q)
                    if type(q) is int and q >= 0:
                        words.append(str(q))
                    elif type(q) is list and all(type(x) is int and x >= 0 for x in q):
                        words.append("+".join(map(str, q)) if q else "-")
                    elif type(q) is tuple and (len(q) > 1 or listed) and all(type(x) is int and x >= 0 for x in q):
                        # A comma tells a row of one number from a heap.
                        words.append(",".join(map(str, q)) + "," * (len(q) < 2))
                    elif type(q) is _End:
                        words = ["=" + q.sign]
                        break
                    else:
                        words = ["?"]
                        break
            except BaseException:
                # Beyond the table the function may fail. Then the position is unknown.
                words = ["!"]
            if not length_hint(left):
                # The game's loops need more rounds than all positions may have.
                break
            if len(words) > max_positions:
                words = ["!"]
                spent += max_positions
            spent += len(words) + 1
            rows.append(" ".join(words) + "\n")
            if spent > budget:
                break
        _out.write("".join(rows))
        _finish()

    closed = 0
    ids = []
    done = 0
    stopped = ""
    end_soon()
    for text in starts:
        ticks[1] = 0
        p = read(text)
        now[1] = p
        parts = p if type(p) is list else [p]
        roots = [find(x, None) for x in parts]
        ids.append("+".join(roots) if type(p) is list and p else "-" if type(p) is list else roots[0])
        while done < len(positions):
            p = positions[done]
            line, count = guarded(p, done)
            total += count
            lines.append(line)
            if done < 8 or done % 97 == 0:
                again, _ = guarded(p, done)
                if again != line:
                    _fail("differs", _name(p), "the moves differ between two calls")
            done += 1
            if len(positions) > max_positions or total > max_moves:
                if work and closed:
                    stopped = "caps"
                    break
                too_large("more than " + ("%d positions" % max_positions if len(positions) > max_positions else "%d moves" % max_moves))
            if closed and work and total + done > work:
                stopped = "work"
                break
        if stopped:
            ids.pop()
            break
        closed = done
    # The answer is known, so no clock may cut its report.
    end_soon(10)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, 0)
    del lines[closed:]
    _out.write("G\t%d\t%d\t%s\n" % (closed, len(ids), stopped or "all"))
    _out.write("\n".join(ids) + ("\n" if ids else ""))
    _out.write("\n".join(lines) + ("\n" if lines else ""))
    names = [str(p) if type(p) is int else _name(p) for p in positions[:closed]]
    _out.write("\n".join(names) + ("\n" if closed else ""))
    _finish()


def _run():
    """Runs the grader. Returns the error that ends it, and then most of its memory is free again for the report."""
    try:
        _main()
    except BaseException as error:
        import resource

        # Without memory other errors appear too.
        is_full = isinstance(error, MemoryError) or 2048 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > _memory[0]
        return ("memory", "needs more memory than %d MiB" % (_memory[0] >> 20)) if is_full else ("exception", _describe(error))


_ended_by = _run()
import _signal as signal

signal.signal(signal.SIGALRM, signal.SIG_IGN)
signal.signal(signal.SIGPROF, signal.SIG_IGN)
_fail(_ended_by[0], _place(), _ended_by[1])
