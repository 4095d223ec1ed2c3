"""Keys of macros: what may be one, who has it already, and a file that is never lost."""

import json
import stat

import pytest

from app.macros.keys import MOST_KEYS, OFFERED, KeysFile, MacroKeys, canonical, chord_fault
from app.settings import Keys
from automation.core.errors import SettingsError

TAKEN = "another program uses Ctrl+Alt+3 already; choose another shortcut"


class Desk:
    """Grabs what no other program has; a display knows one owner of a chord."""

    def __init__(self, taken=()):
        self.taken = set(taken)
        self.heard = {}

    def grab_chords(self, chords):
        taken = [chord for chord in chords.values() if chord in self.taken]
        self.heard |= {name: chord for name, chord in chords.items() if chord not in taken}
        return f"another program uses {taken[0]} already; choose another shortcut" if taken else ""

    def ungrab_chords(self, *names):
        for name in names:
            self.heard.pop(name, None)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "macro_keys.json"


def keys_of(path, own=None):
    return MacroKeys(KeysFile(path), lambda: own or Keys(), lambda slug: slug.title())


@pytest.fixture
def keys(path):
    return keys_of(path)


def test_a_key_is_heard_written_down_and_read_again(path, keys):
    desk = Desk()
    keys.listen(desk)
    assert keys.set("post", "ctrl-alt-1") == ""
    assert desk.heard == {"macro.post": "Ctrl+Alt+1"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    later, again = Desk(), keys_of(path)
    assert again.listen(later) == ""
    assert later.heard == desk.heard


def test_a_taken_chord_is_told_and_the_old_one_goes_on_being_heard(path, keys):
    desk = Desk(taken=["Ctrl+Alt+3"])
    keys.listen(desk)
    keys.set("post", "Ctrl+Alt+2")
    assert keys.set("post", "Ctrl+Alt+3") == TAKEN
    assert (desk.heard, keys.key("post")) == ({"macro.post": "Ctrl+Alt+2"}, "Ctrl+Alt+2")
    assert keys_of(path).key("post") == "Ctrl+Alt+2"


def test_what_another_program_has_at_a_start_is_told_by_the_macros_name(path, keys):
    keys.set("post", "Ctrl+Alt+3")
    keys.set("tidy", "F7")
    again, desk = keys_of(path), Desk(taken=["Ctrl+Alt+3"])
    assert again.listen(desk) == f"The key of “Post” is not heard: {TAKEN}."
    assert desk.heard == {"macro.tidy": "F7"}
    assert (again.problem("post"), again.problem("tidy")) == (TAKEN, "")


@pytest.mark.parametrize(
    ("chord", "said"),
    [
        ("Pause", "would be lost for typing"),
        ("Ctrl+Alt+Space", "for the command bar"),
        ("space+alt+ctrl", "for the command bar"),
        ("Ctrl+Alt+P", "for pausing a recording"),
        ("Ctrl+Shift+Enter", "for accepting a step"),
        ("Ctrl+Shift+4", "for choice 4"),
        ("Ctrl+Shift+F9", "over a menu"),
        ("a", "would be lost for typing"),
        ("Shift+a", "would be lost for typing"),
        ("Ctrl+Shift", "exactly one key besides modifiers"),
        ("Ctrl+a+b", "exactly one key besides modifiers"),
        ("Ctrl+Nonsense", "there is no key called"),
        ("", "a key is missing"),
    ],
)
def test_our_own_keys_and_what_is_typed_with_are_refused(keys, chord, said):
    desk = Desk()
    keys.listen(desk)
    assert said in keys.set("post", chord)
    assert (desk.heard, keys.key("post")) == ({}, "")


def test_a_stop_key_with_a_modifier_is_refused_too(path):
    keys = keys_of(path, Keys(stop=("Ctrl+F12",)))
    assert "own key for stopping" in keys.set("post", "Ctrl+F12")


@pytest.mark.parametrize("chord", ["F5", "Shift+F5", "Super+a", "AltGr+q", "Ctrl++", "Ctrl+Pause"])
def test_function_keys_and_chords_with_a_strong_modifier_are_taken(chord):
    assert chord_fault(chord) == ""


def test_one_chord_plays_one_macro(keys):
    keys.set("post", "Ctrl+Alt+1")
    assert keys.set("tidy", "Alt+Ctrl+1") == "Alt+Ctrl+1 plays “Post” already; choose another"
    assert keys.set("post", "Ctrl+Alt+1") == ""


def test_the_first_nine_are_offered_while_they_are_free(path):
    keys = keys_of(path, Keys(command_bar="Ctrl+Alt+2"))
    keys.set("post", "Ctrl+Alt+1")
    assert keys.free() == OFFERED[2:]


def test_of_two_macros_with_one_chord_in_the_file_the_first_has_it(path):
    path.write_text('{"version": 1, "keys": {"b": "F7", "a": "f7"}}')
    keys, desk = keys_of(path), Desk()
    assert "“A” is not heard: F7 plays “B” already" in keys.listen(desk)
    assert desk.heard == {"macro.b": "F7"}


def test_a_key_that_became_our_own_is_given_back_before_ours_is_taken(path):
    own = [Keys()]
    keys = MacroKeys(KeysFile(path), lambda: own[0], str)
    desk = Desk()
    keys.listen(desk)
    keys.set("post", "Ctrl+Alt+1")
    own[0] = Keys(command_bar="Ctrl+Alt+1")
    assert "own key for the command bar" in keys.listen(desk)
    assert desk.heard == {}
    own[0] = Keys()
    assert keys.listen(desk) == ""
    assert desk.heard == {"macro.post": "Ctrl+Alt+1"}


def test_the_keys_of_macros_that_are_gone_are_given_back(path, keys):
    desk = Desk()
    keys.listen(desk)
    keys.set("post", "Ctrl+Alt+1")
    keys.set("tidy", "Ctrl+Alt+2")
    assert keys.forget_others(lambda slug: slug == "tidy") == ""
    assert desk.heard == {"macro.tidy": "Ctrl+Alt+2"}
    assert dict(keys_of(path).all) == {"tidy": "Ctrl+Alt+2"}


def test_no_more_keys_than_an_executor_takes_at_once(keys):
    for n in range(MOST_KEYS):
        assert keys.set(f"m-{n}", f"F{n + 1}") == ""
    assert f"{MOST_KEYS} macros have a key" in keys.set("late", "F20")
    assert keys.set("m-3", "F20") == ""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"version": 2, "keys": {}}',
        b'{"keys": {}, "more": 1}',
        b'{"keys": {"../up": "F7"}}',
        b'{"keys": {"post": ""}}',
        b'{"keys": {"post": 7}}',
        json.dumps({"keys": {f"m-{n}": "F7" for n in range(MOST_KEYS + 1)}}).encode(),
        b"\xff\xfe",
        b" " * 100_001,
    ],
)
def test_a_damaged_file_is_kept_aside_and_the_last_good_copy_is_used(path, content):
    first = keys_of(path)
    first.set("post", "F7")
    first.set("post", "F8")
    path.write_bytes(content)
    keys = keys_of(path)
    assert keys.key("post") == "F8"
    assert "macro_keys.json.damaged-1" in keys.note
    assert "The last good copy of it is in use." in keys.note
    assert path.with_name("macro_keys.json.damaged-1").read_bytes() == content


@pytest.mark.parametrize("harm", ["damaged", "gone", "link", "unreadable"])
def test_a_key_that_was_taken_away_does_not_come_back_with_a_copy(path, harm):
    first = keys_of(path)
    first.set("post", "F7")
    first.set("tidy", "F8")
    assert first.clear("post") == ""
    if harm != "damaged":
        path.unlink()
    if harm == "damaged":
        path.write_bytes(b"{")
    elif harm == "link":
        path.symlink_to(path.with_name("elsewhere"))
    elif harm == "unreadable":
        path.mkdir()
    keys = keys_of(path)
    assert dict(keys.all) == {"tidy": "F8"}
    assert keys.note


def test_the_first_file_that_is_damaged_leaves_no_key_and_says_so(path):
    path.write_bytes(b"{")
    keys = keys_of(path)
    assert dict(keys.all) == {}
    assert "No macro has a key." in keys.note


def test_no_file_says_nothing(keys):
    assert (dict(keys.all), keys.note) == ({}, "")


def test_a_key_that_cannot_be_written_down_is_not_heard(path, keys):
    desk = Desk()
    keys.listen(desk)
    keys.set("post", "F7")
    path.unlink()
    path.mkdir()
    assert "the key was not kept" in keys.set("post", "F8")
    assert (desk.heard, keys.key("post")) == ({"macro.post": "F7"}, "F7")
    with pytest.raises(SettingsError, match="not kept"):
        KeysFile(path).save({"post": "F8"})


def test_a_chord_is_shown_in_one_way():
    assert canonical("control-alt-1") == "Ctrl+Alt+1"


def test_a_key_that_went_with_its_macro_in_another_process_is_heard_no_more(path, keys):
    desk = Desk()
    keys.listen(desk)
    for slug, chord in (("post", "Ctrl+Alt+1"), ("tidy", "Ctrl+Alt+2")):
        assert keys.set(slug, chord) == ""
    KeysFile(path).save({"tidy": "Ctrl+Alt+2"})
    assert keys.forget_others(lambda _slug: True) == ""
    assert desk.heard == {"macro.tidy": "Ctrl+Alt+2"}
    assert dict(keys.all) == {"tidy": "Ctrl+Alt+2"}


def test_a_file_that_cannot_be_used_takes_no_key_away(path, keys):
    keys.set("post", "Ctrl+Alt+1")
    path.write_bytes(b"{")
    assert keys.forget_others(lambda _slug: True) == ""
    assert dict(keys.all) == {"post": "Ctrl+Alt+1"}


@pytest.mark.parametrize("folder", ["Post copy", "Übung (2)", "x" * 90])
def test_a_folder_that_was_copied_by_hand_can_have_a_key(path, keys, folder):
    assert keys.set(folder, "Ctrl+Alt+1") == ""
    assert keys_of(path).all == {folder: "Ctrl+Alt+1"}


def test_a_folder_with_too_long_a_name_has_none(keys):
    assert "too long a name for a key" in keys.set("x" * 91, "Ctrl+Alt+1")
    assert keys.all == {}
