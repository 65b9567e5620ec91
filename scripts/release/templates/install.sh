#!/bin/sh
# Installs gamesolve @VERSION@ on Linux or macOS: downloads the archive for this system, compares its SHA-256 with the
# one below, and puts the program into ~/.local/bin. GAMESOLVE_INSTALL_DIR names another folder.
set -eu

fail() {
  echo "error: $*" >&2
  exit 1
}

# The output of a failing command would be a second message, so it is dropped.
download() {
  if command -v curl >/dev/null; then
    curl --fail --location --silent --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "neither curl nor wget is installed"
  fi
}

sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1"
  elif command -v shasum >/dev/null; then
    shasum --algorithm 256 <"$1"
  else
    fail "neither sha256sum nor shasum is installed"
  fi
}

# A word as a shell reads it, whatever its characters are.
quoted() {
  rest=$1
  word=
  while [ "$rest" != "${rest#*\'}" ]; do
    word=$word${rest%%\'*}"'\\''"
    rest=${rest#*\'}
  done
  printf '%s\n' "'$word$rest'"
}

main() {
  system="$(uname -s) $(uname -m)"
  case $system in
    "Linux x86_64" | "Linux amd64")
      target=x86_64-unknown-linux-musl
      expected=@SHA256:x86_64-unknown-linux-musl@
      ;;
    "Linux aarch64" | "Linux arm64")
      target=aarch64-unknown-linux-musl
      expected=@SHA256:aarch64-unknown-linux-musl@
      ;;
    "Darwin arm64")
      target=aarch64-apple-darwin
      expected=@SHA256:aarch64-apple-darwin@
      ;;
    "Darwin x86_64")
      target=x86_64-apple-darwin
      expected=@SHA256:x86_64-apple-darwin@
      ;;
    MINGW* | MSYS* | CYGWIN*) fail "this script is for Linux and macOS; on Windows run install.ps1 in PowerShell" ;;
    *) fail "release @VERSION@ has no program for $system; build it from the source in @REPOSITORY@" ;;
  esac
  [ -n "${GAMESOLVE_INSTALL_DIR:-}${HOME:-}" ] || fail "HOME is not set; GAMESOLVE_INSTALL_DIR names a folder"
  folder=${GAMESOLVE_INSTALL_DIR:-${HOME:-}/.local/bin}
  # The entries of PATH have no slash at their end.
  folder=${folder%/}
  case $folder in
    /*) ;;
    *) folder=$PWD/$folder ;;
  esac
  name=gamesolve-@VERSION@-$target
  url=@URL@/$name.tar.gz

  work=$(mktemp -d) || fail "cannot make a temporary folder"
  new=
  trap 'rm -rf "$work" "$new"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$url" "$work/archive" || fail "cannot download $url"
  found=$(sha256 "$work/archive") || exit 1
  found=${found%% *}
  [ "$found" = "$expected" ] || fail "the SHA-256 of $url is $found, and should be $expected"
  tar -xzf "$work/archive" -C "$work" "$name/gamesolve" 2>/dev/null || fail "$url has no file $name/gamesolve"

  [ ! -d "$folder/gamesolve" ] || fail "$folder/gamesolve is a folder"
  mkdir -p "$folder" 2>/dev/null || fail "cannot make the folder $folder; GAMESOLVE_INSTALL_DIR names another one"
  # A program that runs can be replaced, but not written to.
  new=$folder/.gamesolve.$$
  { cp "$work/$name/gamesolve" "$new" && mv -f "$new" "$folder/gamesolve"; } 2>/dev/null ||
    fail "cannot write to $folder; GAMESOLVE_INSTALL_DIR names another folder"
  # Not `echo`, which obeys backslashes in some shells.
  printf '%s\n' "Installed gamesolve @VERSION@: $folder/gamesolve"
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) printf '%s\n' "This folder is not in your PATH. For this terminal: export PATH=$(quoted "$folder"):\"\$PATH\"" ;;
  esac
}

# The last line, so that half of a script does nothing.
main
