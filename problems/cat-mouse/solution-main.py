

import json as gamesolve_json
import sys as gamesolve_sys

print(Solution().catMouseGame(gamesolve_json.load(gamesolve_sys.stdin)))
