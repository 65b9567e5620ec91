# Wrong: calls it a draw after 2n steps.
import json
from functools import lru_cache
graph = json.loads(input())
n = len(graph)


@lru_cache(None)
def play(mouse, cat, step):
    if step == 2 * n:
        return 0
    if mouse == cat:
        return 2
    if mouse == 0:
        return 1
    if step % 2 == 0:
        found = [play(m, cat, step + 1) for m in graph[mouse]]
        return 1 if 1 in found else 0 if 0 in found else 2
    found = [play(mouse, c, step + 1) for c in graph[cat] if c]
    return 2 if 2 in found else 0 if 0 in found else 1


print(play(1, 2, 0))
