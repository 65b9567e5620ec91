

# ---- The solver: reads the tests, tries all moves, and prints the answers.
def _gamesolve(tests, before, count, width, order, kind, is_sum, misere, has_points, says_score, asks_move, names):
    import inspect
    import sys

    taken = list(inspect.signature(moves).parameters.values())
    taken = [x for x in taken if x.default is x.empty and x.kind != x.VAR_KEYWORD]
    rows = taken[0].kind == taken[0].VAR_POSITIONAL
    several = rows or len(taken) > 1
    begin = globals().get("start")

    def read(row):
        """Returns the parts of the position that the words of a test mean."""
        if kind == "word":
            p = "" if row[0] == '""' else row[0]
            return [begin(p)] if begin else [p]
        numbers = tuple(map(int, row))
        if begin is None:
            return [numbers] if kind in ("tuple", "list") else list(numbers)
        first = next(iter(inspect.signature(begin).parameters.values()))
        p = begin(numbers) if kind == "list" and first.kind != first.VAR_POSITIONAL else begin(*numbers)
        return p if type(p) is list else [p]

    def told(p):
        """Returns the result of a position or None, and its moves: the points and the parts of each."""
        answer = moves(*p) if several else moves(p)
        if type(answer) is _Result:
            return answer.sign, []
        if inspect.isgenerator(answer):
            given = answer

            def whole():
                result = yield from given
                if type(result) is _Result:
                    yield result

            answer = whole()
        found = []
        for q in answer:
            points = None
            if type(q) is _Result:
                return q.sign, []
            if type(q) is Score:
                points, q = q.points, (q.to,) if rows and type(q.to) is int else q.to
            found.append((points, q if type(q) is list else [q]))
        return None, found

    number, positions, results, after = {}, [], [], []

    def find(p):
        if p not in number:
            number[p] = len(positions)
            positions.append(p)
        return number[p]

    text = sys.stdin.read()
    given = iter(text.split())
    starts = []
    if kind == "own":
        found = globals()["read"](text)
        found = found if inspect.isgenerator(found) else [found]
        starts = [[find(q) for q in (p if type(p) is list else [p])] for p in found]
    for _ in range(0 if kind == "own" else int(next(given)) if tests else 1):
        head = [next(given) for _ in range(before)]
        parts = 1 if count is None else int(head[count])
        lines = [head + [next(given) for _ in range(width)] for _ in range(parts)]
        if kind == "list":
            lines = [[head[i] for i in order] + [word for line in lines for word in line[before:]]]
        else:
            lines = [[line[i] for i in order] for line in lines]
        starts.append([find(p) for line in lines for p in read(line)])
    while len(after) < len(positions):
        result, found = told(positions[len(after)])
        results.append(result)
        after.append([(points, [find(q) for q in to]) for points, to in found])

    def in_order(roots, leads_to):
        """Returns everything that can be reached, each after everything that it leads to. None if there is a circle."""
        order, state = [], {}
        for root in roots:
            path = [(root, iter(leads_to(root)))] if root not in state else []
            state.setdefault(root, 1)
            while path:
                at, rest = path[-1]
                for to in rest:
                    if state.get(to) == 1:
                        return None
                    if to not in state:
                        state[to] = 1
                        path.append((to, iter(leads_to(to))))
                        break
                else:
                    state[at] = 2
                    order.append(at)
                    path.pop()
        return order

    def leads_to(at):
        return [q for _, to in after[at] for q in to]

    def flat(p):
        """Returns the words that print a position."""
        return [word for x in p for word in flat(x)] if type(p) is tuple else [str(p) or '""']

    def told_of(letter, start, wins, words=None):
        """Returns the answer of a test. `wins` tells if a move of a part of the start wins."""
        lines = [names[letter] if words is None else str(words)]
        moves_of = ((place, move) for place, part in enumerate(start) for move in after[part])
        for place, (points, to) in moves_of if asks_move and letter == "W" else ():
            if wins(start, place, to, points or 0):
                found = [" ".join(flat(positions[q])) or "()" for q in to] or ["nothing"]
                lines.append(" ".join([str(place + 1)] * (is_sum or len(start) != 1) + found))
                break
        return "\n".join(lines)

    adds = any(len(parts) > 1 for parts in starts) or any(len(to) > 1 for found in after for _, to in found)
    order = in_order(range(len(positions)), leads_to)
    if has_points:
        best = {}
        for at in order:
            ends = [(points or 0) - (best[to[0]] if to else 0) for points, to in after[at]]
            best[at] = max(ends, default=0)
        answers = []
        for start in starts:
            lead = best[start[0]] if start else 0
            least = lead if says_score else 1
            letter = "D" if lead == 0 else "W" if lead > 0 else "L"
            wins = lambda start, place, to, points: points - (best[to[0]] if to else 0) >= least
            answers.append(told_of(letter, start, wins, lead if says_score else None))
        return answers
    if adds and order is not None and not misere and not any(results):
        nimbers = {}

        def nimber(parts):
            x = 0
            for part in parts:
                x ^= nimbers[part]
            return x

        for at in order:
            reached = {nimber(to) for _, to in after[at]}
            nimbers[at] = next(x for x in range(len(reached) + 1) if x not in reached)
        wins = lambda start, place, to, _: nimber(to) == nimber(start) ^ nimbers[start[place]]
        return [told_of("W" if nimber(start) else "L", start, wins) for start in starts]

    def state(parts):
        """Returns a sum without the parts that have no move."""
        live = [part for part in parts if after[part] or results[part]] if adds else parts
        return tuple(sorted(live))

    def sums_after(sum_):
        """Returns the sums that the moves of a sum lead to."""
        found = set()
        for place, part in enumerate(sum_):
            for _, to in after[part]:
                found.add(state(sum_[:place] + sum_[place + 1 :] + tuple(to)))
        return found

    left, before, value = {}, {}, {}
    todo = [state(start) for start in starts]
    for sum_ in todo:
        if sum_ in left:
            continue
        reached = sums_after(sum_)
        left[sum_] = len(reached)
        if len(sum_) == 1 and results[sum_[0]]:
            value[sum_] = results[sum_[0]]
        elif not reached:
            value[sum_] = "W" if misere else "L"
        for to in reached:
            before.setdefault(to, []).append(sum_)
            todo.append(to)
    ready = list(value)
    for sum_ in ready:
        for at in before.get(sum_, ()):
            if at in value:
                continue
            left[at] -= value[sum_] == "W"
            if value[sum_] == "L" or not left[at]:
                value[at] = "W" if value[sum_] == "L" else "L"
                ready.append(at)
    wins = lambda start, place, to, _: value.get(state(start[:place] + start[place + 1 :] + to)) == "L"
    return [told_of(value.get(state(start), "D"), start, wins) for start in starts]


for _answer in _gamesolve(#ARGUMENTS):
    print(_answer)
