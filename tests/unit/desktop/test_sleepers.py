"""Programs that show no tree until they are woken: known by facts, waited for within bounds."""

import os
from dataclasses import replace

import pytest

from automation.core.errors import Stopped
from automation.core.geometry import Rect
from automation.core.ports import Sleep
from automation.core.timing import StopToken
from automation.desktop.elements import reader as reader_module
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import Sleeper, age_s, sleeper_of
from tests.fakes.fake_bus import FakeBus, Thing
from tests.unit.desktop.element_scenes import PID, PLACE, button, frame, look

PAGE_ROLE, BUSY, SHOWN = 95, 3, (8, 24, 25, 30)


class Woken(FakeBus):
    """A program that answers to the switch late: nothing of it is there for some questions."""

    def __init__(self, *programs, hidden_for=0, page_for=0):
        super().__init__(*programs)
        self._hidden_for, self._page_for = hidden_for, page_for

    def _answer(self, call):
        if call.path == "/org/a11y/atspi/accessible/root":
            self._hidden_for -= 1
            if self._hidden_for >= 0:
                return ([],)
        return super()._answer(call)

    def _GetAttributes(self, thing, call):  # noqa: N802
        return ({},)

    def _ChildCount(self, thing, call):  # noqa: N802
        if thing.role == PAGE_ROLE:
            self._page_for -= 1
            if self._page_for >= 0:
                return (0,)
        return (len(thing.children),)


@pytest.fixture
def process(tmp_path):
    """A process list with one process; returns how it is written."""

    def written(*files, ticks=0, up=100.0):
        (tmp_path / "7").mkdir(exist_ok=True)
        lines = [f"7f00-7f01 r--p 0000 fe:00 12 {file}\n" for file in files]
        (tmp_path / "7" / "maps").write_text("".join(lines))
        stat = f"7 (a b) c) S {' '.join(['0'] * 18)} {ticks} 0\n"
        (tmp_path / "7" / "stat").write_text(stat)
        (tmp_path / "uptime").write_text(f"{up} 3\n")
        return tmp_path

    return written


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (["/usr/lib/x86_64-linux-gnu/libQt5Gui.so.5.15.8"], Sleeper.QT5),
        (["/opt/app/lib/libQt6Gui.so.6"], Sleeper.QT6),
        (["/usr/lib/thunderbird/libxul.so"], Sleeper.GECKO),
        (["/opt/Some App/chrome_100_percent.pak", "/opt/lib/libQt6Gui.so.6"], Sleeper.CHROMIUM),
        (["/usr/lib/x86_64-linux-gnu/libgtk-3.so.0"], None),
        ([], None),
    ],
)
def test_a_kind_is_known_by_what_its_process_has_mapped(process, files, kind):
    assert sleeper_of(7, process(*files)) is kind


def test_of_a_process_that_is_gone_nothing_is_known(tmp_path):
    assert sleeper_of(7, tmp_path) is None
    assert sleeper_of(0) is None
    assert age_s(7, tmp_path) == float("inf")


def test_the_age_of_a_process_is_told_by_the_kernel(process):
    per_s = os.sysconf("SC_CLK_TCK")
    assert age_s(7, process(ticks=60 * per_s, up=100.0)) == pytest.approx(40.0)


@pytest.fixture
def of_kind(monkeypatch):
    """Returns a reader of a scripted program of a kind that sleeps."""

    def made(bus, kind, *, may_wake=True, age=1000.0):
        monkeypatch.setattr(reader_module, "sleeper_of", lambda pid: kind if pid == PID else None)
        monkeypatch.setattr(reader_module, "age_s", lambda pid: age)
        monkeypatch.setattr(reader_module, "WAKE_POLL_S", 0.0)
        return DesktopReader(bus=bus, may_wake=lambda: may_wake)

    return made


def browser(*children, states=SHOWN):
    page = Thing(PAGE_ROLE, "Page", PLACE, states, children=list(children))
    bars = [button(f"Bar {n}") for n in range(4)]
    return (PID, [frame(*bars, page)])


def drawn():
    """A look whose page is not of one colour."""
    seen = look()
    pixels = seen.frame.pixels.copy()
    pixels[::2, ::2] = 99
    return replace(seen, frame=replace(seen.frame, pixels=pixels))


def test_a_program_that_comes_to_the_bus_is_waited_for(of_kind):
    reader = of_kind(Woken((PID, [frame(button())]), hidden_for=3), Sleeper.QT6)
    assert reader.awaken(look(), StopToken())
    assert not reader.awaken(look(), StopToken())
    assert [e.name for e in reader.tree(look())] != []


def test_nothing_is_waited_for_and_nobody_asked_where_the_user_wants_nobody_woken(of_kind):
    bus = Woken(browser(button("In the page")), page_for=50)
    reader = of_kind(bus, Sleeper.CHROMIUM, may_wake=False)
    assert not reader.awaken(drawn(), StopToken())
    reader.tree(drawn())
    assert "GetAttributes" not in {member for _, member in bus.calls}


def test_chromium_is_roused_by_a_question_where_the_user_wants_it(of_kind):
    bus = Woken(browser(button("In the page")))
    reader = of_kind(bus, Sleeper.CHROMIUM)
    reader.awaken(drawn(), StopToken())
    reader.tree(drawn())
    assert [member for _, member in bus.calls].count("GetAttributes") == 1


def test_a_page_that_is_told_late_is_waited_for_until_it_is_there(of_kind):
    bus = Woken(browser(button("In the page")), page_for=8)
    reader = of_kind(bus, Sleeper.CHROMIUM)
    assert reader.awaken(drawn(), StopToken())
    assert bus._page_for < 0
    assert reader.asleep(drawn()) is None


def test_a_page_without_a_place_is_where_it_lies_in_and_no_empty_one(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "LOAD_S", 0.0)
    page = Thing(PAGE_ROLE, "", children=[button("In the page")])
    bars = [button(f"Bar {n}") for n in range(4)]
    reader = of_kind(Woken((PID, [frame(*bars, page)]), page_for=8), Sleeper.CHROMIUM)
    assert reader.awaken(drawn(), StopToken())
    assert reader.asleep(drawn()) is None


def test_a_page_that_is_never_told_is_waited_for_once_and_told_of(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "PAGE_S", 0.0)
    reader = of_kind(Woken(browser(), page_for=10_000), Sleeper.CHROMIUM)
    seen = drawn()
    assert not reader.awaken(seen, StopToken())
    monkeypatch.setattr(reader_module, "PAGE_S", 1e9)
    assert not reader.awaken(seen, StopToken())
    assert reader.asleep(seen) is Sleep.WAKING


def test_an_empty_page_of_one_colour_is_waited_for_as_one_that_loads(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "PAGE_S", 1e9)
    monkeypatch.setattr(reader_module, "LOAD_S", 0.0)
    reader = of_kind(Woken(browser()), Sleeper.CHROMIUM)
    assert not reader.awaken(look(), StopToken())
    assert reader.asleep(look()) is None


def test_a_page_that_had_not_been_drawn_is_waited_for_once_it_is(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "LOAD_S", 0.0)
    reader = of_kind(Woken(browser(button("In the page")), page_for=8), Sleeper.CHROMIUM)
    assert not reader.awaken(look(), StopToken())
    assert reader.awaken(drawn(), StopToken())
    assert reader.asleep(drawn()) is None


def test_an_empty_frame_of_a_page_is_no_page_that_is_late(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "PAGE_S", 1e9)
    inner = Thing(PAGE_ROLE, "Advert", PLACE, SHOWN)
    reader = of_kind(Woken(browser(button("In the page"), inner)), Sleeper.CHROMIUM)
    assert not reader.awaken(drawn(), StopToken())


def test_a_page_that_loads_for_ever_is_read_all_the_same(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "LOAD_S", 0.0)
    reader = of_kind(Woken(browser(button("So far"), states=(*SHOWN, BUSY))), Sleeper.CHROMIUM)
    assert not reader.awaken(drawn(), StopToken())
    assert reader.asleep(drawn()) is None


def test_a_stop_ends_the_wait(of_kind, monkeypatch):
    monkeypatch.setattr(reader_module, "PAGE_S", 1e9)
    reader = of_kind(Woken(browser(), page_for=10_000), Sleeper.CHROMIUM)
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        reader.awaken(drawn(), stop)


@pytest.mark.parametrize("kind", [Sleeper.CHROMIUM, Sleeper.QT5])
def test_one_that_ran_before_the_switch_is_not_waited_for_but_told_of(of_kind, monkeypatch, kind):
    monkeypatch.setattr(reader_module, "REGISTER_S", 1e9)
    reader = of_kind(Woken(), kind)
    assert not reader.awaken(look(), StopToken())
    assert reader.asleep(look()) is Sleep.STARTED_BEFORE


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (Sleeper.CHROMIUM, Sleep.UNTIL_NEW_START),
        (Sleeper.QT5, Sleep.UNTIL_NEW_START),
        (Sleeper.QT6, Sleep.UNTIL_WOKEN),
        (Sleeper.GECKO, Sleep.UNTIL_WOKEN),
        (None, None),
    ],
)
def test_what_is_not_on_the_bus_sleeps_if_it_is_of_a_kind_that_does(of_kind, kind, why):
    assert of_kind(Woken(), kind, may_wake=False).asleep(look()) is why


def test_chromium_that_shows_its_frame_alone_sleeps(of_kind):
    bare = (PID, [frame(Thing(39, "", Rect(100, 50, 400, 300)))])
    reader = of_kind(Woken(bare), Sleeper.CHROMIUM, may_wake=False)
    assert reader.asleep(look()) is Sleep.UNTIL_NEW_START


def test_a_window_that_is_never_looked_at_is_neither_waited_for_nor_told_of(monkeypatch):
    monkeypatch.setattr(reader_module, "sleeper_of", lambda pid: Sleeper.QT6)
    bus = Woken()
    reader = DesktopReader(bus=bus, may_wake=lambda: True, is_private=lambda window: True)
    assert not reader.awaken(look(), StopToken())
    assert reader.asleep(look()) is None
    assert bus.calls == []
