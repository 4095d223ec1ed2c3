"""Steps about files and addresses: save as, fill in a name, visit, open, rename, by keys and the program's own dialogs."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from automation.commands import phrases
from automation.commands.do.context import (
    Act,
    Context,
    Instead,
    Result,
    Skip,
)
from automation.commands.do.editing import offered_entry, offered_thing
from automation.commands.do.pointing import (
    named_exactly,
)
from automation.commands.do.windows import (
    FILE_MANAGERS,
    launch,
    matching_windows,
    no_address,
    which_window,
)
from automation.commands.find.resolve import (
    by_exact_name,
    resolve,
)
from automation.commands.forms import (
    Edit,
    Expect,
    FileWork,
    FillIn,
    Focus,
    Form,
    Open,
    OpenFile,
    Phrase,
    Point,
    Press,
    Reading,
    SaveAs,
    Type,
    Visit,
)
from automation.commands.matching import (
    Found,
    Want,
)
from automation.commands.targets import literal
from automation.core import actions
from automation.core.actions import Check, Shown, WindowTitle
from automation.core.observation import WindowInfo, is_browser
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.text import worded
from automation.core.wording import short_name
from automation.screen.roles import BUTTONS, CELLS, ROWS, TABLES, TYPED_FIELDS

_MOST_LOOKED_AT: Final = 4000
"""Files that are looked at to find one by its name."""
_FOLDERS_DEEP: Final = 3


def _key(chord: str) -> Press:
    return Press(chord, literal(chord), is_key=True)


def save_as(form: SaveAs, ctx: Context) -> Result:
    """Open the program's dialog for saving under a name, and fill the name in."""
    for said in (f"save {form.name}", f"speichern {form.name}"):  # a page's "Save as draft"
        button = resolve(Phrase(said, (Reading(said),)), ctx.scene, Want.BUTTON)
        if isinstance(button, Found) and len(form.name.split()) == 1:
            return Instead((Point(literal(button.element.name)),))
    opens = offered_entry("save_as_entry", ctx) or _key("Ctrl+Shift+S")
    return Instead((opens, FillIn(str(Path(form.name).expanduser()), saves=True)))


_LISTING: Final = CELLS | TABLES | ROWS
"""What has the keyboard in a dialog for opening files that shows no field for a name yet."""


def fill_in(form: FillIn, ctx: Context) -> Result:
    """Write the name over the one that the new dialog proposes, press Enter, and look for the name."""
    front, memory = ctx.scene.front, ctx.memory
    base = Path(form.name).name
    if form.is_seen:
        return Skip(_saved_words(form, ctx.language))
    if form.is_filled:
        if memory.is_dry:
            return Skip("")
        if front is not None and (
            front.is_dialog or any("modal" in e.states for e in ctx.scene.near)
        ):
            asked = phrases.window_words(front.title, front.app)
            text = ctx.say("asks_something", name=asked, file=phrases.quoted(base))
            return Finish(Outcome.UNVERIFIED, text)
        text = Path(base).stem if form.seen_in == "title" else base
        look = WindowTitle if form.seen_in == "title" else Shown
        check: Check = look(text[:2000], within_s=5.0)
        return Instead((Expect(check), *((replace(form, is_seen=True),) if form.saves else ())))
    if memory.is_dry:
        return Finish(Outcome.NOT_FOUND, worded("{0} is filled in then.", phrases.quoted(base)))
    before = memory.before.front_window if memory.before is not None else None
    is_new = front is not None and (before is None or front.window_id != before.window_id)
    focused = ctx.scene.focused
    is_asking = is_new or (front is not None and front.is_dialog)
    is_field = focused is not None and focused.role in TYPED_FIELDS - {"cell"}
    is_same = focused is not None and focused.handle == form.not_in is not None
    if not is_asking and (not is_field or is_same):
        return Finish(Outcome.NOT_FOUND, ctx.say("no_name_dialog"))
    is_list = focused is not None and focused.role in _LISTING
    if is_asking and is_list and memory.tries == 0:
        step = Proposal(
            actions.Hotkey(("ctrl", "l")), sentence=worded("Press Ctrl+L, for a field to write in")
        )
        return Act(step, again=True)
    if is_asking and front is not None:
        memory.named.add(front.window_id)  # the step before was to bring this dialog up
    files = _changed_at(form.name) if form.saves else ()
    taken = replace(form, is_filled=True, files=files)
    return Instead((Type(form.name, None, replaces=True), _key("Enter"), taken))


def _saved_words(form: FillIn, language: str) -> str:
    """Return where the file went; empty unless one file of its name was written meanwhile."""
    written = [file for file in _changed_at(form.name) if file not in form.files]
    if len(written) != 1:
        return ""
    path, home = Path(written[0][0]), Path.home()
    where = f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
    return phrases.say(language, "saved_as", path=short_name(where, 300))


def _changed_at(name: str) -> tuple[tuple[str, int], ...]:
    """Return the user's files of this name, each with when it was last changed."""
    with suppress(OSError):
        return tuple((str(path), path.stat().st_mtime_ns) for path in files_called(name))
    return ()


def visit(form: Visit, ctx: Context) -> Result:
    """Go to an address in the named program, else in a browser or a file manager that is open."""
    if form.program is not None:
        there, plain = _in_front(form.program, ctx), replace(form, program=None)
        return Instead((*there, plain)) if there else visit(plain, ctx)
    is_path = form.address.startswith(("/", "~", "file:"))
    fits = [w for w in ctx.scene.windows() if _shows_addresses(w, is_path=is_path)]
    front = ctx.scene.front
    if front is None or not any(w.window_id == front.window_id for w in fits):
        if len(fits) > 1:
            return which_window(literal(form.address), fits, ctx, "front")
        if fits and not ctx.memory.is_dry:
            return Act(ctx.activation(fits[0]), again=True)
        if not fits:
            browser = launch(literal("web browser"), ctx, loosely=True)
            if isinstance(browser, Act):
                return replace(browser, again=True)
            return no_address(literal(form.address), ctx)
    return Instead((_key("Ctrl+L"), Type(form.address, None, replaces=True), _key("Enter")))


def _shows_addresses(window: WindowInfo, *, is_path: bool) -> bool:
    return is_browser(window.app) or (is_path and window.app.casefold() in FILE_MANAGERS)


def _in_front(program: Phrase, ctx: Context) -> tuple[Form, ...]:
    """Return what brings a program to the front, or starts it; nothing where it is there."""
    windows = matching_windows(program, ctx)
    front = ctx.scene.front
    if front is not None and any(w.window_id == front.window_id for w in windows):
        return ()
    return (Focus(program, or_tab=False),) if windows else (Open(program, only_app=True),)


def open_file(form: OpenFile, ctx: Context) -> Result:
    """Open a file by its path in the dialog of a program, once it is known which file is meant."""
    front = ctx.scene.front
    is_listed = front is not None and front.app.casefold() in FILE_MANAGERS
    if form.program is None and is_listed:
        return Instead((Open(literal(form.file), is_listed=True),))
    paths = files_called(form.file)
    if len(paths) > 1:
        listed = tuple(str(path) for path in paths[:5])
        which = ", ".join(map(phrases.quoted, listed))
        text = ctx.say("several_files", name=phrases.quoted(form.file), names=which)
        return Finish(Outcome.AMBIGUOUS, text, listed)
    # What is in none of the user's folders may be in the one that the program is at.
    file = str(paths[0]) if paths else form.file
    there = _in_front(form.program, ctx) if form.program is not None else ()
    if there:
        return Instead((*there, OpenFile(file)))
    return Instead((offered_entry("open_entry", ctx) or _key("Ctrl+O"), FillIn(file)))


def files_called(name: str) -> list[Path]:
    """Return the user's files of this name, or the one at this path."""
    path = Path(name).expanduser()
    if path.is_absolute() or len(path.parts) > 1:
        return [path.absolute()] if path.is_file() else []
    home, wanted = Path.home(), name.casefold()
    found: list[Path] = []
    seen, level = 0, [home]
    for _ in range(_FOLDERS_DEEP):
        below: list[Path] = []
        for folder in level:
            for entry in _entries(folder):
                seen += 1
                if seen > _MOST_LOOKED_AT:
                    return found
                if entry.is_dir():
                    below.append(entry)
                elif wanted in (entry.name.casefold(), entry.stem.casefold()):
                    found.append(entry)
        level = below
    return [p for p in found if p.name.casefold() == wanted] or found


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(e for e in folder.iterdir() if not e.name.startswith("."))
    except OSError:
        return []


def file_work(form: FileWork, ctx: Context) -> Result:
    """Do simple work on files by the keys that file managers share."""
    front = ctx.scene.front
    if front is None or front.app.casefold() not in FILE_MANAGERS:
        if steps := _by_entry(form, ctx):
            return Instead(steps)
        managers = [w for w in ctx.scene.windows() if w.app.casefold() in FILE_MANAGERS]
        is_free = not ctx.memory.is_dry and form.op not in ("delete", "paste")
        if len(managers) == 1 and is_free:
            return Act(ctx.activation(managers[0]), again=True)
        text = worded(
            "No file manager is in front. Open one at the folder first. Nothing was done."
        )
        return Finish(Outcome.NOT_FOUND, text)
    named = literal(form.name)
    match form.op:
        case "delete":
            gone = Expect(Shown(form.name[:2000], absent=True, within_s=5.0))
            return Instead((Point(named), _key("Delete"), gone))
        case "up":
            return Instead((_key("Alt+Up"),))
        case "new_folder":
            makes = "F10" if front.app.casefold() == "dolphin" else "Ctrl+Shift+N"
            return Instead((_key(makes), FillIn(form.name, "text")))
        case "rename":
            return Instead((Point(named), _key("F2"), FillIn(form.to, "text")))
        case "paste":
            return Instead((Open(literal(form.to), is_listed=True), Edit("paste")))
        case "copy" | "move":
            takes = Edit("cut" if form.op == "move" else "copy")
            arrived = Expect(Shown(form.name[:2000], within_s=5.0))
            folder = Open(literal(form.to), is_listed=True)
            return Instead((Point(named), takes, folder, Edit("paste"), arrived, _key("Alt+Up")))


def _by_entry(form: FileWork, ctx: Context) -> tuple[Form, ...]:
    """Return how a page or a program that is no file manager makes a folder, or gives a thing another name.

    By its menu entry, or its one button; what has neither may have such an entry in the menu of the thing.
    """
    if form.op not in ("new_folder", "rename"):
        return ()
    thing = literal(form.name)
    if form.op == "rename" and named_exactly(thing, ctx) is None:
        return ()
    entry: Form | None = offered_entry(f"{form.op}_entry", ctx)
    asks = offered_thing(f"{form.op}_entry")
    buttons = [e for e in ctx.scene.near if e.role in BUTTONS | {"link"}]
    button = by_exact_name(asks, buttons, ctx.scene)
    if entry is None and isinstance(button, Found):
        entry = Point(literal(button.element.name))
    focused = ctx.scene.focused
    name = FillIn(form.to or form.name, "text", not_in=focused.handle if focused else None)
    if form.op == "new_folder":
        return (entry, name) if entry is not None else ()
    if entry is not None:
        return (Point(thing), entry, name)
    return (Point(thing, button="right"), Point(asks), name)
