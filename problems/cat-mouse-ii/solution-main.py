

import json as gamesolve_json
import sys as gamesolve_sys

gamesolve_lines = gamesolve_sys.stdin.read().split("\n")
print(str(Solution().canMouseWin(gamesolve_json.loads(gamesolve_lines[0]), int(gamesolve_lines[1]), int(gamesolve_lines[2]))).lower())
