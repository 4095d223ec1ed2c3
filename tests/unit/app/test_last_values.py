"""What was filled in last: kept for each macro by its folder, and undone by nobody who writes meanwhile."""

import threading

import pytest

from app.macros.request import FILE, MOST_MACROS, Filled, LastValues
from automation.macros.macro import Param
from tests.fakes.macro_shelves import a_macro

ADA, BO = Filled({"who": "Ada"}), Filled({"who": "Bo"}, "/a/table.csv")


@pytest.fixture
def last(tmp_path):
    return LastValues(tmp_path / FILE)


def test_a_secret_is_not_remembered_and_nothing_takes_the_place_of_what_was(last):
    macro = a_macro("Greet", params={"who": Param(), "key": Param(type="secret")})
    last.keep("greet", macro, {"who": "Ada", "key": "mail", "odd": "x"}, None)
    assert last.of("greet") == ADA
    last.keep("greet", macro, {"key": "mail"}, None)
    assert (last.of("greet"), last.count) == (Filled(), 0)


def test_those_that_were_played_longest_ago_go_first(last):
    for number in range(MOST_MACROS):
        last.put(f"m{number}", ADA)
    last.put("m0", BO)
    last.put("more", ADA)
    assert (last.of("m0"), last.of("m1"), last.count) == (BO, Filled(), MOST_MACROS)


def test_two_that_write_at_once_undo_nothing_of_each_other(last, tmp_path, monkeypatch):
    last.put("greet", ADA)
    write, is_other_done = LastValues._write, threading.Event()

    def slowly(values, every):
        monkeypatch.setattr(LastValues, "_write", write)
        other.start()
        is_other_done.wait(0.5)  # passes only where the other one need not wait
        write(values, every)

    def forget():
        LastValues(tmp_path / FILE).forget("greet")
        is_other_done.set()

    other = threading.Thread(target=forget)
    monkeypatch.setattr(LastValues, "_write", slowly)
    last.put("part", BO)
    other.join()
    assert (last.of("greet"), last.of("part")) == (Filled(), BO)


def test_a_folder_that_is_gone_is_no_harm(tmp_path):
    lost = LastValues(tmp_path / "gone" / FILE)
    lost.put("greet", ADA)
    lost.forget("greet")
    assert lost.of("greet") == Filled()


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"greet": 7}', b"\xff", b" " * (8 << 20)])
def test_what_cannot_be_read_is_forgotten_whole_when_one_macro_is(last, tmp_path, content):
    file = tmp_path / FILE
    last.put("greet", ADA)
    file.write_bytes(content + file.read_bytes())
    assert last.of("greet") == Filled()
    last.forget("greet")
    assert not file.exists()
