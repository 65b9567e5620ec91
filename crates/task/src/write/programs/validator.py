"""Checks that an input, on standard input, is strictly in the format of the problem and within its limits.

Needs Python 3 alone. Says what is wrong on standard error.
"""
import json
import sys

VALID, INVALID = 42, 43


class Wrong(Exception):
    """Something wrong with the input."""


def must(holds, why):
    """Raises what is wrong unless something holds."""
    if not holds:
        raise Wrong(why)


def numbers(line, bounds):
    """Returns the numbers of a line, one blank between two, each within its bounds, without needless signs and zeros."""
    words = line.split(" ")
    must(len(words) == len(bounds), "%d numbers are wanted, found %r" % (len(bounds), line[:99]))
    values = []
    for word, (low, high) in zip(words, bounds):
        digits = word[1:] if word.startswith("-") else word
        must(digits and len(digits) < 20 and all(c in "0123456789" for c in digits), "%r is no number" % word[:99])
        must(digits[0] != "0" or word == "0", "%r has a needless sign or zero" % word)
        must(low <= int(word) <= high, "%r is not in %d..%d" % (word, low, high))
        values.append(int(word))
    return values


def take(lines, what):
    """Takes the next line."""
    must(lines, "the input ends before " + what)
    return lines.pop(0)


def arcs(lines, count, first, last):
    """Takes so many arcs between vertices in this range."""
    must(len(lines) >= count, "%d arcs are wanted" % count)
    found = [numbers(line, [(first, last)] * 2) for line in lines[:count]]
    del lines[:count]
    return found


def must_have_no_cycle(pairs):
    """Takes away vertices without an arc into them, again and again: where some are left, there is a cycle."""
    after, into = {}, {}
    for tail, head in pairs:
        after.setdefault(tail, []).append(head)
        into[head] = into.get(head, 0) + 1
        into.setdefault(tail, 0)
    ready = [vertex for vertex in into if into[vertex] == 0]
    count = 0
    while ready:
        vertex = ready.pop()
        count += 1
        for head in after.get(vertex, ()):
            into[head] -= 1
            if into[head] == 0:
                ready.append(head)
    must(count == len(into), "the arcs form a cycle")


def parsed(line):
    """Returns a value of JSON that is written without blanks."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise Wrong("a line is no JSON")
    must(json.dumps(value, separators=(",", ":")) == line, "JSON is written without blanks and needless signs")
    return value


#CHECK
def wrong_with(data):
    """Returns what is wrong with an input; None where nothing is."""
    try:
        text = data.decode("ascii")
        must(text.endswith("\n"), "the last line does not end")
        must(all(" " <= c <= "~" or c == "\n" for c in text), "there are signs that are no visible ASCII")
        lines = text[:-1].split("\n")
        check(lines)
        must(not lines, "there is more behind the input")
    except (Wrong, UnicodeDecodeError) as why:
        return str(why)
    return None


if __name__ == "__main__":
    fault = wrong_with(sys.stdin.buffer.read())
    if fault is not None:
        print(fault, file=sys.stderr)
    sys.exit(VALID if fault is None else INVALID)
