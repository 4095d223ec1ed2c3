"""Renaming, duplicating and removing macros: on the command line, and what goes along.

Keys of macros: what may be one, who has it already, and a file that is never lost.
"""

import json
import os
import stat

import pytest

from app.cli.parser import run
from app.macros.changes import Changes
from app.macros.keys import FILE as KEYS
from app.macros.keys import MOST_KEYS, OFFERED, KeysFile, MacroKeys, canonical, chord_fault
from app.macros.repairs import RepairShelf
from app.macros.request import FILE, Filled, LastValues
from app.settings import Keys, user_folders
from automation.core.errors import MacroError, SettingsError
from automation.macros import macro as grammar
from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from automation.macros.play.health import Health, keep_health, read_health
from automation.macros.trust import digest
from tests.fakes import fake_systemctl
from tests.fakes.macro_samples import png
from tests.fakes.macro_shelves import a_macro, keep


@pytest.fixture
def data(tmp_path):
    return tmp_path / "home" / "data"


@pytest.fixture
def changes(data):
    return Changes.at(data)


@pytest.fixture
def deskhand(data, capsys, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(data.parent))

    def command(*arguments):
        status = run(["macro", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def trusted(changes, name):
    kept = changes.library.open(name)
    return changes.book.entry(digest(kept.macro, kept.image))


def names(changes):
    return [entry.name for entry in changes.library.entries()]


def test_a_renamed_macro_keeps_its_folder_and_its_trust(changes, data):
    folder = keep(data, a_macro("Greet"), is_trusted=True)
    done = changes.rename("greet", "Say hello")
    assert (done.folder, done.name, names(changes)) == (folder, "Say hello", ["Say hello"])
    assert trusted(changes, "Say hello").by == "made"


def test_a_name_alone_makes_nothing_trusted(changes, data):
    keep(data, a_macro("Greet"))
    changes.rename("greet", "Say hello")
    assert trusted(changes, "Say hello") is None


def test_a_name_that_is_taken_is_refused_and_nothing_changes(changes, data):
    keep(data, a_macro("Greet"), is_trusted=True)
    keep(data, a_macro("Part"))
    with pytest.raises(MacroError, match="there is a macro called “PART” already"):
        changes.rename("greet", "PART")
    assert names(changes) == ["Greet", "Part"]
    assert trusted(changes, "Greet") is not None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("   ", "needs a name"),
        ("x" * 101, "at most 100"),
        ("Greet\u202etxt", "nobody would see"),
        ("a\nb", "nobody would see"),
    ],
)
def test_a_name_that_nobody_could_read_is_refused(changes, data, name, reason):
    keep(data, a_macro("Greet"))
    with pytest.raises(MacroError, match=reason):
        changes.rename("greet", name)
    assert names(changes) == ["Greet"]


def test_who_calls_a_macro_is_named_when_it_gets_another_name(changes, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Day", grammar.Call(id="do", macro="GREET")))
    keep(data, a_macro("Night", grammar.Call(id="do", macro="Part")))
    keep(data, a_macro("Talk", grammar.Type(id="t", text="call Greet")))
    said = changes.rename("greet", "Hello").sentence
    assert said == (
        "“Greet” is called “Hello” from here on. “Day” runs “Greet” and will not find it: "
        "change that step."
    )


def test_a_duplicate_has_steps_pictures_and_trust_but_no_recording_and_no_past(changes, data):
    step = grammar.Click(id="a", target=grammar.Target(name="Save", image="img/a.png"))
    images = {"img/a.png": png()}
    keep(data, a_macro("Greet", step), images, is_trusted=True, events=b"keys")
    keep_health(data, "greet-2", Health(runs=4))  # of a macro that had this folder once
    done = changes.duplicate("greet")
    kept = changes.library.open(done.name)
    assert (done.name, kept.macro.steps) == ("Greet (2)", (step,))
    assert kept.image("img/a.png") == images["img/a.png"]
    assert trusted(changes, "Greet (2)").by == "made"
    assert not (kept.folder / "events.bin").exists()
    assert read_health(data, kept.folder.name).runs == 0


def test_a_duplicate_of_what_is_not_trusted_is_not_either(changes, data):
    keep(data, a_macro("Greet"))
    assert trusted(changes, changes.duplicate("greet").name) is None
    assert changes.duplicate("greet").name == "Greet (3)"


def test_a_removed_macro_is_brought_back_as_it_was(changes, data):
    keep(data, a_macro("Greet"), is_trusted=True)
    removed = changes.remove("greet")
    assert (names(changes), removed.folder.parent.name) == ([], ".removed")
    assert changes.bring_back(removed).name == "Greet"
    assert trusted(changes, "Greet") is not None


def test_what_took_the_place_of_a_removed_macro_stays(changes, data):
    keep(data, a_macro("Greet"))
    removed = changes.remove("greet")
    keep(data, a_macro("greet", grammar.Type(id="other", text="Other")))
    with pytest.raises(MacroError, match="there is another macro called “Greet”"):
        changes.bring_back(removed)
    assert changes.library.open("Greet").macro.steps[0].id == "other"
    assert removed.folder.is_dir()


def test_of_two_that_go_by_one_word_the_wrong_one_is_never_taken(changes, data, tmp_path):
    keep(data, a_macro("Invoice"))
    changes.library.rename(data / "macros" / "invoice", "Paid")
    other = keep(data, a_macro("invoice", grammar.Type(id="other", text="Other")))
    assert other.name == "invoice-2"
    assert changes.rename("invoice", "Settled").folder.name == "invoice"
    done = changes.duplicate("invoice")
    assert (done.name, changes.open_at(done.folder.name).macro.steps[0].id) == (
        "Settled (2)",
        "greet",
    )
    out = tmp_path / "out.zip"
    assert changes.export("invoice", out, with_recording=False).name == "Settled"
    assert changes.remove("invoice").name == "Settled"
    assert names(changes) == ["invoice", "Settled (2)"]
    with pytest.raises(MacroError, match="no macro in the folder invoice"):
        changes.rename("invoice", "Other")


def test_a_call_by_the_folders_name_is_told_too_and_finds_nothing_after_another_name(changes, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Day", grammar.Call(id="do", macro="greet")))
    said = changes.rename("greet", "Hello").sentence
    assert "“Day” runs “Greet” and will not find it" in said
    with pytest.raises(MacroError, match="the one in the folder greet is called “Hello”"):
        changes.library.open_called("greet")
    assert "“Day”" not in changes.remove("greet").sentence


def test_who_would_do_another_macro_from_here_on_is_told_of_it(changes, data):
    keep(data, a_macro("Greet 2"))
    keep(data, a_macro("greet-2", grammar.Type(id="other", text="Other")))
    keep(data, a_macro("Day", grammar.Call(id="do", macro="greet-2")))
    said = changes.remove("greet-2-2").sentence
    assert said.endswith(
        "“Day” runs “greet-2” and will do “Greet 2” from here on: look at that step."
    )
    assert changes.library.open_called("greet-2").macro.name == "Greet 2"


def test_a_name_is_given_to_nothing_but_what_was_looked_at(changes, data, monkeypatch):
    keep(data, a_macro("Greet"), is_trusted=True)
    real = Library.rename

    def late(library, folder, to, **more):
        library.save(a_macro("Greet", grammar.Type(id="new", text="New")), folder=folder)
        real(library, folder, to, **more)

    monkeypatch.setattr(Library, "rename", late)
    with pytest.raises(MacroError, match="was changed meanwhile"):
        changes.rename("greet", "Hello")
    assert changes.library.open("Greet").macro.steps[0].id == "new"


@pytest.fixture
def scheduled(data, monkeypatch, tmp_path):
    """Keep two macros, one of them scheduled, played, filled in and repaired; return what shows that."""
    monkeypatch.setenv("PATH", fake_systemctl.install(tmp_path, os.environ["PATH"]))
    monkeypatch.setenv("DESKHAND_HOME", str(data.parent))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    units = tmp_path / "config" / "systemd" / "user"
    keep(data, a_macro("Greet"), is_trusted=True)
    assert run(["macro", "schedule", "greet", "--every", "1h", "--unproved"]) == 0
    keep_health(data, "greet", Health(runs=4))
    LastValues(data / FILE).put("greet", Filled({"who": "Ada"}, "/a/table.csv"))
    waiting = RepairShelf(data).place("greet")
    waiting.mkdir(parents=True)
    (waiting / "repairs.json").write_text("kept as it is")

    def all_of_it():
        return (
            read_health(data, "greet").runs,
            LastValues(data / FILE).of("greet"),
            (waiting / "repairs.json").read_text() if waiting.exists() else "",
            sorted((one.name, one.read_text()) for one in units.iterdir() if one.is_file()),
            (tmp_path / "systemd-state" / "active-deskhand-macro-greet.timer").exists(),
        )

    return all_of_it


NOTHING = (0, Filled(), "", [], False)


def test_a_removed_macro_takes_along_what_belongs_to_it_and_brings_it_back(
    changes, data, scheduled
):
    before = scheduled()
    assert all(before)
    removed = changes.remove("greet", "Ctrl+Alt+3")
    assert scheduled() == NOTHING
    keep(data, a_macro("Greet", grammar.Type(id="other", text="Other")))
    assert scheduled() == NOTHING, "another macro has nothing of it"
    assert removed.key == "Ctrl+Alt+3"


def test_undoing_a_removal_brings_all_back(changes, data, scheduled):
    before = scheduled()
    back = changes.bring_back(changes.remove("greet", "Ctrl+Alt+3"))
    assert (back.name, back.key, back.sentence) == ("Greet", "Ctrl+Alt+3", "“Greet” is back.")
    assert scheduled() == before
    assert sorted(one.name for one in back.folder.iterdir()) == ["img", "macro.yaml"]


def test_what_cannot_be_scheduled_again_is_told(changes, data, scheduled, tmp_path):
    removed = changes.remove("greet")
    (tmp_path / "systemd-state" / "refuse").write_text("enable")
    back = changes.bring_back(removed)
    assert "Not all that belongs to it could be brought back: systemctl" in back.sentence
    assert read_health(data, "greet").runs == 4


def test_the_schedule_of_another_home_is_left_alone(
    changes, data, scheduled, monkeypatch, tmp_path
):
    before = scheduled()[3]
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "elsewhere"))
    changes.remove("greet")
    assert scheduled()[3] == before


def test_a_macro_that_is_open_for_editing_is_not_removed_and_loses_nothing(
    changes, data, scheduled
):
    before = scheduled()
    session = EditSession(changes.library, data / "macros" / "greet")
    try:
        with pytest.raises(MacroError, match="is open for editing"):
            changes.remove("greet")
    finally:
        session.close()
    assert scheduled() == before
    assert not (data / "macros" / "greet" / ".beside.json").exists()


def test_the_command_gives_the_key_back_with_the_macro(deskhand, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    user_folders().create()
    keys = KeysFile(user_folders().settings_file.with_name(KEYS))
    keys.save({"greet": "Ctrl+Alt+1", "part": "Ctrl+Alt+2"})
    assert deskhand("remove", "Greet", "--yes")[0] == 0
    assert keys.load() == ({"part": "Ctrl+Alt+2"}, "")


def test_the_command_renames_and_tells_where_it_lies(deskhand, data):
    folder = keep(data, a_macro("Greet"))
    status, out, _err = deskhand("rename", "Greet", "Say hello", "--json")
    end = json.loads(out.splitlines()[-1])
    assert (status, end["macro"], end["path"]) == (0, "Say hello", str(folder))


def test_the_command_says_why_a_name_cannot_be_had(deskhand, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    status, _out, err = deskhand("rename", "Greet", "Part")
    assert status == 2
    assert "there is a macro called “Part” already" in err


def test_the_command_removes_only_what_it_was_told_to(deskhand, data, changes):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    assert deskhand("remove", "Greet")[0] == 2  # nobody can be asked
    assert names(changes) == ["Greet", "Part"]
    status, out, _err = deskhand("remove", "Greet", "--yes", "--json")
    end = json.loads(out.splitlines()[-1])
    assert (status, end["macro"]) == (0, "Greet")
    assert names(changes) == ["Part"]
    assert deskhand("remove", "Greet", "--yes")[0] == 8


@pytest.mark.parametrize(("answer", "status", "left"), [("y\n", 0, []), ("\n", 7, ["Greet"])])
def test_the_command_asks_before_it_removes(
    deskhand, data, changes, monkeypatch, answer, status, left
):
    import io

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    keep(data, a_macro("Greet"))
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    assert deskhand("remove", "Greet")[0] == status
    assert names(changes) == left


def test_the_command_duplicates(deskhand, data, changes):
    keep(data, a_macro("Greet"))
    assert deskhand("duplicate", "Greet")[0] == 0
    assert names(changes) == ["Greet", "Greet (2)"]


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
