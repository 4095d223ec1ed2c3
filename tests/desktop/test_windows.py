"""The window list, the hit test and the window requests, on a real server and manager."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
import xcffib.xproto

from automation.core.errors import InputError, NoDisplay, NoWindowManager
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import root_of
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PLACE = Rect(300, 200, 400, 300)
INSIDE = ScreenPoint(500, 350)


@pytest.fixture
def bare(monkeypatch):
    """A desktop without a window manager."""
    with VirtualDesktop.start((800, 600), wm=None, accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        yield desktop


@pytest.fixture
def bare_windows(bare):
    system = X11Windows(bare.display)
    yield system
    system.close()


def info(windows, window):
    return next((w for w in windows.windows() if w.window_id == window), None)


def shown(windows, window):
    """Wait until the window manager has taken the window in and shown it."""
    return wait_for(lambda: (w := info(windows, window)) and not w.is_minimised and w)


def order(windows, *ids):
    return [w.window_id for w in windows.windows() if w.window_id in ids]


def test_managed_window_has_title_process_and_client_rectangle(windows, drawn):
    window = drawn.create(PLACE, title="Größe, 日本")
    found = shown(windows, window)
    assert found.title == "Größe, 日本"
    assert found.pid == os.getpid()
    assert found.executable == str(Path("/proc/self/exe").readlink())
    assert found.app == Path(found.executable).name
    assert (found.rect.w, found.rect.h) == (PLACE.w, PLACE.h)
    assert not found.is_popup
    assert not found.is_own


def test_program_is_named_by_its_executable(windows, desktop):
    process = desktop.spawn(["xterm", "-T", "a terminal"])
    found = wait_for(lambda: next((w for w in windows.windows() if w.pid == process.pid), None))
    assert (found.app, found.title) == ("xterm", "a terminal")
    windows.close_window(found.window_id)
    wait_for(lambda: process.poll() is not None)


def test_process_is_the_servers_word_when_the_client_claims_another(windows, drawn):
    window = drawn.create(PLACE)
    drawn.set_number(window, "_NET_WM_PID", 1)
    assert shown(windows, window).pid == os.getpid()


def test_windows_of_our_processes_are_own(desktop, drawn):
    ours = X11Windows(desktop.display, own_pids=frozenset({os.getpid()}))
    assert shown(ours, drawn.create(PLACE)).is_own
    ours.close()


def test_list_follows_the_stacking_order_when_a_window_is_activated(windows, drawn):
    first, second = drawn.create(PLACE), drawn.create(PLACE)
    wait_for(lambda: order(windows, first, second) == [second, first])
    windows.activate(first)
    wait_for(lambda: order(windows, first, second) == [first, second])
    wait_for(lambda: info(windows, first).is_active)
    assert not info(windows, second).is_active


def test_popup_is_marked_and_lies_on_top(windows, drawn):
    managed = drawn.create(PLACE)
    shown(windows, managed)
    popup = drawn.create(Rect(320, 220, 100, 80), unmanaged=True)
    assert order(windows, managed, popup) == [popup, managed]
    assert info(windows, popup).is_popup


def test_menu_of_a_real_application_is_its_popup(windows, desktop):
    process = desktop.spawn(["galculator"])
    main = wait_for(lambda: next((w for w in windows.windows() if w.pid == process.pid), None))
    windows.activate(main.window_id)
    wait_for(lambda: (f := windows.focus()) and f.window_id == main.window_id)

    def popups():
        return [w for w in windows.windows() if w.is_popup]

    desktop.spawn(["xdotool", "key", "F10"]).wait()  # once: a second press would close it again
    menu = wait_for(popups)[0]
    assert (menu.pid, menu.app) == (process.pid, "galculator")
    assert windows.top_at(menu.rect.center).window_id == menu.window_id
    assert windows.windows()[0].window_id == menu.window_id
    process.terminate()
    wait_for(lambda: not popups())


def test_unmanaged_helpers_off_the_screen_are_not_listed(windows, drawn):
    away = drawn.create(Rect(-200, -200, 50, 50), unmanaged=True)
    assert info(windows, away) is None


def test_hit_test_sees_an_invisible_input_only_window(windows, drawn):
    below = drawn.create(PLACE)
    shown(windows, below)
    trap = drawn.create(PLACE, unmanaged=True, input_only=True)
    assert windows.top_at(INSIDE).window_id == trap
    assert info(windows, trap) is None


def test_hit_test_falls_through_a_window_with_an_empty_input_shape(windows, drawn):
    below = drawn.create(PLACE)
    shown(windows, below)
    overlay = drawn.create(PLACE, unmanaged=True)
    assert windows.top_at(INSIDE).window_id == overlay
    drawn.let_clicks_through(overlay)
    assert windows.top_at(INSIDE).window_id == below
    assert info(windows, overlay) is None


def test_own_window_is_listed_when_clicks_fall_through_it(desktop, drawn):
    ours = X11Windows(desktop.display, own_pids=frozenset({os.getpid()}))
    overlay = drawn.create(PLACE, unmanaged=True)
    drawn.let_clicks_through(overlay)
    assert info(ours, overlay).is_own
    ours.close()


def test_hit_on_the_title_bar_names_the_client(windows, drawn):
    window = drawn.create(PLACE)
    rect = shown(windows, window).rect
    assert info(windows, window).frame.y < rect.y
    assert windows.top_at(ScreenPoint(rect.x + 60, rect.y - 5)).window_id == window


def test_hit_test_finds_nothing_on_the_bare_desktop_and_off_the_screen(windows):
    assert windows.top_at(ScreenPoint(1900, 1060)) is None
    assert windows.top_at(ScreenPoint(-5, 10)) is None
    assert windows.top_at(ScreenPoint(5_000_000, 10)) is None


def test_focus_follows_the_active_window_and_is_none_without_one(windows, drawn):
    window = drawn.create(PLACE)
    shown(windows, window)
    windows.activate(window)
    assert wait_for(lambda: (f := windows.focus()) and f.window_id == window and f).is_active
    drawn.destroy(window)
    wait_for(lambda: windows.focus() is None)


def test_minimised_window_stays_listed_and_comes_back_when_activated(windows, drawn):
    window = drawn.create(PLACE)
    shown(windows, window)
    windows.minimise(window)
    wait_for(lambda: info(windows, window).is_minimised)
    assert windows.top_at(INSIDE) is None
    windows.activate(window)
    wait_for(lambda: not info(windows, window).is_minimised)


def test_maximised_window_fills_the_monitor(windows, drawn):
    window = drawn.create(PLACE)
    shown(windows, window)
    windows.maximise(window)
    wait_for(lambda: info(windows, window).rect.w == 1920)


def test_window_requests_say_when_the_window_is_gone(windows, drawn):
    window = drawn.create(PLACE)
    shown(windows, window)
    drawn.destroy(window)
    for request in (windows.activate, windows.close_window, windows.minimise, windows.maximise):
        with pytest.raises(InputError, match="is gone"):
            request(window)


def test_list_and_hit_test_survive_windows_that_vanish_meanwhile(windows, desktop):
    over = threading.Event()

    def come_and_go():
        with drawn_windows(desktop) as passing:
            while not over.is_set():
                for window in [passing.create(PLACE, unmanaged=n % 2 == 0) for n in range(4)]:
                    passing.destroy(window)

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        for _ in range(60):
            windows.windows()
            windows.top_at(INSIDE)
            windows.focus()
    finally:
        over.set()
        thread.join()


def test_windows_are_found_and_raised_without_a_manager(bare, bare_windows):
    with drawn_windows(bare) as drawn:
        first = drawn.create(PLACE, title="one")
        second = drawn.create(PLACE, title="two")
        assert [w.title for w in bare_windows.windows()] == ["two", "one"]
        assert bare_windows.top_at(INSIDE).window_id == second
        bare_windows.activate(first)
        assert [w.title for w in bare_windows.windows()] == ["one", "two"]
        assert bare_windows.focus().window_id == first
        assert info(bare_windows, first).is_active


def test_a_window_is_raised_by_a_manager_that_knows_no_ewmh_and_takes_its_time(bare, bare_windows):
    with drawn_windows(bare) as drawn:
        window = drawn.create(PLACE, title="hidden", is_mapped=False)
        manager = bare.connect()
        flags = xcffib.xproto.EventMask
        mask = flags.SubstructureRedirect | flags.StructureNotify
        values = xcffib.xproto.CW.EventMask
        root = root_of(manager)
        manager.core.ChangeWindowAttributes(root, values, [mask], is_checked=True).check()

        def map_late():
            while not isinstance(manager.wait_for_event(), xcffib.xproto.MapRequestEvent):
                pass
            time.sleep(0.2)
            manager.core.MapWindow(window)
            manager.flush()

        thread = threading.Thread(target=map_late)
        thread.start()
        bare_windows.activate(window)
        thread.join()
        assert bare_windows.focus().window_id == window
        manager.disconnect()


def test_requests_that_need_a_manager_say_so_without_one(bare, bare_windows):
    with drawn_windows(bare) as drawn:
        window = drawn.create(PLACE)
        for request in (bare_windows.minimise, bare_windows.maximise):
            with pytest.raises(NoWindowManager, match="no window manager runs"):
                request(window)
        with pytest.raises(InputError, match="does not take requests to close"):
            bare_windows.close_window(window)


def test_window_closes_by_its_own_protocol_without_a_manager(bare, bare_windows):
    process = bare.spawn(["xterm"])
    found = wait_for(bare_windows.windows)

    def has_ended():
        # Asked before it listens, xterm misses the request; it says that it listens a moment before it does.
        with suppress(InputError):
            bare_windows.close_window(found[0].window_id)
        return process.poll() is not None

    wait_for(has_ended)


def test_lost_server_is_no_display(bare, bare_windows):
    bare.close()
    for ask in (bare_windows.windows, bare_windows.focus, lambda: bare_windows.top_at(INSIDE)):
        with pytest.raises(NoDisplay, match="stopped answering"):
            ask()


def test_missing_server_is_no_display_with_a_sentence(monkeypatch):
    with pytest.raises(NoDisplay, match="does not answer"):
        X11Windows(":9999")
    monkeypatch.delenv("DISPLAY")
    with pytest.raises(NoDisplay, match="DISPLAY is not set"):
        X11Windows()


def test_open_menus_are_found_without_the_whole_list(windows, drawn):
    free = drawn.create(Rect(10, 10, 50, 50), unmanaged=True, is_mapped=False)
    drawn.set_kind(free, "POPUP_MENU")
    managed = drawn.create(PLACE, is_mapped=False)
    drawn.set_kind(managed, "DROPDOWN_MENU")
    plain = drawn.create(Rect(80, 10, 50, 50), unmanaged=True)
    shown(windows, plain)
    assert windows.menus() == ()
    drawn.show(free)
    drawn.show(managed)
    ids = wait_for(lambda: len(found := {w.window_id for w in windows.menus()}) == 2 and found)
    assert ids == {free, managed}
    # The manager frames the managed one in its time, and the two are asked one after the other.
    wait_for(lambda: set(windows.menus()) == {w for w in windows.windows() if w.is_menu})


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("NOTIFICATION", (True, False, False)),
        ("DND", (True, False, False)),
        ("TOOLTIP", (False, True, False)),
        ("COMBO", (False, False, True)),
        ("NORMAL", (False, False, False)),
    ],
)
def test_what_a_window_says_that_it_is_is_told(windows, drawn, kind, told):
    window = drawn.create(PLACE, unmanaged=True, is_mapped=False)
    drawn.set_kind(window, kind)
    drawn.show(window)
    found = shown(windows, window)
    assert (found.is_notice, found.is_tooltip, found.is_menu) == told
    assert window in windows.ids()
