# ruff: noqa: RUF001 - labels of many languages, and letters that look like others
"""Words of danger in twenty languages, and labels that try not to be read."""

import tomllib
from importlib.resources import files

import pytest

from automation.core.proposal import RiskLevel
from automation.safety.danger_words import (
    danger_words,
    hides_direction,
    says,
    shape_of,
    unexplained,
    words_of_doing,
)
from tests.red.languages import BUTTONS, CANCEL, COLUMNS, QUESTIONS

LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ru", "uk", "tr",
    "ja", "zh", "ko", "ar",
)  # fmt: skip
LIST = tomllib.loads(files("automation.safety").joinpath("danger_words.toml").read_text("utf-8"))


def gravest(label, use="press"):
    return max((hit.meaning.level for hit in danger_words(label, use)), default=RiskLevel.R0)


def test_there_are_twenty_languages():
    assert len(set(LANGUAGES)) == 20
    assert set(BUTTONS) == set(CANCEL) == set(QUESTIONS) == set(LANGUAGES)


def test_a_word_of_the_list_is_not_read_as_another_one_of_its_shape():
    assert gravest("Like Plums", "control") == RiskLevel.R0  # "ilke" has its shape
    assert gravest("llke", "control") == gravest("ilke", "control") == RiskLevel.R3


@pytest.mark.parametrize(
    "label", ["Gift wrap", "Gift-wrapping", "Gift message", "This is a gift", "Wrap as a gift"]
)
def test_how_a_thing_is_packed_gives_nothing_away(label):
    assert gravest(label) < RiskLevel.R3


@pytest.mark.parametrize(
    ("label", "use"),
    [
        ("New Order", "press"),
        ("View order", "press"),
        ("Reject all cookies", "press"),
        ("Enable key repeat", "control"),
        ("Show shortcut keys", "control"),
        ("Address book", "press"),
        ("Add to address book", "press"),
        ("Open Phrase Book", "press"),
        ("View order form", "press"),
        ("Work order 118", "press"),
        ("Bring to front, Z order", "press"),
        ("Change sign", "press"),
        ("Sign language", "press"),
        ("Long format", "press"),
        ("Format cells…", "press"),
        ("New Empty File…", "press"),
        ("Hide if empty", "press"),
        ("Show empty racks", "press"),
        ("Post office", "press"),
        ("PostScript document", "press"),
        ("Find and Replace… Ctrl+R", "press"),
        ("Search & Replace", "press"),
        ("Release notes", "press"),
        ("Replace with:", "press"),
        ("New order Ctrl+N", "press"),
        ("New order Enter", "press"),
        ("By Unicode Block", "press"),
        ("Find place", "press"),
        ("Public office", "control"),
        ("Public holidays", "control"),
        ("Private browsing", "control"),
        ("Private lesson", "control"),
        ("Private bathroom", "control"),
        ("Time limit", "control"),
        ("Skip forward 10 s", "control"),
        ("Compose key", "control"),
        ("Freeze Cells", "press"),
        ("Freeze First Row", "press"),
        ("Freeze Rows and Columns", "press"),
        ("Erste Zeile einfrieren", "press"),
        ("Merge and Center Cells", "press"),
        ("Zellen zusammenführen", "press"),
    ],
)
def test_a_thing_that_is_called_like_an_act_is_none(label, use):
    assert gravest(label, use) < RiskLevel.R3


@pytest.mark.parametrize(
    ("label", "use"),
    [
        ("Order", "press"),
        ("Place new order", "press"),
        ("Submit new order", "press"),
        ("Confirm new order", "press"),
        ("Finish open order", "press"),
        ("Rotate primary key", "control"),
        ("Reject request", "press"),
        ("Add key", "control"),
        ("Book", "press"),
        ("Book this book", "press"),
        ("Search and book", "press"),
        ("Order address book", "press"),
        ("Submit order form", "press"),
        ("Confirm work order 118", "press"),
        ("Delete address book", "press"),
        ("Share address book", "press"),
        ("Place order", "press"),
        ("Zamawiam i płacę", "press"),
        ("Sign contract", "press"),
        ("Format volume", "press"),
        ("Empty folder", "press"),
        ("Post", "press"),
        ("Replace & find", "press"),
        ("Find and replace all", "press"),
        ("Release", "press"),
        ("Block user", "press"),
        ("Make public", "control"),
        ("Public link", "control"),
        ("Format as NTFS", "press"),
        ("Place print order", "press"),
        ("Block selection", "press"),
        ("No limit", "control"),
        ("Public domain", "control"),
        ("Private event", "control"),
        ("Make this lesson private", "control"),
        ("Stake", "press"),
        ("Stake all", "press"),
        ("Delete key", "press"),
        ("Forward mail to", "control"),
        ("Order book", "press"),
        ("Order items", "press"),
        ("Order lines", "press"),
        ("View order items", "press"),
        ("Enter new order", "press"),
        ("Return open order", "press"),
        ("Insert new order", "press"),
        ("Repeat new order", "press"),
        ("Replace with copy", "press"),
        ("Replace with this", "press"),
        ("Replace with it", "press"),
        ("Replace this with", "press"),
        ("Replace with 2", "press"),
        ("Copy, replace with", "press"),
        ("Freeze", "press"),
        ("Freeze card", "press"),
        ("Freeze the account", "press"),
        ("Konto einfrieren", "press"),
        ("Merge", "press"),
        ("Merge accounts", "press"),
        ("Merge cells and delete rows", "press"),
    ],
)
def test_the_act_itself_stays_grave(label, use):
    assert gravest(label, use) == RiskLevel.R3


@pytest.mark.parametrize("label", ["Gift 5 subs", "Gift", "Gift it", "Send as a gift"])
def test_giving_something_away_is_grave(label):
    assert gravest(label) == RiskLevel.R3


@pytest.mark.parametrize("meaning", LIST)
def test_every_meaning_has_words_in_every_language(meaning):
    missing = [lang for lang in LANGUAGES if not any(map(str.strip, LIST[meaning].get(lang, ())))]
    assert missing == []
    assert set(LIST[meaning]) - set(LANGUAGES) <= {
        "level",
        "reason",
        "except",
        "except_whole",
        "except_alone",
        "except_set",
        "except_opened",
        "menu_word",
        "use",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_that_programs_show_in_a_language_are_known_as_grave(language):
    missed = [
        f"{column}: {label}"
        for column, label in zip(COLUMNS, BUTTONS[language], strict=True)
        if gravest(label) < RiskLevel.R3
    ]
    assert missed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_known_as_grave_and_its_refusal_as_one(language):
    question, yes = QUESTIONS[language]
    assert gravest(question) == RiskLevel.R3
    assert danger_words(CANCEL[language], "no")
    assert gravest(CANCEL[language]) < RiskLevel.R3
    assert not danger_words(yes, "no")


@pytest.mark.parametrize(
    "label",
    [
        "Dеlete", "Ѕеnd", "РАУ", "ΡΑΥ", "Удaлить", "Oтпpaвить", "De\u200blete", "De\u00adlete",
        "P\u2060ay", "Del\u1160ete", "Se\u3164nd", "Se\u2800nd", "Se\u200and", "D e l e t e",
        "S.e.n.d", "Ｄｅｌｅｔｅ", "\U0001d403\U0001d41e\U0001d425\U0001d41e\U0001d42d\U0001d41e",
        "ⓈⒺⓃⒹ", "\U0001f182\U0001f174\U0001f17d\U0001f173", "ᴅᴇʟᴇᴛᴇ", "De\u0336l\u0336ete",
        "Délètê", "Đełete", "DeIete", "De1ete", "Upl0ad", "Rernove", "\u202eeteleD", "🗑", "📤",
        "Loschen", "Usun", "SİL", "Sıl", "شارک",
    ],
)  # fmt: skip
def test_a_label_that_shows_as_a_grave_word_is_read_as_it(label):
    assert gravest(label) == RiskLevel.R3


@pytest.mark.parametrize(
    "label",
    ["Bold", "Zoom In", "Search", "Next", "Level 3", "A B", "Page 1 of 9", "x + y", "Türkçe", "Файл",
     "編集", "보기", "عرض", "Ελληνικά", "I", "O", "i.e.", "U.S.A.", "Café", "naïve", "12:30", "🙂"],
)  # fmt: skip
def test_an_ordinary_label_is_not_read_into_a_grave_word(label):
    assert gravest(label) < RiskLevel.R3


def test_a_use_is_kept_apart_from_the_others():
    assert gravest("Papierkorb", "drop") == RiskLevel.R3
    assert gravest("Papierkorb") < RiskLevel.R3
    assert gravest("Kennwort", "field") == RiskLevel.R3
    assert gravest("Kartennummer", "page") == RiskLevel.R3
    assert gravest("Delete", "no") == RiskLevel.R0


def test_what_is_shown_is_the_word_as_the_list_writes_it():
    assert [hit.word for hit in danger_words("Loschen")] == ["lösch"]


def test_a_forced_direction_is_noticed_and_a_plain_isolate_is_not():
    assert hides_direction("\u202eabc")
    assert not hides_direction("\u2068Firefox\u2069")


@pytest.mark.parametrize(
    ("label", "words"), [("AC", []), ("Aç", ["aç"]), ("Sl", []), ("Sí", ["sí"])]
)
def test_a_word_of_two_letters_is_known_by_its_accents(label, words):
    assert [hit.word for hit in danger_words(label)] == words


def test_the_shape_of_a_word_leaves_other_scripts_alone():
    assert shape_of("가나다") == "가나다"
    assert shape_of("がぎ") == "がぎ"
    assert shape_of("löschen") == shape_of("loschen")


def test_words_of_the_users_own_are_found_by_their_letters():
    assert says("B\u200book a table", "book")
    assert not says("Bookmark", "book")


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("0K", "OK"),
        ("Loschen", "Löschen"),
        ("GroBschreibung", "Großschreibung"),
        ("NextPage", "Next page"),
        ("Copy Ctrl+C", "Copy"),
        ("Find Next F3", "Find next"),
        ("Show all boo...", "Show all books"),
        ("Prefer…", "Preferences"),
        ("Inbox 12", "Inbox"),
        ("×", "Close"),
        ("Aa", "Change case"),
        ("oo", "Forward"),
        ("II", "Pause"),
        ("abc", "Check spelling"),
        ("保存", "保存"),
        ("Coxpahutb", "Сохранить"),
        ("Tu", "Tue"),
    ],
)
def test_a_read_label_is_explained_by_a_name_that_it_may_stand_for(shown, told):
    assert unexplained(shown, (told,)) == ""


@pytest.mark.parametrize(
    ("shown", "told", "other"),
    [
        ("Delete all", "Continue", "delete all"),
        ("Bin it", "Continue", "bin it"),
        ("rm", "Continue", "rm"),
        ("Co", "Continue", "co"),
        ("Continue and wipe", "Continue", "and wipe"),
        ("Discontinue", "Continue", "discontinue"),
        ("Disable", "Enable", "disable"),
        ("Unlock", "Lock", "unlock"),
        ("Weiter", "Continue", "weiter"),
    ],
)
def test_words_that_no_name_explains_are_told(shown, told, other):
    assert unexplained(shown, (told,)) == other


@pytest.mark.parametrize(
    "text",
    [
        "Deletes all files",
        "Click here to permanently erase the disk",
        "Sends the report",
        "Write it down, then purge the old ones",
        "Bin it",
        "Disable or remove the account",
        "Reset",
        "rm",
        "Löscht alle Dateien",
        "すべて削除します",
    ],
)
def test_a_description_says_what_is_done(text):
    assert words_of_doing(text), text


def test_a_box_that_is_described_both_ways_ends_nothing():
    text = "Enable or disable event sounds globally"
    assert all(hit.meaning.level < RiskLevel.R3 for hit in words_of_doing(text, "sets"))
    assert any(hit.meaning.level is RiskLevel.R3 for hit in words_of_doing(text))
    assert any(hit.meaning.level is RiskLevel.R3 for hit in words_of_doing("Disable it", "sets"))


@pytest.mark.parametrize(
    "text",
    [
        "Makes a new, empty sheet",
        "Sorts the rows in ascending order",
        "Sets the number format",
        "Shows the blog post",
        "Press to go back, context menu to see history",
        "Reset calculator (clear all)",
        "",
    ],
)
def test_a_noun_in_a_description_is_no_order(text):
    assert not [hit for hit in words_of_doing(text) if hit.meaning.level >= RiskLevel.R3], text


@pytest.mark.parametrize(
    ("label", "word"), [("Remove", "remove"), ("Remove Ana", "remove"), ("Delete all", "delete")]
)
def test_of_words_of_one_meaning_the_longest_is_told_and_no_stem_of_it(label, word):
    assert danger_words(label)[0].word == word
