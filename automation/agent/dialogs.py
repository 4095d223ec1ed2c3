"""Which windows are dialogs, and which of their words say what an answer in them means.

A dialog is small or modal and asks something; its OK means what it says. A main window holds many
controls that have nothing to do with one another: a Delete among them says nothing of its Save.
"""

import re
from collections.abc import Sequence
from typing import Final

from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.safety import text_rules
from automation.safety.field_labels import label_of
from automation.safety.words import (
    danger_words,
    only_names,
    says,
    says_only_about,
    split_words,
    word_count,
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

    Args:
        window: the window.
        elements: what the tree tells of it.
        observation: what it is seen on.
        lines: what was read in it, where the tree is silent.
    """
    if window.is_dialog or any(map(_is_box, elements)):
        return True
    return not (stands_alone(window, observation) or has_menu_bar(elements, lines))


def is_main(elements: Sequence[ScreenElement], lines: Sequence[ScreenElement] = ()) -> bool:
    """Tell whether a window that gives no sign of a dialog has a menu bar or much in it.

    Args:
        elements: what the tree tells of it.
        lines: what was read in it, where the tree is silent.
    """
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

    Args:
        elements: what the tree tells of it.
        lines: what was read in it, where the tree is silent.
    """
    if not elements:
        said = [line for line in lines if says_something(line.name)]
        return bool(said) and 0 < len(lines) - len(said) <= FEW_BUTTONS
    controls = [e.role for e in elements if e.role in _CONTROLS]
    buttons = controls.count("button")
    return 0 < buttons <= FEW_BUTTONS and buttons + controls.count("checkbox") == len(controls)


def inside_dialog(elements: Sequence[ScreenElement], window: WindowInfo) -> Sequence[ScreenElement]:
    """Return what stands in the dialogs that a window holds; all where the window itself is one."""
    boxes = [e.box for e in elements if _is_box(e) and e.role not in _CONTROLS]
    if window.is_dialog or not boxes:
        return elements
    return [e for e in elements if any(box.contains(e.box.center) for box in boxes)]


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
        window: one of the program's windows.
        observation: where its other windows are seen.
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

    Args:
        title: of the window.
        said: its texts.
        buttons: what stands on its buttons.
        names: what the program calls itself.
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
        lines: what was read in the window.
        elements: what the tree tells of it.
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
