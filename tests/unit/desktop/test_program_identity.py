"""Which program a process runs, on a made-up /proc and on real processes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from automation.core.observation import is_interpreter
from automation.desktop.program_identity import Program, program_of


@pytest.fixture
def proc(tmp_path):
    (tmp_path / "42" / "root").mkdir(parents=True)
    return tmp_path


def runs(proc, target):
    (proc / "42" / "exe").symlink_to(target)
    return program_of(42, proc)


def test_a_process_that_runs_the_file_at_its_path_is_vouched_for(proc):
    assert runs(proc, "/bin/sh").is_vouched


def test_a_name_that_is_no_text_is_written_out_and_still_vouched_for(proc, tmp_path):
    file = tmp_path / os.fsdecode(b"caf\xe9")
    file.write_bytes(b"")
    assert runs(proc, file) == Program(f"{tmp_path}/caf\\xe9", "", is_vouched=True)


def test_a_process_that_is_gone_or_anothers_is_not_known(proc):
    assert program_of(43, proc) == Program()
    assert program_of(0, proc) == Program()


def test_a_file_that_was_replaced_keeps_its_path_and_is_not_vouched_for(proc):
    found = runs(proc, "/usr/bin/mousepad (deleted)")
    assert found == Program("/usr/bin/mousepad", "", is_vouched=False)


def test_a_path_that_is_another_file_from_here_is_not_vouched_for(proc):
    assert not runs(proc, "/nowhere/in/this/namespace/mousepad").is_vouched


def test_a_flatpak_is_named_by_its_sandbox_and_not_by_its_path(proc):
    info = proc / "42" / "root" / ".flatpak-info"
    info.write_text(
        "[Application]\nname=org.mozilla.firefox\nruntime=a/b/c\n[Context]\nshared=x;\n"
    )
    found = runs(proc, "/app/lib/firefox/firefox")
    assert found == Program(
        "/app/lib/firefox/firefox", "flatpak:org.mozilla.firefox", is_vouched=True
    )


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"name=x", b"[Application]\n", b"[" * 100_000])
def test_a_broken_sandbox_file_names_nothing(proc, text):
    (proc / "42" / "root" / ".flatpak-info").write_bytes(text)
    assert runs(proc, "/bin/sh").app_id == ""


def test_an_appimages_passing_mount_is_not_vouched_for(proc):
    assert not runs(proc, "/tmp/.mount_FooAbC12/usr/bin/foo").is_vouched


def test_a_real_program_that_is_replaced_while_it_runs_is_noticed(tmp_path):
    copy = tmp_path / "mousepad"
    shutil.copy("/bin/sleep", copy)
    running = subprocess.Popen([copy, "600"])
    try:
        assert program_of(running.pid) == Program(str(copy), "", is_vouched=True)
        copy.unlink()
        shutil.copy("/bin/cat", copy)
        assert program_of(running.pid) == Program(str(copy), "", is_vouched=False)
    finally:
        running.kill()
        running.wait()


def test_our_own_process_is_known():
    found = program_of(os.getpid())
    assert (found.executable, found.is_vouched) == (str(Path("/proc/self/exe").readlink()), True)


@pytest.mark.parametrize(
    "name",
    ["python3.11", "wine64-preloader", "ld-linux-x86-64.so.2", "electron28", "gjs-console", "node",
     "qemu-aarch64-static", "bwrap", "busybox", "java", "perl5.36", "AppRun", "deno", "pwsh.exe"],
)  # fmt: skip
def test_what_runs_any_program_is_an_interpreter(name):
    assert is_interpreter(f"/usr/bin/{name}")


@pytest.mark.parametrize("name", ["mousepad", "lovely", "Rhythmbox", "gdbus", "snapper", "rstudio"])
def test_what_only_begins_so_is_none(name):
    assert not is_interpreter(f"/usr/bin/{name}")
