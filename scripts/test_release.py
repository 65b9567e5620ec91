"""Tests of scripts/release, of its templates, and of the workflows and the action, with programs made of a few lines.

Nothing leaves this machine. A server on it hands out the release.
"""

import contextlib
import functools
import hashlib
import http.server
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import tomllib
import unittest
import zipfile
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "scripts/release"
sys.path.insert(0, str(HERE))
import facts


def script(name):
    """Returns a script without suffix as a module."""
    loader = SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


fit, pack, fill = script("fit"), script("pack"), script("fill")
VERSION = facts.manifest()["version"]
# A program that does what the scripts ask of gamesolve, and names its target.
PROGRAM = """#!/bin/sh
case $1 in
  completions) echo "completions for $2" ;;
  man) echo page >"$3/gamesolve.1" ;;
  stones) echo 2 ;;
  check) printf '%s\\n' "$@" ;;
  *) echo TARGET ;;
esac
"""
WHEEL = f"gamesolve-{VERSION}-py3-none-any.whl"


def needs(tool, what):
    """Skips a test without this tool by name, or fails if nothing may be skipped."""
    if shutil.which(tool):
        return
    print(f"skipped: {what}: needs {tool}", file=sys.stderr)
    if os.environ.get("GAMESOLVE_NO_SKIP"):
        raise AssertionError(f"{tool} is missing")
    raise unittest.SkipTest(f"needs {tool}")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def parsed(text):
    """Returns the value of a YAML text. Ruby brings a reader, Python does not."""
    needs("ruby", "the syntax of YAML files")
    program = "require 'json'; require 'yaml'; puts JSON.generate(YAML.safe_load($stdin.read))"
    read = subprocess.run(["ruby", "-e", program], input=text, capture_output=True, text=True, check=True)
    return json.loads(read.stdout)


def made(folder):
    """Makes one program for each target."""
    for target in facts.TARGETS:
        path = folder / target / facts.program(target)
        path.parent.mkdir(parents=True)
        path.write_text(PROGRAM.replace("TARGET", target))
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Packed(unittest.TestCase):
    """Tests with a release that is packed, filled and served."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        place = Path(cls.place.name)
        cls.programs = made(place / "programs")
        cls.release = place / f"site/releases/download/v{VERSION}"
        cls.release.mkdir(parents=True)
        (cls.release / WHEEL).write_text("wheel")
        assert pack.main([str(cls.programs), str(cls.release)]) == 0
        handler = functools.partial(Quiet, directory=place / "site")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.repository = f"http://127.0.0.1:{server.server_port}"
        cls.url = f"{cls.repository}/releases/download/v{VERSION}"
        assert fill.main([str(cls.release), cls.url]) == 0

    def sums(self):
        lines = (self.release / facts.SUMS).read_text().splitlines()
        return {name: found for found, name in (line.split("  ") for line in lines)}

    def archive(self, target):
        return facts.archive(VERSION, target)


class Archives(Packed):
    def files(self, target):
        """Returns the names, modes and texts in an archive."""
        path = self.release / self.archive(target)
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                return {name: (0o755, archive.read(name).decode()) for name in archive.namelist()}
        with tarfile.open(path) as archive:
            return {
                entry.name: (entry.mode, archive.extractfile(entry).read().decode()) for entry in archive.getmembers()
            }

    def test_each_has_its_program_the_texts_and_the_pages(self):
        for target in facts.TARGETS:
            files, stem = self.files(target), facts.stem(VERSION, target)
            mode, text = files[f"{stem}/{facts.program(target)}"]
            self.assertEqual((mode, text), (0o755, PROGRAM.replace("TARGET", target)))
            texts = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "man/gamesolve.1", "completions/_gamesolve"]
            for name in texts:
                self.assertIn(f"{stem}/{name}", files)
            self.assertEqual(files[f"{stem}/completions/gamesolve.ps1"][1], "completions for powershell\n")
            self.assertEqual({name.split("/")[0] for name in files}, {stem})

    def test_the_same_programs_make_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as again:
            with mock.patch("time.time", return_value=0):
                self.assertEqual(pack.main([str(self.programs), again]), 0)
            for target in facts.TARGETS:
                name = self.archive(target)
                self.assertEqual(digest(Path(again) / name), digest(self.release / name))

    def test_checksums_are_those_of_archives_and_wheels(self):
        names = [*map(self.archive, facts.TARGETS), WHEEL]
        self.assertEqual(self.sums(), {name: digest(self.release / name) for name in names})

    def test_a_missing_program_is_an_error_before_anything_is_written(self):
        with tempfile.TemporaryDirectory() as place:
            programs = made(Path(place) / "programs")
            (programs / "x86_64-pc-windows-gnu/gamesolve.exe").unlink()
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(pack.main([str(programs), f"{place}/release"]), 1)
            self.assertRegex(said.getvalue(), r"^error: there is no program .*gnu/gamesolve\.exe\n$")
            self.assertFalse(Path(place, "release").exists())

    def test_binstall_finds_each_archive_and_the_program_in_it(self):
        data = facts.manifest()["metadata"]["binstall"]
        targets = {target: target for target in facts.TARGETS} | {"x86_64-pc-windows-msvc": "x86_64-pc-windows-gnu"}
        for asked, target in targets.items():
            chosen = {**data, **data["overrides"].get(asked, {})}
            values = {"name": "gamesolve", "version": VERSION, "target": asked, "bin": "gamesolve", "repo": "R"}
            values["binary-ext"] = ".exe" if "windows" in asked else ""
            url, path = (
                re.sub(r"\{ ([\w-]+) \}", lambda gap: values[gap.group(1)], chosen[key]) for key in ("pkg-url", "bin-dir")
            )
            self.assertEqual(url, f"R/releases/download/v{VERSION}/{self.archive(target)}")
            self.assertEqual(chosen["pkg-fmt"], "zip" if url.endswith(".zip") else "tgz")
            self.assertIn(path, self.files(target))


class Templates(Packed):
    def text(self, name):
        return (self.release / name).read_text()

    def test_every_gap_is_filled(self):
        owner = facts.manifest()["repository"].split("/")[3]
        for template in fill.TEMPLATES.iterdir():
            text = self.text(template.name.replace("@OWNER@", owner))
            self.assertIsNone(fill.GAP.search(text), template.name)
            self.assertIn(VERSION, text)
        with self.assertRaises(KeyError):
            fill.filled("@NOTHING@", {})

    def test_checksums_stand_beside_their_archives(self):
        targets = dict(re.findall(r"target=(\S+)\n +expected=(\S+)", self.text("install.sh")))
        sums = self.sums()
        self.assertEqual(targets, {name: sums[self.archive(name)] for name in facts.TARGETS if "windows" not in name})
        windows = self.archive("x86_64-pc-windows-gnu")
        self.assertEqual(re.findall(r"[0-9a-f]{64}", self.text("install.ps1")), [sums[windows]])
        beside = dict(re.findall(r'url "(.*)"\n +sha256 "(.*)"', self.text("gamesolve.rb")))
        archives = [self.archive(name) for name in facts.TARGETS if "windows" not in name]
        self.assertEqual(beside, {f"{self.url}/{name}": sums[name] for name in archives})
        scoop = json.loads(self.text("gamesolve.json"))["architecture"]["64bit"]
        self.assertEqual((scoop["url"], scoop["hash"]), (f"{self.url}/{windows}", sums[windows]))
        self.assertEqual(scoop["extract_dir"] + ".zip", windows)

    def test_the_manifests_of_winget_name_one_package(self):
        names = [path.name for path in self.release.glob("*.yaml")]
        kinds = {value["ManifestType"]: value for value in map(parsed, map(self.text, names))}
        self.assertEqual(set(kinds), {"version", "installer", "defaultLocale"})
        for value in kinds.values():
            self.assertEqual(value["PackageIdentifier"] + ".", min(names)[: len(value["PackageIdentifier"]) + 1])
            self.assertEqual(value["PackageVersion"], VERSION)
        (installer,) = kinds["installer"]["Installers"]
        windows = self.archive("x86_64-pc-windows-gnu")
        self.assertEqual(installer["InstallerUrl"], f"{self.url}/{windows}")
        self.assertEqual(installer["InstallerSha256"], self.sums()[windows])
        (nested,) = kinds["installer"]["NestedInstallerFiles"]
        with zipfile.ZipFile(self.release / windows) as archive:
            self.assertIn(nested["RelativeFilePath"].replace("\\", "/"), archive.namelist())

    def test_the_formula_chooses_an_archive_for_each_system(self):
        needs("ruby", "the formula of Homebrew")
        stub = """
            class Formula
              def self.method_missing(name, *values)
                chosen = {on_macos: "darwin", on_linux: "linux", on_arm: "aarch64", on_intel: "x86_64"}[name]
                return puts("#{name} #{values.join}") if %i[url sha256].include?(name)
                yield if chosen && ARGV[1].include?(chosen)
              end

              def self.test
              end
            end
            load ARGV[0]
        """
        for target in facts.TARGETS:
            if "windows" in target:
                continue
            command = ["ruby", "-w", "-e", stub, self.release / "gamesolve.rb", target]
            said = subprocess.run(command, capture_output=True, text=True, check=True)
            name = self.archive(target)
            self.assertEqual(said.stdout, f"url {self.url}/{name}\nsha256 {self.sums()[name]}\n")

    def test_the_installer_has_no_fault_that_shellcheck_finds(self):
        needs("shellcheck", "the installer and the scripts of releases")
        subprocess.run(["shellcheck", self.release / "install.sh", HERE / "try"], check=True)


class Installer(Packed):
    TOOLS = ["cp", "curl", "gzip", "mkdir", "mktemp", "mv", "rm", "sh", "sha256sum", "tar"]

    def setUp(self):
        needs("curl", "the installer")
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        for name in ["bin", "home", "tmp"]:
            (self.place / name).mkdir()
        for tool in self.TOOLS:
            (self.place / "bin" / tool).symlink_to(shutil.which(tool))
        self.system("Linux", "x86_64")

    def tool(self, name, text):
        path = self.place / "bin" / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def system(self, name, machine):
        self.tool("uname", f'case $1 in -s) echo "{name}" ;; -m) echo "{machine}" ;; esac')

    def run_installer(self, text=None, **variables):
        text = text or (self.release / "install.sh").read_text()
        known = {"HOME": str(self.place / "home"), "PATH": str(self.place / "bin"), "TMPDIR": str(self.place / "tmp")}
        known |= {name: str(value) for name, value in variables.items()}
        shell = self.place / "bin/sh"
        return subprocess.run([shell], input=text, env=known, capture_output=True, text=True, check=False)

    def left(self):
        return sorted(str(path.relative_to(self.place)) for name in ("home", "tmp") for path in (self.place / name).rglob("*"))

    def refused(self, words, text=None, **variables):
        before = self.left()
        done = self.run_installer(text, **variables)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, rf"\Aerror: [^\n]*{words}[^\n]*\n\Z")
        self.assertEqual(self.left(), before)

    def test_each_system_gets_its_program(self):
        systems = {
            "x86_64-unknown-linux-musl": [("Linux", "x86_64"), ("Linux", "amd64")],
            "aarch64-unknown-linux-musl": [("Linux", "aarch64"), ("Linux", "arm64")],
            "aarch64-apple-darwin": [("Darwin", "arm64")],
            "x86_64-apple-darwin": [("Darwin", "x86_64")],
        }
        installed = self.place / "home/.local/bin/gamesolve"
        for target, names in systems.items():
            for name in names:
                self.system(*name)
                done = self.run_installer()
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                said = f"Installed gamesolve {VERSION}: {installed}\n"
                self.assertEqual(done.stdout.splitlines(True)[0], said)
                run = subprocess.run([installed], capture_output=True, text=True, check=True)
                self.assertEqual(run.stdout, target + "\n")
        self.assertEqual(self.left(), ["home/.local", "home/.local/bin", "home/.local/bin/gamesolve"])

    def test_the_hint_about_the_path_works_when_it_is_pasted(self):
        folder = self.place / "home/my programs"
        names = ["my programs", 'a"b', "a$HOME", "it's `it`", "\\tb\\"]
        for chosen in [*(self.place / "home" / name for name in names), os.path.relpath(self.place / "home/near")]:
            done = self.run_installer(GAMESOLVE_INSTALL_DIR=chosen)
            hint = done.stdout.split("For this terminal: ")[1]
            # The terminal may be in another folder by then.
            shell = ["sh", "-c", f"cd /\n{hint}\ngamesolve"]
            run = subprocess.run(shell, capture_output=True, text=True, check=True)
            self.assertEqual(run.stdout, "x86_64-unknown-linux-musl\n")
        again = self.run_installer(GAMESOLVE_INSTALL_DIR=folder, PATH=f"{self.place / 'bin'}:{folder}")
        self.assertEqual(again.stdout.count("\n"), 1)

    def test_wget_and_shasum_do_as_well(self):
        needs("wget", "the installer without curl")
        needs("shasum", "the installer without sha256sum")
        for tool, other in [("curl", "wget"), ("sha256sum", "shasum")]:
            (self.place / "bin" / tool).unlink()
            (self.place / "bin" / other).symlink_to(shutil.which(other))
        (self.place / "bin/perl").symlink_to(shutil.which("perl"))
        self.assertEqual(self.run_installer().returncode, 0)
        name = re.escape(self.archive(pack.HOST))
        self.refused(f"cannot download .*{name}", (self.release / "install.sh").read_text().replace(self.url, self.url + "x"))

    def test_a_running_program_is_replaced(self):
        self.assertEqual(self.run_installer().returncode, 0)
        installed = self.place / "home/.local/bin/gamesolve"
        sleep = shutil.copy(shutil.which("sleep"), installed)
        with subprocess.Popen([sleep, "60"]) as running:
            done = self.run_installer()
            running.kill()
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_archive_is_refused(self):
        path = self.release / self.archive(pack.HOST)
        content = path.read_bytes()
        self.addCleanup(path.write_bytes, content)
        path.write_bytes(content + b"more")
        self.refused(f"the SHA-256 of .* is {digest(path)}, and should be {self.sums()[path.name]}")

    def test_an_archive_without_the_program_is_refused(self):
        path = self.release / self.archive(pack.HOST)
        content = path.read_bytes()
        self.addCleanup(path.write_bytes, content)
        path.write_bytes(pack.tarred("other", {"gamesolve": (0o755, b"")}, 0))
        text = (self.release / "install.sh").read_text().replace(self.sums()[path.name], digest(path))
        self.refused("has no file gamesolve-.*/gamesolve", text)

    def test_a_missing_archive_is_refused(self):
        path = self.release / self.archive(pack.HOST)
        hidden = path.rename(path.with_suffix(".hidden"))
        self.addCleanup(hidden.rename, path)
        self.refused(f"cannot download {re.escape(self.url)}/{path.name}")

    def test_unknown_systems_are_refused(self):
        self.system("FreeBSD", "amd64")
        self.refused("has no program for FreeBSD amd64; build it from the source")
        self.system("Linux", "riscv64")
        self.refused("has no program for Linux riscv64")
        self.system("MINGW64_NT-10.0", "x86_64")
        self.refused("on Windows run install.ps1")

    def test_missing_tools_are_named(self):
        (self.place / "bin/sha256sum").unlink()
        self.refused("neither sha256sum nor shasum")
        (self.place / "bin/curl").unlink()
        self.refused("neither curl nor wget")

    def test_folders_that_cannot_be_written_are_refused(self):
        file = self.place / "home/file"
        file.write_text("")
        self.refused("cannot make the folder .*/file/bin", GAMESOLVE_INSTALL_DIR=file / "bin")
        taken = self.place / "home/taken"
        (taken / "gamesolve").mkdir(parents=True)
        self.refused("taken/gamesolve is a folder", GAMESOLVE_INSTALL_DIR=taken)
        self.refused("HOME is not set", HOME="")
        self.tool("mv", "echo no >&2; exit 1")
        self.refused(f"cannot write to {self.place}/home;", GAMESOLVE_INSTALL_DIR=self.place / "home")

    def test_half_of_the_script_does_nothing(self):
        text = (self.release / "install.sh").read_text()
        for part in [0.3, 0.6, 0.9]:
            self.run_installer(text[: int(part * len(text))])
            self.assertEqual(self.left(), [])
        self.run_installer(text.rstrip().removesuffix("main"))
        self.assertEqual(self.left(), [])

    def test_a_release_is_tried_on_this_system(self):
        # A packed release without installers: `try` fills them with its own address.
        release = self.place / "release"
        release.mkdir()
        for name in [*self.sums(), facts.SUMS]:
            shutil.copy(self.release / name, release)
        done = subprocess.run([HERE / "try", release], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        # A program with a wrong answer.
        target = pack.HOST
        programs = made(self.place / "programs")
        (programs / target / "gamesolve").write_text(PROGRAM.replace("echo 2", "echo 3"))
        self.assertEqual(pack.main([str(programs), str(release)]), 0)
        done = subprocess.run([HERE / "try", release], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "error: the installed gamesolve answers 3, and the answer is 2\n"))


class Action(Packed):
    def run_action(self, **inputs):
        """Runs the steps of the action as a runner does, and returns the last process."""
        action = parsed((ROOT / ".github/actions/check/action.yml").read_text())
        given = {name: value.get("default") for name, value in action["inputs"].items()} | inputs
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place, "action/.github/actions/check")
            folder.mkdir(parents=True)
            manifest = (ROOT / "Cargo.toml").read_text()
            manifest = manifest.replace(facts.manifest()["repository"], self.repository)
            Path(place, "action/Cargo.toml").write_text(manifest)
            variables = os.environ | {"GITHUB_ACTION_PATH": str(folder), "RUNNER_TEMP": place}
            variables["GITHUB_PATH"] = str(Path(place, "path"))
            for step in action["runs"]["steps"]:
                env = {
                    name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda gap: given[gap.group(1)], value)
                    for name, value in step["env"].items()
                }
                if Path(place, "path").exists():
                    variables["PATH"] = Path(place, "path").read_text().strip() + ":" + os.environ["PATH"]
                command = ["bash", "-eo", "pipefail", "-c", step["run"]]
                done = subprocess.run(command, env=variables | env, capture_output=True, text=True, check=False)
                if done.returncode:
                    break
        return done

    def test_it_installs_the_release_and_checks_the_folder(self):
        self.assertEqual(self.run_action(problem="stones", path="my tests").stdout, "check\nstones\nmy tests\n")
        self.assertEqual(self.run_action(path="tests").stdout, "check\ntests\n")

    def test_an_unknown_release_is_an_error(self):
        done = self.run_action(path="tests", version="9.9.9")
        self.assertEqual(done.returncode, 1)
        said = f"error: cannot download {self.repository}/releases/download/v9.9.9/install.sh\n"
        self.assertEqual((done.stdout, done.stderr), ("", said))


class Workflows(unittest.TestCase):
    def test_the_release_builds_every_target(self):
        build = parsed((ROOT / ".github/workflows/release.yml").read_text())["jobs"]["build"]
        rows = build["strategy"]["matrix"]["include"]
        self.assertEqual([row["target"] for row in rows], facts.TARGETS)
        for row in rows:
            self.assertEqual("gamesolve" + row.get("suffix", ""), facts.program(row["target"]))

    def test_their_commands_stand(self):
        # The gate's linter finds all other mistakes.
        for path in [*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob(".github/actions/*/action.yml")]:
            whole = parsed(path.read_text())
            jobs = whole.get("jobs") or {"action": whole["runs"]}
            for job in jobs.values():
                for command in [step["run"] for step in job.get("steps", []) if "run" in step]:
                    # A runner pastes the value of an expression into the command, so it could be a command itself.
                    self.assertNotIn("${{", command)
                    for name in re.findall(r"(?<![\w/])(?:\.ci|scripts)/[\w/-]+", command):
                        self.assertTrue(os.access(ROOT / name, os.X_OK), name)


class Manifests(unittest.TestCase):
    def test_the_repository_is_named_once(self):
        self.assertEqual((ROOT / "Cargo.toml").read_text().count(facts.manifest()["repository"]), 1)
        for path in ROOT.glob("crates/*/Cargo.toml"):
            package = tomllib.loads(path.read_text())["package"]
            self.assertEqual((package["repository"], package["include"]), ({"workspace": True},) * 2, path)

    def test_a_tag_fits_the_sources(self):
        known = {"version": "1.2.3", "repository": "https://a/b/c"}
        log = "# Changelog\n\n## 1.2.3\n"
        self.assertEqual(list(fit.misfits("v1.2.3", "https://a/b/c", known, log)), [])
        faults = list(fit.misfits("1.2.3", "https://a/b/d", known, "## 11.2.3\n## 1.2.30\n"))
        self.assertEqual(len(faults), 3)
        with mock.patch("sys.stderr", new=io.StringIO()) as said:
            self.assertEqual(fit.main(["v0.0.0", facts.manifest()["repository"]]), 1)
        self.assertIn(f"error: the tag is v0.0.0, and the version in Cargo.toml is {VERSION}", said.getvalue())


if __name__ == "__main__":
    unittest.main()
