"""Draws time against size as an SVG: two lines on a grid by powers of ten need no library."""

import math
from html import escape

WIDE, HIGH = 560, 340
LEFT, RIGHT, TOP, LOW = 64, 44, 68, 52

# The colours stand on their own ground, so a page of any colour can show the picture; a reader who prefers dark gets
# dark. Lines differ in dashes and marks too.
STYLE = """
svg { color-scheme: light dark; font: 12px sans-serif; }
.ground { fill: #ffffff; } text { fill: #24292f; } .title { font-size: 14px; font-weight: bold; }
.grid { stroke: #d8dee4; fill: none; } .frame { stroke: #6e7781; fill: none; }
.minor { stroke: #eef1f4; fill: none; }
.guide { stroke: #6e7781; stroke-width: 1.5; stroke-dasharray: 1.5 4; fill: none; }
.small { fill: #57606a; font-size: 11px; }
.ours { stroke: #0a5fb4; stroke-width: 2; fill: none; } .ours-mark { fill: #0a5fb4; }
.peer { stroke: #b54708; stroke-width: 2; stroke-dasharray: 7 4; fill: none; } .peer-mark { fill: #b54708; }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117; } text { fill: #e6edf3; } .grid { stroke: #2b313a; } .frame { stroke: #8b949e; }
.minor { stroke: #1c2129; } .guide { stroke: #8b949e; } .small { fill: #9da7b3; }
.ours { stroke: #58a6ff; } .ours-mark { fill: #58a6ff; } .peer { stroke: #f0883e; } .peer-mark { fill: #f0883e; }
}
"""


def duration(power, times=1):
    """A power of ten of seconds, so many times, in words: 1 ms, 50 µs."""
    units = [("s", 0), ("ms", -3), ("µs", -6), ("ns", -9)]
    unit, base = next((unit, base) for unit, base in units if power >= base or unit == "ns")
    return f"{times * 10 ** (power - base):,g} {unit}"


def powers(values):
    """The whole powers of ten around some positive numbers, at least one apart."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def plot(title, axis, time, peer_name, points):
    """The SVG. Points are (size, ours, peer or None), times in seconds and above 0; `axis` says what the size counts,
    `time` which time it is. The dotted guide is linear growth through our last point."""
    points = [(size, max(ours, 1e-7), peer and max(peer, 1e-7)) for size, ours, peer in points]
    x0, x1 = powers([size for size, _, _ in points])
    y0, y1 = powers([t for _, *pair in points for t in pair if t])
    x = lambda size: LEFT + (math.log10(size) - x0) / (x1 - x0) * (WIDE - LEFT - RIGHT)
    y = lambda t: HIGH - LOW - (math.log10(t) - y0) / (y1 - y0) * (HIGH - LOW - TOP)
    text = lambda x, y, words, more="": f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'
    bottom, right = HIGH - LOW, WIDE - RIGHT
    view = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {view} role="img">',
             f"<title>{escape(title)}: {escape(time)} by {escape(axis)}</title>", f"<style>{STYLE}</style>",
             f'<rect class="ground" width="{WIDE}" height="{HIGH}"/>', text(LEFT, 20, title, 'class="title"')]
    for power in range(y0, y1):
        for step in range(2, 10):
            lines.append(f'<path class="minor" d="M{LEFT} {y(step * 10 ** power):.1f}H{right}"/>')
    if y1 == y0 + 1:  # with two labels alone a value is hard to read
        lines += [text(LEFT - 8, y(step * 10 ** y0) + 4, duration(y0, step), 'text-anchor="end"') for step in (2, 5)]
    for power in range(y0, y1 + 1):
        lines.append(f'<path class="grid" d="M{LEFT} {y(10 ** power):.1f}H{right}"/>')
        lines.append(text(LEFT - 8, y(10 ** power) + 4, duration(power), 'text-anchor="end"'))
    for power in range(x0, x1 + 1):
        lines.append(f'<path class="grid" d="M{x(10 ** power):.1f} {TOP}V{bottom}"/>')
        lines.append(text(x(10 ** power), bottom + 17, f"{10 ** power:,}", 'text-anchor="middle"'))
    lines.append(f'<path class="frame" d="M{LEFT} {TOP}V{bottom}H{right}"/>')
    lines.append(text((LEFT + right) / 2, HIGH - 12, axis, 'text-anchor="middle" class="small"'))

    # Through our last point by one power of ten for each, down to where the grid or our first size ends.
    size, last, _ = points[-1]
    span = min(math.log10(size / points[0][0]), math.log10(last) - y0)
    guide = f"M{x(size / 10 ** span):.1f} {y(last / 10 ** span):.1f}L{x(size):.1f} {y(last):.1f}"
    lines.append(f'<path class="guide" d="{guide}"/>')
    legend, at = [("ours", "gamesolve"), ("peer", peer_name), ("guide", "linear growth")], LEFT
    for index, (kind, name) in enumerate(legend):
        drawn = [(x(size), y(pair[index])) for size, *pair in points if index < 2 and pair[index]]
        if index < 2 and not drawn:
            continue
        if drawn:
            lines.append(f'<polyline class="{kind}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in drawn)}"/>')
            lines += [mark(kind, a, b) for a, b in drawn]
        lines.append(f'<path class="{kind}" d="M{at:.1f} 40h28"/>')
        if drawn:
            lines.append(mark(kind, at + 14, 40))
        lines.append(text(at + 34, 44, name))
        at += 34 + 6.5 * len(name) + 18
    lines.append(text(LEFT, TOP - 6, time, 'class="small"'))
    return "\n".join([*lines, "</svg>", ""])


def mark(kind, a, b):
    """A disc for ours, a square for the peer."""
    if kind == "ours":
        return f'<circle class="ours-mark" cx="{a:.1f}" cy="{b:.1f}" r="4"/>'
    return f'<rect class="peer-mark" x="{a - 3.5:.1f}" y="{b - 3.5:.1f}" width="7" height="7"/>'
