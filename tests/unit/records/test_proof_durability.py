"""The proof of durability with small counts, and that it sees a loss where there is one."""

from collections import Counter

import pytest

from automation.core import files
from automation.records.store import Store
from tests.proof.durability import judge
from tests.proof.durability_check import check
from tests.proof.durability_disk import Call, Disk, emptied
from tests.proof.durability_full import fill_disks, may_have_disks, room_needed
from tests.proof.durability_images import cut_power
from tests.proof.durability_kills import kill_writers
from tests.unit.records.test_removal import kept_run


def test_killed_writers_lose_nothing_they_were_promised(tmp_path):
    found = kill_writers(tmp_path, 1, 12)
    assert found["lost"] == []
    assert found["kills"] == 12
    assert found["seen"]["step"] > 0


def test_power_cuts_lose_nothing_that_was_promised(tmp_path):
    found = cut_power(tmp_path, 1, 100)
    assert found["lost"] == []
    assert found["images"] == 100
    assert min(found["seen"][kind] for kind in ("step", "end", "theme", "wiped")) > 0


def test_full_disks_lose_nothing_that_was_promised(tmp_path):
    if not may_have_disks():
        pytest.skip("only on kernels that let users have file systems of their own")
    room_kib = room_needed(tmp_path)
    found = fill_disks(tmp_path, range(8, room_kib + room_kib // 2, room_kib // 8))
    assert found["lost"] == []
    assert 0 < found["full"] < found["disks"]


def test_a_disk_that_is_never_flushed_is_seen_to_lose(tmp_path):
    """The replay itself can fail: what no call flushed is not there after `nothing`."""
    home = str(tmp_path / "home")
    disk = Disk(home)
    for call in (
        Call("create", f"{home}/a"), Call("write", f"{home}/a", data=b"x" * 2000),
        Call("create", f"{home}/b"), Call("write", f"{home}/b", data=b"y"),
        Call("flush", f"{home}/b"), Call("flush", home), Call("write", f"{home}/b", data=b"z"),
    ):  # fmt: skip
        disk.apply(call)
    held = {}
    for mode in ("nothing", "everything", "names only"):
        target = emptied(tmp_path / "image")
        disk.image(None, mode, target)
        held[mode] = {path.name: path.read_bytes() for path in target.iterdir()}
    assert held["nothing"] == {"a": b"", "b": b"y"}
    assert held["everything"] == {"a": b"x" * 2000, "b": b"z"}
    assert held["names only"] == {"a": b"", "b": b"y"}


def test_a_rename_whose_folder_was_not_flushed_may_be_undone(tmp_path):
    home = str(tmp_path / "home")
    disk = Disk(home)
    for call in (
        Call("create", f"{home}/new"), Call("write", f"{home}/new", data=b"new"),
        Call("flush", f"{home}/new"), Call("flush", home), Call("rename", f"{home}/new", f"{home}/it"),
    ):  # fmt: skip
        disk.apply(call)
    names = {}
    for mode in ("nothing", "everything"):
        target = emptied(tmp_path / "image")
        disk.image(None, mode, target)
        names[mode] = [path.name for path in target.iterdir()]
    assert names == {"nothing": ["new"], "everything": ["it"]}


def test_the_check_misses_what_is_not_there(tmp_path):
    store = Store(tmp_path / "data")
    run, (address,) = kept_run(store, 1)
    store.close()
    true = [f"run {run}", f"step {run} 1 {address}", f"end {run}"]
    assert check(tmp_path, true)[0] == []
    false = [f"step {run} 2 {address}", f"step {run} 1 {'0' * 64}", "run abc", f"wiped {run}"]
    lines = [*false, "theme dark", f"intent {run} 9"]
    assert len(check(tmp_path, lines)[0]) == len(lines)
    next((tmp_path / "data" / "blobs").glob("??/*.png")).unlink()
    assert len(check(tmp_path, true)[0]) == 1


def shards(**changes):
    found = [
        {"kills": 1000, "seen": {"step": 5}, "lost": []},
        {"disks": 9, "full": 8, "seen": {"step": 2}, "lost": []},
        {"images": 2400, "seen": Counter(step=7), "lost": []},
    ]
    for at, change in changes.items():
        found[int(at[1:])] |= change
    return found


@pytest.mark.parametrize(
    "changes",
    [{"s0": {"lost": ["x"]}}, {"s1": {"lost": ["x"]}}, {"s2": {"lost": ["x"]}},
     {"s0": {"kills": 999}}, {"s1": {"full": 0}}, {"s2": {"images": 2399}}],
)  # fmt: skip
def test_one_loss_or_too_few_tries_break_the_promise(changes):
    assert judge(shards()).is_kept
    assert not judge(shards(**changes)).is_kept


def test_the_result_tells_numbers():
    assert judge(shards()).result.startswith("lost: 0 in 1,000 SIGKILLs, 0 on 8 full disks, 0 in 2")
    assert "14 acknowledged" in judge(shards()).result


def test_a_folder_that_is_not_flushed_is_found_by_the_power_cuts(tmp_path, monkeypatch):
    """The proof guards the flush: without it a name can be lost (run in a child, so patched there)."""
    hole = tmp_path / "sitecustomize.py"
    hole.write_text("import automation.core.files as p\np.flush_folder = lambda folder: None\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{files.__file__.rpartition('/automation')[0]}")
    assert cut_power(tmp_path, 1, 40)["lost"] != []
