# Makes program.jar of a program in Java. Arguments: the compiler, the source file, the name of its class, and further
# sources of the same program.
compiler=$1 source=$2 class=$3
shift 3

if ! "$compiler" -d classes "$source" "$@" 2>messages; then
  # A public class must lie in a file of its name; judges call the file as they like.
  public=$(sed -n 's/.*should be declared in a file named \(.*\)\.java$/\1/p' messages | head -n 1)
  if [ -z "$public" ] || [ "$public" = "$class" ]; then
    cat messages >&2
    exit 1
  fi
  class=$public
  cp "$source" "$class.java" && "$compiler" -d classes "$class.java" "$@" || exit
fi

if [ ! -d classes ]; then
  echo "there is no class in it" >&2
  exit 1
fi

# The class that starts is `Main` where there is one, as judges want it. It may lie in a package.
for name in Main "$class"; do
  path=$(cd classes && find . -name "$name.class" | head -n 1)
  if [ -n "$path" ]; then
    class=$(echo "${path#./}" | sed 's/\.class$//' | tr / .)
    break
  fi
done
jar --create --file program.jar --main-class "$class" -C classes .
