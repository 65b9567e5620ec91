"""Facts about a release: its version, its repository, and the names of its archives."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The systems that a release has a program for.
TARGETS = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
]
SUMS = "SHA256SUMS"


def manifest():
    """Returns the manifest of the main package, with the values that it inherits."""
    whole = tomllib.loads((ROOT / "Cargo.toml").read_bytes().decode())
    return whole["package"] | whole["workspace"]["package"]


def stem(version, target):
    """Returns the name of the folder in an archive."""
    return f"gamesolve-{version}-{target}"


def archive(version, target):
    return stem(version, target) + (".zip" if "windows" in target else ".tar.gz")


def program(target):
    return "gamesolve.exe" if "windows" in target else "gamesolve"
