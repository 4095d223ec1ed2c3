"""What is true of a window: title, program, process, place and state, read for many at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import xcffib.xproto

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.programs import is_interpreter, program_name
from automation.desktop import window_tree
from automation.desktop.program_identity import Program, program_of
from automation.desktop.x11_server import Reply, X11Server

NOTICES: Final = (
    "_NET_WM_WINDOW_TYPE_NOTIFICATION",
    "_NET_WM_WINDOW_TYPE_DND",
    "_KDE_NET_WM_WINDOW_TYPE_ON_SCREEN_DISPLAY",
)
"""Kinds of windows that come and go by themselves, besides tooltips (EWMH 1.5, and KDE's own)."""
_DIALOGS: Final = ("_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_STATE_MODAL")
_MENUS: Final = ("POPUP_MENU", "DROPDOWN_MENU", "COMBO")


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the first round of answers says of one window."""

    window: int
    attributes: Reply
    geometry: Reply
    place: Reply
    shadow: tuple[int, ...]
    states: tuple[int, ...]
    types: tuple[int, ...]
    title: str
    pid: int
    program: Program
    frame: tuple[int, ...]
    owner: int
    """The window that it belongs to (WM_TRANSIENT_FOR); 0 for none."""


def read_windows(
    server: X11Server, windows: Sequence[int], *, active: int, own_pids: frozenset[int]
) -> list[WindowInfo]:
    """Describe the windows that still exist, in a fixed number of round trips.

    Args:
        server: the connection of the calling thread.
        windows: ids of client windows or popups.
        active: id of the window that has the focus; 0 for none.
        own_pids: processes of this application.
    """
    facts = _facts(server, windows)
    titles = _old_names(server, [f.window for f in facts if not f.title])
    unnamed = [f.window for f in facts if _is_nameless(f.program)]
    classes = _class_names(server, unnamed)
    hidden = server.atom("_NET_WM_STATE_HIDDEN")
    tooltip = server.atom("_NET_WM_WINDOW_TYPE_TOOLTIP")
    menus = menu_types(server)
    frames = _frames(server, facts)
    bars = _bars(server, facts)
    notices = frozenset(map(server.atom, NOTICES))
    dialogs = frozenset(map(server.atom, _DIALOGS))
    return [
        WindowInfo(
            window_id=f.window,
            title=f.title or titles[f.window],
            app=program_name(f.program.executable, classes.get(f.window, "")),
            pid=f.pid,
            rect=_client_rect(f),
            is_active=f.window == active,
            is_minimised=hidden in f.states or not _is_viewable(f.attributes),
            is_own=f.pid in own_pids,
            is_popup=_is_unmanaged(f),
            is_tooltip=tooltip in f.types,
            is_notice=not notices.isdisjoint(f.types),
            is_bar=f.window in bars,
            is_menu=not menus.isdisjoint(f.types),
            is_dialog=bool(f.owner) or not dialogs.isdisjoint((*f.types, *f.states)),
            executable=f.program.executable,
            app_id=f.program.app_id,
            is_vouched=f.program.is_vouched,
            frame=frames.get(f.window),
        )
        for f in facts
    ]


def menu_types(server: X11Server) -> frozenset[int]:
    """Return the window types (EWMH) of menus and lists."""
    return frozenset(server.atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in _MENUS)


def _is_nameless(program: Program) -> bool:
    return not program.executable or is_interpreter(program.executable)


def _facts(server: X11Server, windows: Sequence[int]) -> list[_Facts]:
    core = server.core
    asked = [
        (
            window,
            core.GetWindowAttributes(window),
            core.GetGeometry(window),
            core.TranslateCoordinates(window, server.root, 0, 0),
            server.ask_property(window, "_GTK_FRAME_EXTENTS"),
            server.ask_property(window, "_NET_WM_STATE"),
            server.ask_property(window, "_NET_WM_WINDOW_TYPE"),
            server.ask_property(window, "_NET_WM_NAME"),
            server.ask_property(window, "_NET_FRAME_EXTENTS"),
            server.ask_property(window, xcffib.xproto.Atom.WM_TRANSIENT_FOR),
        )
        for window in windows
    ]
    processes = _processes(server, windows)
    facts = []
    for window, attributes, geometry, place, shadow, states, types, name, frame, owner in asked:
        found = _Facts(
            window,
            server.answer(attributes),
            server.answer(geometry),
            server.answer(place),
            server.numbers(shadow),
            server.numbers(states),
            server.numbers(types),
            _first_part(server.text(name)),
            *processes[window],
            server.numbers(frame),
            next(iter(server.numbers(owner)), 0),
        )
        if found.attributes and found.geometry and found.place:
            facts.append(found)
    return facts


def _client_rect(facts: _Facts) -> Rect:
    """Return the window's place without the shadow that GTK programs draw into it."""
    left, right, top, bottom = facts.shadow if len(facts.shadow) == 4 else (0, 0, 0, 0)
    place, size = facts.place, facts.geometry
    return Rect(
        place.dst_x + left,
        place.dst_y + top,
        size.width - left - right,
        size.height - top - bottom,
    )


def _is_viewable(attributes: Reply) -> bool:
    """Tell whether the window can be seen; managers unmap what is minimised or elsewhere."""
    return bool(attributes.map_state == xcffib.xproto.MapState.Viewable)


def _old_names(server: X11Server, windows: Sequence[int]) -> dict[int, str]:
    asked = [(w, server.ask_property(w, xcffib.xproto.Atom.WM_NAME)) for w in windows]
    return {window: _first_part(server.text(cookie)) for window, cookie in asked}


def _class_names(server: X11Server, windows: Sequence[int]) -> dict[int, str]:
    """Return the class, else the instance, of each `instance NUL class NUL` property."""
    asked = [(w, server.ask_property(w, xcffib.xproto.Atom.WM_CLASS)) for w in windows]
    parts = {w: [part for part in server.text(c).split("\0") if part] for w, c in asked}
    return {window: names[-1] if names else "" for window, names in parts.items()}


def _first_part(text: str) -> str:
    return text.partition("\0")[0]


def _processes(server: X11Server, windows: Sequence[int]) -> dict[int, tuple[int, Program]]:
    """Return process and program of each window.

    A process that only the client itself names may be anybody's: nothing is known of its program.
    """
    certain = server.process_ids(windows)
    found = {window: (pid, program_of(pid)) for window, pid in certain.items()}
    unknown = [window for window in windows if window not in certain]
    claims = [(window, server.ask_property(window, "_NET_WM_PID")) for window in unknown]
    for window, cookie in claims:
        found[window] = (next(iter(server.numbers(cookie)), 0), Program())
    return found


def _frames(server: X11Server, facts: Sequence[_Facts]) -> dict[int, Rect]:
    """Return the windows with title bar and borders, where somebody tells.

    Some managers (i3, Blackbox, twm) name no extents: there the window counts that holds the client.
    """
    told = {f.window: _grown(_client_rect(f), f.frame) for f in facts if len(f.frame) == 4}
    silent = [f.window for f in facts if f.window not in told and not _is_unmanaged(f)]
    tops = window_tree.tops_of(server, silent) if silent else {}
    asked = [(w, server.core.GetGeometry(top)) for w, top in tops.items() if top != w]
    for window, cookie in asked:
        place = server.answer(cookie)
        if place is not None:
            border = 2 * int(place.border_width)
            told[window] = Rect(place.x, place.y, place.width + border, place.height + border)
    return told


def _bars(server: X11Server, facts: Sequence[_Facts]) -> frozenset[int]:
    """Return the unmanaged windows that are a dock, or lie at an edge and are the manager's own.

    The bars and icons of IceWM, Fluxbox, Blackbox and Window Maker do not say what they are.
    """
    dock, menus = server.atom("_NET_WM_WINDOW_TYPE_DOCK"), menu_types(server)
    unmanaged = [f for f in facts if _is_unmanaged(f)]
    docks = frozenset(f.window for f in unmanaged if dock in f.types)
    silent = [f for f in unmanaged if f.window not in docks and menus.isdisjoint(f.types)]
    manager = server.root_numbers("_NET_SUPPORTING_WM_CHECK") if silent else ()
    if not manager:
        return docks
    own = [f for f in silent if server.is_same_client(f.window, manager[0])]
    return docks | _at_edges(own, server.screen()) if own else docks


def _at_edges(facts: Sequence[_Facts], screen: Rect) -> frozenset[int]:
    found = []
    for fact in facts:
        # One pixel of air or border lies between some bars and their edge.
        box = _client_rect(fact).grown(1)
        is_left_or_top = box.x <= screen.x or box.y <= screen.y
        if is_left_or_top or box.right >= screen.right or box.bottom >= screen.bottom:
            found.append(fact.window)
    return frozenset(found)


def _is_unmanaged(facts: _Facts) -> bool:
    return bool(facts.attributes.override_redirect)


def _grown(rect: Rect, frame: tuple[int, ...]) -> Rect:
    left, right, top, bottom = frame
    return Rect(rect.x - left, rect.y - top, rect.w + left + right, rect.h + top + bottom)
