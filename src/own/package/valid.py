# The names of the numbers of a test: before its parts, that of their number, and those of a part. Then whether an input
# has a number of tests first, and whether the parts are words.
BEFORE, COUNT, PART, HAS_TESTS, HAS_LETTERS = #FORM
GAME = [
#LINES
]


def must_be_legal(words):
    """Asks `valid` of the game about each test of an input that has the right form."""
    import inspect
    import types

    game = sys.modules["game"] = types.ModuleType("game")
    exec(compile("\n".join(GAME), #NAME, "exec"), vars(game))
    asked = [x for x in inspect.signature(game.valid).parameters.values() if x.default is x.empty and x.kind != x.VAR_KEYWORD]
    words = iter(words)
    for number in range(int(next(words)) if HAS_TESTS else 1):
        test = {name: int(next(words)) for name in BEFORE}
        rows = [[next(words) if HAS_LETTERS else int(next(words)) for _ in PART] for _ in range(test[COUNT] if COUNT else 1)]
        for place, name in enumerate(PART):
            test[name] = [row[place] for row in rows] if COUNT else rows[0][place]
        given, named = [], {}
        for x in asked:
            if x.kind == x.KEYWORD_ONLY:
                named[x.name] = test[x.name]
            else:
                given += test[x.name] if x.kind == x.VAR_POSITIONAL and COUNT and x.name in PART else [test[x.name]]
        must(game.valid(*given, **named), "`valid` of the game refuses test %d" % (number + 1))


