# Makes program.jar from a program in Java. Arguments: the compiler, the source file, the name of its class, and further
# sources of the same program.
compiler=$1 source=$2 class=$3
shift 3

if ! "$compiler" -d classes "$source" "$@" 2>messages; then
  # A public class must lie in a file with its name, but judges choose the file name.
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

# Start the class `Main` if there is one, as judges do, else the class with the file's name, else any class outside
# others. Classes with a `main` of the old type come first. If several files may hold one, `javap` decides. The class
# may lie in a package.
of_old='([Ljava/lang/String;)V'
found=$(cd classes && find . -name '*.class' -exec grep -qwF main {} \; -exec grep -qF "$of_old" {} \; -print | sort)
if [ "$(echo "$found" | wc -l)" -gt 1 ]; then
  found=$(cd classes && echo "$found" | while read -r path; do
    javap -public "$path" | grep -qE 'public static .*void main\(java\.lang\.String(\[\]|\.\.\.)\)' && echo "$path"
  done)
fi
[ -n "$found" ] || found=$(cd classes && find . -name '*.class' | sort)
path=
for name in Main "$class" '[^$]*' '.*'; do
  [ -n "$path" ] || path=$(echo "$found" | grep "/$name\.class$" | head -n 1)
done
class=$(echo "${path#./}" | sed 's/\.class$//' | tr / .)
jar --create --file program.jar --main-class="$class" -C classes .
