"""Which windows are dialogs, and which of their words say what an answer in them means.

A dialog is small or modal and asks something; its OK means what it says. A main window holds many
controls that have nothing to do with one another: a Delete among them says nothing of its Save.

A window is a dialog because it says so: by its type, as modal, or as another one's
(`WindowInfo.is_dialog`). Of a small one that does not, a question always counts, and a sentence where
an answer is pressed; with a text and few buttons only, every button is an answer. One with a menu bar
is none. A bare answer in the user's own words ("Sure") says nothing of what it does: an unknown
question or a sum beside it is asked about. After a change of these rules `./test --proof red_set`
counts both the harm and the false alarms; `HELD_OUT` in `tests/red/ordinary.py` is not to be looked at
before.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from automation.core.actions import Action, Click, Drag, HoldAndTap, Hotkey, KeyDown, Write, aims_of
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo, is_above_pages
from automation.core.ports import ElementReader
from automation.core.text import worded
from automation.safety import text_rules
from automation.safety.danger_words import (
    danger_words,
    only_names,
    says,
    says_only_about,
    split_words,
    word_count,
)
from automation.safety.evidence import AppKind, address_of, kinds_of_address, menus, site_of
from automation.safety.risk_labels import CHOICE_ROLES
from automation.safety.risk_labels import is_answer as is_an_answer
from automation.safety.risk_rules import submits_text
from automation.screen.field_labels import label_of, labels_of
from automation.screen.roles import (
    INPUTS,
    LABELS,
    LISTED,
    NAMED_FIELDS,
    PLAIN_FIELDS,
    TYPED_FIELDS,
)

DIALOG_SHARE: Final = 0.3
"""A window that covers less of its monitor may be a dialog."""
MANY_CONTROLS: Final = 12
"""A dialog asks one thing; with so many controls a window that stands alone is a program's main one."""
FEWEST_MENUS: Final = 2
"""So many menus side by side are a menu bar, which dialogs have none of."""
FEWEST_MENU_WORDS: Final = 3
MENU_SHARE: Final = 0.6
"""Part of the words in a row that have to be names of menus: a sentence may hold some of them."""
_MENU_NAMES: Final = frozenset(
    """file edit view help tools search document window windows options format insert go bookmarks
    datei bearbeiten ansicht hilfe extras suchen fenster fichier edition affichage aide outils
    archivo editar ver ayuda herramientas file modifica visualizza aiuto strumenti
    ficheiro arquivo exibir ajuda ferramentas bestand bewerken beeld hulp plik edycja widok pomoc
    soubor upravit zobrazit napoveda dosya duzen gorunum yardim arkiv redigera visa hjalp
    файл правка вид справка сервис файл редагування вигляд довідка
    ファイル 編集 表示 ヘルプ 文件 编辑 查看 帮助 檔案 編輯 檢視 說明 파일 편집 보기 도움말
    ملف تحرير عرض مساعدة""".split()  # noqa: SIM905
)
"""What menu bars begin and end with."""
_STOPS: Final = frozenset(".,:;!?\u3002\uff1f\uff01\u060c\u061f")
"""What stands in sentences and in no menu bar."""
MANY_LINES: Final = 10
"""A window without a tree in which so many lines are read is no dialog."""
FORM_FIELDS: Final = 4
FEW_BUTTONS: Final = 4
"""A window that only asks something has no more answers than this."""
SENTENCE_WORDS: Final = 3
"""A text of so many words tells something; a shorter one is a heading or a caption."""
SENTENCE_LETTERS: Final = 4
"""The same for scripts without blanks."""
_PARTS: Final = re.compile(r"\s[-\u2013\u2014|]\s")
"""What parts a document's name from the program's in a title."""
_TELLS_OF_ITSELF: Final = tuple(
    map(
        split_words,
        (
            "about", "über", "à propos", "acerca", "sobre", "informazioni", "over", "om", "tietoja", "o programie",
            "o programu", "o aplikaci", "\u043e программе", "про програму", "про",
        ),
    )
)  # fmt: skip
"""How the title of a box begins in which a program tells what it is; elsewhere "over" ends an act."""
_SAVING: Final = (
    "save", "speichern", "enregistrer", "guardar", "salvare", "salvar", "opslaan", "spara", "gemme", "lagre",
    "tallentaa", "zapisać", "uložit", "сохранить", "зберегти", "kaydetmek", "保存", "저장", "حفظ",
)  # fmt: skip
_ENTRIES: Final = frozenset({"field", "spinner", "combo", "checkbox", "radio", "slider"})
_WORDS: Final = frozenset({"label", "text", "heading", "dialog", "group", "status"})
_CONTROLS: Final = frozenset(
    {"button", "toggle", "link", "icon", "menu_item", "menu", "tab", "checkbox", "radio", "combo",
     "field", "spinner", "slider", "column_header"}
)  # fmt: skip


def is_dialog(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether the window may be a dialog: it says so, or is small; menus and lists are none."""
    if window.is_popup:
        return False
    whole = max((m.rect.area for m in observation.monitors), default=0)
    return window.is_dialog or window.rect.area < DIALOG_SHARE * whole


def says_dialog(
    window: WindowInfo,
    elements: Sequence[ScreenElement],
    observation: Observation,
    lines: Sequence[ScreenElement] = (),
) -> bool:
    """Tell whether there is a sign besides its size that the window is a dialog or holds one.

    How small a window is on its screen says little: on a large screen every ordinary one is small, and
    a second one of a program may be smaller than the first.
    """
    if window.is_dialog or any(map(_is_box, elements)):
        return True
    return not (stands_alone(window, observation) or has_menu_bar(elements, lines))


def is_main(elements: Sequence[ScreenElement], lines: Sequence[ScreenElement] = ()) -> bool:
    """Tell whether a window that gives no sign of a dialog has a menu bar or much in it."""
    controls = sum(e.role in _CONTROLS for e in elements)
    is_full = controls >= MANY_CONTROLS or len(lines) >= MANY_LINES
    return is_full or has_menu_bar(elements, lines)


def has_menu_bar(elements: Sequence[ScreenElement], lines: Sequence[ScreenElement] = ()) -> bool:
    """Tell whether a window has a menu bar: by its tree, else by the topmost row that is read in it.

    What stands below the bar is the window's own business: a notice, a document, a status line.
    """
    if elements:
        return sum(e.role == "menu" for e in elements) >= FEWEST_MENUS
    top = min(lines, key=lambda line: line.box.y, default=None)
    if top is None:
        return False
    row = [x.name for x in lines if top.box.y <= x.box.center.y < top.box.bottom]
    words = [word for text in row for word in split_words(text)]
    if len(words) < FEWEST_MENU_WORDS or any(set(text) & _STOPS for text in row):
        return False
    if any(_is_answer(line.name) for line in lines if line.name not in row):
        return False  # a heading may be made of such words: "File format options"
    known = len(_MENU_NAMES.intersection(words))
    return known >= FEWEST_MENUS and known >= MENU_SHARE * len(words)


def _is_answer(text: str) -> bool:
    """Tell whether a line is the face of a button that answers a dialog."""
    return word_count(text) == 1 and bool(danger_words(text, "answer") or danger_words(text, "no"))


def may_be_label(text: str) -> bool:
    """Tell whether a line may be what stands on a control, and no sentence."""
    return word_count(text) < SENTENCE_WORDS or not _is_spaced(text)


def only_asks(elements: Sequence[ScreenElement], lines: Sequence[ScreenElement] = ()) -> bool:
    """Tell whether a small window holds text and a few buttons and nothing else.

    Whatever is pressed there answers its text, however the button is called: "Take mine".
    """
    if not elements:
        said = [line for line in lines if says_something(line.name)]
        return bool(said) and 0 < len(lines) - len(said) <= FEW_BUTTONS
    controls = [e.role for e in elements if e.role in _CONTROLS]
    buttons = controls.count("button")
    return 0 < buttons <= FEW_BUTTONS and buttons + controls.count("checkbox") == len(controls)


def inside_dialog(
    elements: Sequence[ScreenElement],
    window: WindowInfo,
    among: Sequence[ScreenElement] | None = None,
) -> Sequence[ScreenElement]:
    """Return what stands in the dialogs that a window holds; all where the window itself is one.

    Args:
        among: the lines read in the window, to be returned instead of what its tree has.
    """
    among = elements if among is None else among
    boxes = [e.box for e in elements if _is_box(e) and e.role not in _CONTROLS]
    if window.is_dialog or not boxes:
        return among
    return [e for e in among if any(box.contains(e.box.center) for box in boxes)]


def _takes_tag_away(button: ScreenElement, elements: Sequence[ScreenElement]) -> bool:
    """Tell whether a small button is that of the text right before it, which it names: `Remove Nuts` at a tag."""
    before = replace(button.box, x=button.box.x - TAG_PX)
    return max(button.box.w, button.box.h) <= TAG_PX and any(
        e.role in LABELS
        and e.name
        and button.name.endswith(f" {e.name}")
        and before.intersection(e.box).area
        for e in elements
    )


_CHOSEN_IN: Final = INPUTS | LISTED | {"radio"}
_NAMES_VALUE: Final = re.compile(r"\s*\S+(?:\s+\S+)?\s*:\s*")
"""`Calendar:` names what takes a value where the tree does not know it."""


def _takes_value(element: ScreenElement) -> bool:
    """Tell whether a value is typed or chosen there."""
    if element.role in TYPED_FIELDS:
        return "editable" in element.states
    is_label = element.role in LABELS and _NAMES_VALUE.fullmatch(element.name) is not None
    return is_label or element.role in _CHOSEN_IN


def _is_box(element: ScreenElement) -> bool:
    return "modal" in element.states or element.role == "dialog"


def stands_alone(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether no larger window of the same program is open, whose dialog this could be."""
    return not any(
        other.pid == window.pid and other.rect.area > window.rect.area
        for other in observation.windows
        if other.window_id != window.window_id and not other.is_popup
    )


def said_by(elements: Sequence[ScreenElement]) -> list[str]:
    """Return the texts of a window that are nobody's caption.

    A form has many of them that only name its parts: there what asks or is a sentence counts.
    """
    controls = [e for e in elements if e.role in _CONTROLS and e.name]
    texts = [e for e in elements if e.role in _WORDS and e.name]
    fields = [e for e in elements if e.role in _ENTRIES]
    captions = {label_of(field.box, texts) for field in fields}
    is_form = len(fields) >= FORM_FIELDS
    return [
        e.name
        for e in texts
        if not _is_caption(e, controls)
        and (says_something(e.name) or not (is_form or e.name in captions))
    ]


def program_names(
    window: WindowInfo, observation: Observation, *, with_own: bool = False
) -> tuple[str, ...]:
    """Return what a window's program calls itself, by the titles of its main windows.

    Args:
        with_own: its own title counts too. Never for what it says: it may be a dialog that does not say so.
    """
    mains = (
        w.title
        for w in observation.windows
        if w.pid == window.pid and w.pid and not (w.is_popup or w.is_dialog)
        if with_own or w.window_id != window.window_id
        if stands_alone(w, observation)
    )
    found = (name.strip() for title in mains for name in (title, _PARTS.split(title)[-1]))
    return tuple(dict.fromkeys(name for name in found if name))


def without_name(
    title: str, said: Sequence[str], buttons: Sequence[str], names: Sequence[str]
) -> tuple[str, ...]:
    """Return what a dialog says, without the name of its program where that is no part of what it asks.

    A notice asks nothing: no text of it is a question, and none of its buttons refuses. Of an About box
    nothing is left, of another notice what is more than the name. Where a dialog asks, the title is left
    out only if the question itself says what a yes does.
    """
    asked = [q for text in (title, *said) for q in text_rules.questions(text)]
    if not names:
        return (title, *said)
    if not asked and not any(danger_words(button, "no") for button in buttons):
        words = split_words(title)
        is_about = any(words[: len(said_first)] == said_first for said_first in _TELLS_OF_ITSELF)
        if is_about and (only_names(title, names) or says_only_about(title)):
            return ()
        return tuple(text for text in (title, *said) if not only_names(text, names))
    if asked and all(map(_tells_effect, asked)) and only_names(title, names):
        return tuple(said)
    return (title, *said)


def _tells_effect(question: str) -> bool:
    """Tell whether a question names an effect, where others only ask whether to go on."""
    named = (w for w in split_words(question) if danger_words(w) and not danger_words(w, "answer"))
    return any(named) or any(says(question, word) for word in _SAVING)


def says_something(text: str) -> bool:
    """Tell whether a text asks or is a sentence, where others only name something."""
    words = [word for word in split_words(text) if not word.isdigit()]
    is_long = len(words) >= SENTENCE_WORDS if _is_spaced(text) else len(text) >= SENTENCE_LETTERS
    is_sentence = is_long or (len(words) > 1 and text.rstrip().endswith((".", "!")))
    return bool(text_rules.questions(text)) or is_sentence


def _is_spaced(text: str) -> bool:
    return any(c.lower() != c.upper() for c in text)


def read_in(
    lines: Sequence[ScreenElement], elements: Sequence[ScreenElement], *, is_alone: bool
) -> list[str]:
    """Return the lines of text read by OCR that are not the face of a button.

    The tree tells which are; where it is silent, a single word in a window that stands alone is
    taken for one, unless it asks: whatever a dialog says is longer.

    Args:
        is_alone: no larger window of the same program is open.
    """
    controls = [e for e in elements if e.role in _CONTROLS and e.name]
    told = [line.name for line in lines if line.name and not _is_caption(line, controls)]
    if elements or not is_alone:
        return told
    return [text for text in told if not _may_be_face(text)]


def _may_be_face(text: str) -> bool:
    """Tell whether a lone line is one word, as on a button; scripts without blanks cannot tell."""
    return _is_spaced(text) and word_count(text) == 1 and not text_rules.questions(text)


def _is_caption(text: ScreenElement, controls: Sequence[ScreenElement]) -> bool:
    """Tell whether a text is what stands on a control, which says only what that one does."""
    words = split_words(text.name)
    return any(
        control.box.contains(text.box.center) and split_words(control.name) == words
        for control in controls
    )


HELD: Final = (
    "A program holds the mouse since this run, as an open menu does: press Esc to close it."
)


class OpenedMenus:
    """Serves one run; owned by the agent thread.

    Nothing closes the menus, so that its end says so. Where a menu is no window of its own, as in
    Swing, what tells of it is that its program holds the mouse, which it did not before a press of
    the run.

    When a run ends before its last step there is no approval left: after a stop or a rejection
    nothing more may be sent, and over an open menu nobody can be asked whether it may be closed.
    """

    def __init__(self) -> None:
        self._opened: frozenset[int] = frozenset()
        self._before: frozenset[int] | None = None
        self._was_free = False

    def pressing(self, before: Observation, *, is_mouse_taken: bool) -> None:
        """Remember which menus are open right before something is sent, and whether a program holds the mouse."""
        self._before = _open(before.windows)
        self._was_free |= not is_mouse_taken

    def pressed(self, after: Observation) -> None:
        """Remember what came up since, by that press or by the user's: nobody tells which."""
        if self._before is not None:
            self._opened |= _open(after.windows) - self._before
        self._before = None

    def left(self, windows: Sequence[WindowInfo], *, is_mouse_taken: bool) -> str:
        """Return a sentence on those that are open still, and how they are closed; empty for none.

        Args:
            windows: as they are at the end. Where the look after the last press was cut short,
                what they have more than before it came up since.
        """
        now = _open(windows)
        mine = self._opened & now
        if self._before is not None:
            mine |= now - self._before
        if not mine:
            is_told = any(w.is_menu for w in windows)
            return HELD if is_mouse_taken and self._was_free and not is_told else ""
        if len(mine) == 1:
            return worded(
                "A menu that came up during this run is still open: press Esc to close it."
            )
        return worded(
            "{0} menus that came up during this run are still open: press Esc once for each.",
            len(mine),
        )


class BroughtUp:
    """Knows whether a run has opened or raised a window. Serves one run; owned by the agent thread."""

    def __init__(self) -> None:
        self._known: frozenset[int] | None = None
        self._active = 0

    def begins(self, first: Observation) -> None:
        """Remember the windows of the first look."""
        self._known = frozenset(window.window_id for window in first.windows)
        self._active = first.active_window.window_id if first.active_window else 0

    def is_shown(self, windows: Sequence[WindowInfo]) -> bool:
        """Tell whether one was opened, or another one has the focus than at first."""
        return self._known is not None and any(
            w.window_id not in self._known or (w.is_active and w.window_id != self._active)
            for w in windows
            if not (w.is_own or w.is_popup or w.is_minimised)
        )


def _open(windows: Iterable[WindowInfo]) -> frozenset[int]:
    return frozenset(w.window_id for w in windows if w.is_menu and not (w.is_own or w.is_minimised))


NEAR_PX: Final = 260
"""How far below or beside a page's field the button is looked for that Enter may press."""
TAG_PX: Final = 32
"""Largest side of the cross on a tag; chosen by eye."""
BESIDE_PX: Final = 360
"""How far from a button its heading or its question stands, on a page that is not a dialog."""
BESIDE_WORDS: Final = 20
MOST_BESIDE: Final = 40
"""Texts that are read near one target."""
IN_ENTRY_PX: Final = 6
"""So near to a field that the picture shows a word may belong to it."""
_BUTTONS: Final = frozenset({"button", "toggle", "link", "icon", "menu_item"})
_PRESSING: Final = (Click, Drag, Hotkey, HoldAndTap, KeyDown, Write)


@dataclass(frozen=True, slots=True)
class Place:
    """What the surroundings of one target tell."""

    question: tuple[str, ...] = ()
    """What the dialog with the target asks or says."""
    may_press: tuple[str, ...] = ()
    """What keys may set off besides the thing that has the focus."""
    beside: tuple[str, ...] = ()
    """Short texts near the target, outside of dialogs."""
    kinds: frozenset[AppKind] = frozenset()
    """What the page's address and fields make of its window."""
    site: str = ""
    is_choice: bool = False
    """The target is an entry of the open list of a drop-down."""
    takes_value: bool = False
    """The dialog has a field or a list: what it asks is answered by what stands or is chosen there."""
    orders: str = ""
    """A text of the window that tells assistants what to do."""


class Surroundings:
    """Reads what stands around a target: the question of a dialog, its main button, the page's address.

    A button called OK says nothing by itself. What is read here may only raise a level; the tree is asked
    once per picture, and OCR only where the tree is silent.
    """

    def __init__(self, reader: ElementReader) -> None:
        self._reader = reader
        self._seen: Observation | None = None
        self._elements: tuple[ScreenElement, ...] = ()

    def of(
        self,
        action: Action,
        window: WindowInfo | None,
        kinds: frozenset[AppKind],
        observation: Observation,
        focus: ScreenElement | None,
        *,
        target: ScreenElement | None = None,
        is_explicit: bool = False,
    ) -> Place:
        """Return what is around the target.

        Args:
            is_explicit: the user's own words name the step; then only dialogs, pages and what may
                answer something are worth the tens of milliseconds that the tree takes.
        """
        if window is None or window.is_own or not isinstance(action, _PRESSING):
            return Place()
        is_plain = isinstance(action, Click | Drag) or (
            isinstance(action, Write) and not action.press_enter
        )
        is_ordinary = AppKind.BROWSER not in kinds and not is_dialog(window, observation)
        may_answer = _may_answer(action, target)
        if is_explicit and is_plain and is_ordinary and not may_answer:
            return Place()
        elements = self._in(window, observation)
        address = address_of(elements) if AppKind.BROWSER in kinds else ""
        site = site_of(address, window) if AppKind.BROWSER in kinds else ""
        found = kinds_of_address(address) if address else frozenset()
        if AppKind.BROWSER in kinds and _takes_payment(elements):
            found |= {AppKind.BANK}
        is_by_keys = not isinstance(action, Click | Drag)
        is_own = AppKind.BROWSER not in kinds  # a page may call its window anything
        entry = _entry_of(action) if is_explicit and is_plain else None
        is_text = isinstance(action, Write) and not submits_text(action)
        is_read_around = not is_explicit or (AppKind.BROWSER in kinds and may_answer)
        pressed = _reached_by_keys(elements, focus) if AppKind.BROWSER in kinds else elements
        return Place(
            question=self._question(
                window,
                elements,
                observation,
                program_names(window, observation) if is_explicit and is_own else (),
                is_answer=not is_explicit or may_answer,
                is_text=is_text,
                role=target.role if target else "",
            ),
            may_press=(
                self._may_press(window, pressed, observation, focus, entry, is_text=is_text)
                if is_by_keys
                else ()
            ),
            beside=_beside(action, focus, elements) if is_read_around else (),
            kinds=found,
            site=site,
            is_choice=_is_choice(target, window, self._elements),
            takes_value=any(
                _takes_value(e) and not is_above_pages(e, elements)
                for e in inside_dialog(elements, window)
            ),
            orders=_orders(elements),
        )

    def read_of(self, observation: Observation) -> tuple[ScreenElement, ...] | None:
        """Return what was read on this very look; None where the tree was not asked."""
        return self._elements if self._seen is observation else None

    def _in(self, window: WindowInfo, observation: Observation) -> tuple[ScreenElement, ...]:
        """Return the tree's elements of the window."""
        if self._seen is not observation:
            self._seen, self._elements = observation, tuple(self._reader.tree(observation))
        found = tuple(e for e in self._elements if e.window_id in (0, window.window_id))
        if found or window.is_active:
            return found
        everywhere = self._reader.tree(observation, whole_screen=True)
        return tuple(e for e in everywhere if e.window_id == window.window_id)

    def _question(
        self,
        window: WindowInfo,
        elements: Sequence[ScreenElement],
        observation: Observation,
        names: Sequence[str],
        *,
        is_answer: bool,
        is_text: bool,
        role: str,
    ) -> tuple[str, ...]:
        """Return what a dialog says; of a window that may be none, only what asks or is answered.

        Args:
            names: what its program calls itself; none where nobody may be taken at that word.
            is_answer: what is pressed may be an answer, whatever it is called.
            is_text: letters are typed and no Enter: they answer only where an answer can be seen.
            role: of what is pressed; what takes a value answers nothing, so that nothing need be read.
        """
        if not is_answer and role in CHOICE_ROLES:
            return ()
        if not (is_dialog(window, observation) or any("modal" in e.states for e in elements)):
            return ()
        inside = inside_dialog(elements, window)
        said = said_by(inside)
        lines: Sequence[ScreenElement] = ()
        if not said:
            seen = self._reader.text(observation, window.rect)
            lines = inside_dialog(elements, window, seen) or seen
            is_alone = stands_alone(window, observation)
            said = read_in(lines, inside, is_alone=is_alone)
        read = () if elements else lines
        if says_dialog(window, elements, observation, read):
            faces = [e.name for e in (inside or lines) if e.role in _BUTTONS or e.source == "ocr"]
            return without_name(window.title, said, faces, names)
        may_answer = is_answer or only_asks(elements, lines)
        if is_text and not elements:
            may_answer = any(may_be_label(x.name) and is_an_answer((x.name,)) for x in lines)
        is_told = may_answer and not is_main(elements, read)
        asks = [text for text in (window.title, *said) if text_rules.questions(text)]
        return (*asks, *(t for t in said if is_told and says_something(t) and t not in asks))

    def _may_press(
        self,
        window: WindowInfo,
        elements: Sequence[ScreenElement],
        observation: Observation,
        focus: ScreenElement | None,
        entry: Rect | None,
        *,
        is_text: bool,
    ) -> tuple[str, ...]:
        """Return what keys may set off.

        Args:
            entry: the field that the user's words name and that is pressed before the text. Where the
                picture alone shows it, it may be a flat button: then its words stand in it.
        """
        found = [e.name for e in elements if "default" in e.states]
        if focus is not None and focus.role in PLAIN_FIELDS:
            near, top = focus.box.grown(NEAR_PX), focus.box.y
            is_long = "multi_line" in focus.states  # the tools of an editor stand above its text
            found += [
                e.name
                for e in elements
                if e.role == "button"
                and near.contains(e.box.center)
                and not _takes_tag_away(e, elements)
                and not (is_long and e.box.bottom <= top)
            ]
        for menu in menus(observation):
            if focus is None or focus.window_id != menu.window_id:
                inside = self._in(menu, observation)
                found += [e.name for e in inside if e.name] or self.read(menu.rect, observation)
        if not elements and is_dialog(window, observation):
            lines = self._reader.text(observation, window.rect)
            if entry is not None:
                reach = entry.grown(IN_ENTRY_PX)
                lines = [x for x in lines if x.box.intersection(reach).area]
            is_document = is_text or has_menu_bar((), lines)
            found += [x.name for x in lines if not is_document or may_be_label(x.name)]
        return tuple(dict.fromkeys(name for name in found if name))

    def read(self, area: Rect, observation: Observation) -> list[str]:
        """Return the lines of text that OCR reads in the area."""
        return [line.name for line in self._reader.text(observation, area) if line.name]


def _entry_of(action: Action) -> Rect | None:
    """Return the box of the field that a text is aimed at; None where it is aimed at none."""
    element = aims_of(action)[0].element if aims_of(action) else None
    if not isinstance(action, Write) or element is None or element.role not in TYPED_FIELDS:
        return None
    return element.box


def _reached_by_keys(
    elements: Sequence[ScreenElement], focus: ScreenElement | None
) -> Sequence[ScreenElement]:
    """Leave the page out where the keyboard is in the browser's own bar above it.

    A field for searching sends off its own form or landmark and no other one of the page.
    """
    if focus is None:
        return elements
    if not is_above_pages(focus, elements):
        own = next((e for e in elements if e.handle == focus.handle is not None), focus)
        if not danger_words(own.name, "search"):
            return elements
        if own.form is not None:
            return [e for e in elements if e.form == own.form]
        return [e for e in elements if own.landmark in (None, e.landmark)]
    pages = [e.box for e in elements if e.role == "document"]
    return [e for e in elements if not any(page.contains(e.box.center) for page in pages)]


def _is_choice(
    target: ScreenElement | None, window: WindowInfo, elements: Sequence[ScreenElement]
) -> bool:
    """Tell whether the target is an entry of the open list of a drop-down that the tree names.

    Only a list that the program itself opens has a window of its own: a page cannot draw one.
    """
    if target is None or target.role not in ("list_item", "menu_item"):
        return False
    if not (window.is_popup and target.window_id == window.window_id):
        return False
    holders = (e for e in elements if e.role == "combo" and e.window_id != window.window_id)
    return bool(target.parent_name) and any(e.name == target.parent_name for e in holders)


def _beside(
    action: Action, focus: ScreenElement | None, elements: Sequence[ScreenElement]
) -> tuple[str, ...]:
    """Return the short texts near the target, or near what has the keyboard."""
    aims = aims_of(action)
    target = Rect(aims[0].point.x, aims[0].point.y, 1, 1) if aims else focus.box if focus else None
    if target is None:
        return ()
    near = target.grown(BESIDE_PX)
    texts = (e for e in elements if e.role in _WORDS and e.name and near.intersection(e.box).area)
    short = (e.name for e in texts if word_count(e.name) <= BESIDE_WORDS)
    return tuple(islice(dict.fromkeys(short), MOST_BESIDE))


def _takes_payment(elements: Sequence[ScreenElement]) -> bool:
    """Tell whether a field is called after a card or an account; texts may speak of one anywhere."""
    fields = [e for e in elements if e.role in NAMED_FIELDS]
    names = ((e.name,) if e.name else labels_of(e.box, elements) for e in fields)
    return any(danger_words(name, "page") for name in chain.from_iterable(names))


def _may_answer(action: Action, target: ScreenElement | None) -> bool:
    """Tell whether the action may be an answer by what is pressed: keys are, and what has no name."""
    aimed = [aim.element.name for aim in aims_of(action) if aim.element]
    names = [name for name in (*aimed, target.name if target else "") if name.strip()]
    return not names or is_an_answer(names)


def _orders(elements: Sequence[ScreenElement]) -> str:
    said = (e.name for e in elements if e.name and e.role not in _BUTTONS)
    return next((text for text in said if text_rules.addresses_assistants(text)), "")
