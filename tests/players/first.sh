# Plays the first legal move that it is told of, at every problem, in the protocol of docs/reference/play-protocol.md with --list-moves.
skip() { n=$1; while [ "$n" -gt 0 ]; do read -r _; n=$((n - 1)); done; }
while read -r word count; do
  case $word in
    lines) skip "$count" ;;
    turn) read -r move; skip $((count - 1)); echo "$move" ;;
    end) exit 0 ;;
  esac
done
