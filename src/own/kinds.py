# The kind of a position of a Python game, from the text of its functions: a number, a word, or a row of numbers.
# No function is called here, so a position without moves cannot mislead. src/own/grader.rs puts grader.py behind.
# The module `ast` imports much of Python's library, which takes longer than a short game, so its own helpers are below.
import _ast as ast

# The value of an expression: the argument in question, one of its letters or numbers, `int`, `str`, None if it is
# unknown, ("tuple", values) and ("list", values) as written, or ("row", value) and ("seq", value) with equal values.
_WHOLE, _PART = "whole", "part"

# The functions that take a number and give one, take a sequence, and give a text.
_OF_NUMBERS = {"abs", "divmod", "pow", "range", "round", "isqrt", "sqrt", "gcd", "comb", "log", "log2"}
_OF_ROWS = {"len", "enumerate", "reversed", "sorted", "list", "tuple", "set", "frozenset", "zip", "sum", "Counter", "deque"}
_TEXTS = {"replace", "join", "strip", "lstrip", "rstrip", "lower", "upper", "swapcase", "translate", "removeprefix", "removesuffix", "format"}
_NUMBERS = {"len", "ord", "int", "sum", "round", "isqrt", "gcd", "count", "index", "find", "bit_length", "bit_count"}


def _parsed(source, path):
    """Returns the syntax tree of a file."""
    return compile(source, path, "exec", ast.PyCF_ONLY_AST)


def _children(node):
    """Yields the nodes right below another one."""
    for name in node._fields:
        value = getattr(node, name, None)
        for child in value if type(value) is list else [value]:
            if isinstance(child, ast.AST):
                yield child


def _walk(node):
    """Yields a node and all nodes below it, those with the fewest nodes above them first."""
    todo = [node]
    for node in todo:
        todo += _children(node)
        yield node


def _unparsed(node):
    """Returns the source of an expression."""
    if isinstance(node, ast.Name):
        return node.id
    from ast import unparse

    return unparse(node)


def _plain_value(value):
    return int if type(value) is tuple and value[0] == "upto" else value


def _meant(annotation):
    """Returns the kind of positions that an annotation names, or None."""
    name = annotation.partition("[")[0].rpartition(".")[2].strip("'\" ").lower()
    return {"str": str, "int": int, "tuple": tuple, "list": tuple, "sequence": tuple}.get(name)


class _Uses:
    """The uses of an argument in a file's functions. Each use leaves fewer kinds."""

    def __init__(self, tree, values):
        self.functions, self.inner = {}, set()
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                self.functions.update((x.id, node.value) for x in node.targets if isinstance(x, ast.Name))
        # The containers of the file show the kind of their keys.
        self.values = values
        self.kinds = {int, str, tuple}
        # A function that asks for the kind takes several.
        self.is_mixed = False
        self.forget_counts()
        self.inside, self.results, self.names, self.known_calls = [], [], {}, {}

    def forget_counts(self):
        # The counts of numbers in rows as written, the counts that indices and loops over them need, and whether a
        # row may have any count.
        self.written, self.indexed, self.looped, self.varies = set(), 0, 0, False

    def count(self):
        """Returns the count of numbers of a row, or None if it may vary."""
        if self.written:
            return max(self.written) if len(self.written) == 1 else None
        return self.looped or (None if self.varies else self.indexed or None)

    def of_moves(self):
        moves = self.call("moves", [_WHOLE], {}, True)
        of_uses = self.kinds
        for result in moves:
            self.move(result)
        # A move of another kind than the uses of the argument is a mistake.
        self.kinds = self.kinds or of_uses
        return self

    def of_start(self):
        for result in self.call("start", [_WHOLE], {}, True):
            for start in result[1] if type(result) is tuple and result[0] == "list" else [result]:
                node = self.functions.get("moves")
                alone = node is None or len(node.args.args) - len(node.args.defaults) == 1 and node.args.vararg is None
                spread = not alone and type(start) is tuple and start[0] in ("tuple", "row", "seq")
                given = [start] if alone else start[1] if spread and start[0] == "tuple" else [("star", start[1])] if spread else []
                moves = self.call("moves", given, {}, True) if given else []
                if start == _WHOLE:
                    for each in moves:
                        self.move(each)
        # The numbers of `start` are not those of `moves`.
        self.forget_counts()
        return self

    def is_kind(self, value, *kinds):
        if value == _PART:
            # A row has numbers or rows, and a word has letters.
            kinds = {str if kind is str else tuple for kind in kinds}
        if value in (_WHOLE, _PART):
            self.kinds = self.kinds & set(kinds)

    def alike(self, a, b):
        """Records that two values are of one kind, and returns one of them."""
        a, b = _plain_value(a), _plain_value(b)
        for x, y in ((a, b), (b, a)):
            if y in (int, str):
                self.is_kind(x, y)
            elif type(y) is tuple and y[0] in ("tuple", "row"):
                self.is_kind(x, tuple)
                if x == _WHOLE:
                    for part in y[1] if y[0] == "tuple" else [y[1]]:
                        self.alike(_PART, part)
            elif x == _WHOLE and y == _PART:
                # A letter is a word, and a number is no row.
                self.is_kind(x, str)
        if type(a) is tuple and type(b) is tuple:
            for x, y in zip(self.parts(a), self.parts(b)):
                self.alike(x, y)
        known = [x for x in (a, b) if x in (_WHOLE, _PART)] or [x for x in (a, b) if x is not None]
        return known[0] if known else None

    def move(self, value):
        """Records that a value is a move."""
        if type(value) is tuple and value[0] in ("list", "seq"):
            # A list is a sum of positions. A list of the numbers of a row is a mistake.
            for part in self.parts(value):
                if part != _PART:
                    self.alike(_WHOLE, part)
            return
        if type(value) is tuple and value[0] == "tuple":
            self.written.add(len(value[1]))
        self.alike(_WHOLE, value)

    def parts(self, value):
        """Returns the values in a value."""
        if value == _WHOLE:
            self.is_kind(value, str, tuple)
            return [_PART]
        if value == _PART:
            self.is_kind(value, str, tuple)
            return [None]
        if value is str:
            return [str]
        if type(value) is not tuple or value[0] == "upto":
            return [None]
        return value[1] if value[0] in ("tuple", "list") else [value[1]]

    def part(self, value):
        known = [x for x in self.parts(value) if x is not None]
        return known[0] if known else None

    def call(self, name, given, named, is_flat=False):
        """Returns the values of a function of the file: its moves one by one, or its result."""
        node = self.functions.get(name)
        if node is None or name in self.inside:
            return [] if is_flat else None
        asked = repr((name, given, named))
        if asked in self.known_calls and not is_flat:
            return self.known_calls[asked]
        # A function inside another one knows its names.
        kept, self.names = self.names, dict(self.names) if name in self.inner else {}
        results, self.results = self.results, []
        self.inside.append(name)
        taken = [x.arg for x in node.args.args]
        for key, default in zip(reversed(taken), reversed(node.args.defaults)):
            self.names[key] = self.value(default)
        rest = []
        for at, value in enumerate(given):
            if type(value) is tuple and value[0] == "star":
                rest.append(value[1])
                self.names.update((key, value[1]) for key in taken[at:])
            elif at < len(taken):
                self.names[taken[at]] = value
            else:
                rest.append(value)
        self.names.update(named)
        for x in node.args.args:
            kind = x.annotation is not None and _meant(_unparsed(x.annotation))
            if kind:
                self.is_kind(self.names.get(x.arg), kind)
        if node.args.vararg is not None:
            self.names[node.args.vararg.arg] = ("row", rest[0] if rest else None)
        if isinstance(node, ast.Lambda):
            self.results.append((self.value(node.body), False))
        else:
            self.body(node.body)
        found, self.results = self.results, results
        self.inside.pop()
        self.names = kept
        if is_flat:
            flat = []
            for value, is_yielded in found:
                is_many = not is_yielded and name == "moves"
                flat += self.parts(value) if is_many and type(value) is tuple else [] if is_many else [value]
            return flat
        values = [value for value, _ in found if value is not None]
        is_yielded = any(x for _, x in found)
        self.known_calls[asked] = (("list", values) if is_yielded else values[0]) if values else None
        return self.known_calls[asked]

    def body(self, statements):
        for node in statements:
            self.statement(node)

    def statement(self, node):
        if isinstance(node, ast.Return) and node.value is not None:
            self.results.append((self.value(node.value), False))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            value = self.value(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.assign(target, value)
        elif isinstance(node, ast.AugAssign):
            value = self.operation(node.op, self.value(node.target), self.value(node.value))
            if isinstance(node.target, ast.Name):
                self.names[node.target.id] = value
        elif isinstance(node, ast.For):
            self.each(node.target, node.iter)
            self.body(node.body + node.orelse)
        elif isinstance(node, (ast.If, ast.While)):
            self.value(node.test)
            self.body(node.body + node.orelse)
        elif isinstance(node, (ast.With, ast.Try)):
            self.body(node.body)
        elif isinstance(node, ast.FunctionDef):
            if self.functions.setdefault(node.name, node) is node:
                self.inner.add(node.name)
        elif type(node).__name__ == "Match":
            self.value(node.subject)
            self.body([x for case in node.cases for x in case.body])
        else:
            for child in _children(node):
                if isinstance(child, ast.expr):
                    self.value(child)

    def assign(self, target, value):
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            # An unpacked position is a row.
            self.is_kind(value, tuple)
            is_fixed = not any(isinstance(x, ast.Starred) for x in target.elts)
            if value == _WHOLE and is_fixed or value == ("seq", _PART):
                self.written.add(len(target.elts)) if is_fixed else None
            exact = is_fixed and type(value) is tuple and value[0] in ("tuple", "list") and len(value[1]) == len(target.elts)
            for at, each in enumerate(target.elts):
                part = value[1][at] if exact else self.part(value)
                starred = isinstance(each, ast.Starred)
                self.assign(each.value if starred else each, ("seq", part) if starred else part)
        elif isinstance(target, ast.Subscript):
            self.alike(self.value(target), value)

    def each(self, target, iterated):
        """Gives the target of a loop its value. A loop over a few numbers gives the largest index."""
        value = self.value(iterated)
        self.varies |= value == _WHOLE
        most = None
        if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "range":
            ends = [x.value for x in iterated.args if isinstance(x, ast.Constant) and type(x.value) is int]
            most = max(ends) - 1 if ends and len(ends) == len(iterated.args) else None
        elif isinstance(iterated, (ast.Tuple, ast.List)):
            ends = [x.value for x in iterated.elts if isinstance(x, ast.Constant) and type(x.value) is int]
            most = max(ends) if ends and len(ends) == len(iterated.elts) else None
        self.assign(target, self.part(value) if most is None else ("upto", most))

    def operation(self, op, a, b):
        a, b = _plain_value(a), _plain_value(b)
        if isinstance(op, ast.Add):
            return self.alike(a, b)
        if isinstance(op, ast.Mult):
            others = [x for x in (a, b) if x is not int]
            return others[0] if others else int
        if isinstance(op, ast.Mod) and a is str:
            return str
        is_set = isinstance(op, (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)) and any(type(x) is tuple for x in (a, b))
        if is_set:
            return None
        self.is_kind(a, int)
        self.is_kind(b, int)
        return int

    def value(self, node):
        """Returns the value of an expression."""
        name = "of_" + type(node).__name__.lower()
        if hasattr(self, name):
            return getattr(self, name)(node)
        for child in _children(node):
            if isinstance(child, ast.expr):
                self.value(child)
        return None

    def of_constant(self, node):
        return int if type(node.value) is int else str if type(node.value) is str else None

    def of_joinedstr(self, node):
        return str

    def of_name(self, node):
        if node.id in self.names:
            return self.names[node.id]
        known = self.values.get(node.id)
        if type(known) in (int, str):
            return type(known)
        if type(known) in (list, tuple, set, frozenset, dict):
            kinds = {type(x) for x in list(known)[:50]}
            return ("seq", kinds.pop() if len(kinds) == 1 and kinds <= {int, str} else None)
        return None

    def of_namedexpr(self, node):
        value = self.value(node.value)
        self.assign(node.target, value)
        return value

    def of_tuple(self, node):
        values = [self.value(x) for x in node.elts]
        if any(isinstance(x, ast.Starred) for x in node.elts):
            return ("row", next((x for x in values if x is not None), None))
        return ("tuple", values)

    def of_list(self, node):
        return ("list", [self.value(x) for x in node.elts])

    of_set = of_list

    def of_starred(self, node):
        return self.part(self.value(node.value))

    def of_listcomp(self, node):
        kept = dict(self.names)
        for each in node.generators:
            self.each(each.target, each.iter)
            for condition in each.ifs:
                self.value(condition)
        value = self.value(node.elt)
        self.names = kept
        return ("seq", value)

    of_setcomp = of_generatorexp = of_listcomp

    def of_boolop(self, node):
        values = [value for value in map(self.value, node.values) if value is not None]
        return values[-1] if values else None

    def of_ifexp(self, node):
        self.value(node.test)
        values = [value for value in map(self.value, (node.body, node.orelse)) if value is not None]
        return values[0] if values else None

    def of_unaryop(self, node):
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return None
        self.is_kind(value, int)
        return int

    def of_binop(self, node):
        return self.operation(node.op, self.value(node.left), self.value(node.right))

    def of_compare(self, node):
        values = [self.value(x) for x in [node.left] + node.comparators]
        for op, a, b in zip(node.ops, values, values[1:]):
            if not isinstance(op, (ast.In, ast.NotIn)):
                self.alike(a, b)
            elif b is str:
                self.is_kind(a, str)
            elif b == _WHOLE:
                self.parts(b)
                self.alike(_PART, a) if a is not str else self.is_kind(b, str)
            else:
                for part in self.parts(b):
                    self.alike(a, part)
        return None

    def of_subscript(self, node):
        value = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            for end in (node.slice.lower, node.slice.upper, node.slice.step):
                self.is_kind(self.value(end), int) if end is not None else None
            self.parts(value)
            self.varies |= value == _WHOLE
            return value
        index = self.value(node.slice)
        self.key(node.value, index)
        if value == _WHOLE or value == ("seq", _PART):
            self.indices(node.slice, index)
        at = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if type(value) is tuple and value[0] == "tuple" and type(at) is int and -len(value[1]) <= at < len(value[1]):
            return value[1][at]
        return self.part(value)

    def key(self, node, value):
        """Records that a value is a key of a container, if the file shows the kind of its keys."""
        keys = set()
        if isinstance(node, ast.Dict):
            keys = {self.value(x) for x in node.keys if isinstance(x, ast.Constant)}
        elif isinstance(node, ast.Name) and node.id not in self.names:
            known = self.values.get(node.id)
            keys = {type(x) for x in list(known)[:50]} if isinstance(known, dict) else {int} if isinstance(known, (list, tuple, str)) else keys
        if len(keys) == 1 and keys <= {int, str, tuple}:
            self.is_kind(value, *keys)

    def indices(self, node, index):
        """Records the number of an index into a position."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            self.indexed = max(self.indexed, node.value + 1)
        elif type(index) is tuple and index[0] == "upto":
            self.looped = max(self.looped, index[1] + 1)
        else:
            self.varies = True

    def of_yield(self, node):
        self.results.append((self.value(node.value) if node.value is not None else None, True))

    def of_yieldfrom(self, node):
        self.results += [(value, True) for value in self.parts(self.value(node.value))]

    def of_call(self, node):
        given = [("star", self.part(self.value(x.value))) if isinstance(x, ast.Starred) else self.value(x) for x in node.args]
        named = {x.arg: self.value(x.value) for x in node.keywords if x.arg is not None}
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "get" and given:
                self.key(node.func.value, given[0])
            return self.method(node.func.attr, self.value(node.func.value), given, isinstance(node.func.value, ast.Name))
        if not isinstance(node.func, ast.Name):
            return None
        name = node.func.id
        if name in self.functions:
            return self.call(name, given, named)
        if name in ("map", "filter") and len(given) == 2:
            called, part = node.args[0], self.part(given[1])
            if isinstance(called, ast.Lambda):
                kept = dict(self.names)
                self.names.update((x.arg, part) for x in called.args.args)
                part = (self.value(called.body), part)[name == "filter"]
                self.names = kept
            elif isinstance(called, ast.Name) and name == "map":
                part = self.known(called.id, [part])
            return ("seq", part)
        return self.known(name, given)

    def method(self, name, value, given, is_plain):
        """Returns the value of a method, or of a function of a module."""
        for of in (_WHOLE, _PART):
            if value == of:
                kinds = [kind for kind in (int, str, tuple) if hasattr(kind, name)]
                self.is_kind(of, *kinds or (int, str, tuple))
                if name in ("count", "index"):
                    self.alike(_PART, given[0] if given else None)
        if name == "join":
            for each in given:
                self.is_kind(self.part(each), str)
        if name == "append" or name == "insert":
            self.alike(self.part(value), given[-1] if given else None)
        if value is None and is_plain and name in _OF_NUMBERS:
            return self.known(name, given)
        return str if name in _TEXTS else int if name in _NUMBERS else None

    def known(self, name, given):
        """Returns the value of a function that is not in the file."""
        first = given[0] if given else None
        if name in ("isinstance", "type") and first == _WHOLE:
            self.is_mixed = True
        if name == "Score":
            self.is_kind(first, int)
            return given[1] if len(given) == 2 else ("tuple", given[1:])
        if name in ("min", "max"):
            if len(given) == 1:
                return self.part(first)
            value = None
            for each in given:
                value = self.alike(value, each)
            return value
        if name in ("bin", "hex", "chr"):
            self.is_kind(first, int)
            return str
        if name in _OF_NUMBERS:
            for each in given:
                self.is_kind(each, int)
            return ("seq", int) if name == "range" else int
        if name == "ord" or name == "int" and first == _PART:
            self.is_kind(first, str)
        if name == "str":
            # The digits of a number.
            self.is_kind(first, int) if first == _WHOLE else None
            return str
        if name in _OF_ROWS:
            parts = [self.part(each) for each in given]
            part = parts[0] if parts else None
            if name == "len":
                self.varies |= first == _WHOLE
                return int
            if name == "sum":
                self.is_kind(part, int)
                return int
            if name in ("enumerate", "zip"):
                self.varies |= first == _WHOLE
                return ("seq", ("tuple", [int, part] if name == "enumerate" else parts))
            if name == "tuple" and first != _WHOLE and type(first) is tuple and first[0] == "list":
                return ("tuple", first[1])
            return ("row" if name == "tuple" else "seq", part)
        return int if name in _NUMBERS else None


def _kinds(source, path, values, function):
    """Returns the kinds that a file allows for the position of a function, and the count of its numbers if it is a row."""
    uses = _Uses(_parsed(source, path), values)
    try:
        uses.of_moves() if function == "moves" else uses.of_start()
    except RecursionError:
        pass
    return ({int, str, tuple}, None) if uses.is_mixed else (uses.kinds, uses.count())
