# In the form in which the source publishes its programs. Labels backwards.
class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        n = len(graph)
        label = {}
        for mouse in range(n):
            for cat in range(1, n):
                if mouse == 0 or mouse == cat:
                    label[mouse, cat, 0] = label[mouse, cat, 1] = 1 if mouse == 0 else 2
        queue = list(label)
        left = {(m, c, 0): len(graph[m]) for m in range(n) for c in range(1, n)}
        left.update({(m, c, 1): sum(v > 0 for v in graph[c]) for m in range(n) for c in range(1, n)})
        for at in queue:
            mouse, cat, turn = at
            before = [(v, cat, 0) for v in graph[mouse]] if turn else [(mouse, v, 1) for v in graph[cat] if v]
            for one in before:
                if one in label:
                    continue
                mover = one[2] + 1
                left[one] -= 1
                if label[at] == mover:
                    label[one] = mover
                elif left[one] == 0:
                    label[one] = 3 - mover
                else:
                    continue
                queue.append(one)
        return label.get((1, 2, 0), 0)
