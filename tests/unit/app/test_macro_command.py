"""`deskhand macro`: exit status, JSON lines and sentences."""

import importlib.resources
import json
import shutil
import zipfile

import jsonschema
import pytest

from app.cli.parser import run
from automation.macros.codec import read
from automation.macros.package import Package, pack
from automation.macros.play.health import Health, keep_health, read_health
from tests.fakes.macro_samples import png
from tests.fakes.recorded import recording

SOUND = """\
deskhand: 1
name: Send it
params: {to: {}}
steps:
  - {id: new, do: click, target: {name: New, image: img/new.png}}
  - {id: to, do: type, text: "{{to}}"}
  - {id: send, do: keys, keys: [ctrl, enter]}
"""
BILL = """\
deskhand: 1
name: Bill
params: {amount: {default: "12"}}
columns: [amount]
steps:
  - {id: amount, do: type, text: "{{amount}} {{who}}"}
"""


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def deskhand(home, capsys, monkeypatch):
    """Return what runs a command line in this process."""
    monkeypatch.setenv("DESKHAND_HOME", str(home))

    def command(*arguments):
        status = run(["macro", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def package(tmp_path):
    file = tmp_path / "send.zip"
    file.write_bytes(pack(Package(read(SOUND.encode()), {"img/new.png": png()})))
    return file


@pytest.fixture
def lines(deskhand):
    """Return what runs a command with --json and checks each line against the published schema."""
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    validator = jsonschema.Draft202012Validator(json.loads(text))

    def command(*arguments):
        status, out, _err = deskhand(*arguments, "--json")
        found = [json.loads(line) for line in out.splitlines()]
        for line in found:
            validator.validate(line)
        assert found[-1]["code"] == status
        return found

    return command


def test_an_import_is_listed_shown_trusted_and_asked_again_after_an_edit(
    deskhand, lines, package, home
):
    (*steps, end) = lines("import", package)
    assert [(one["do"], one["sends"]) for one in steps] == [
        ("param", False),
        ("click", True),
        ("type", True),
        ("keys", True),
    ]
    assert "asked about step by step" in end["message"]
    assert [one["trusted"] for one in lines("list")[:-1]] == [False]
    assert deskhand("trust", "send it")[0] == 2
    assert deskhand("trust", "send it", "--yes")[0] == 0
    assert [one["trusted"] for one in lines("list")[:-1]] == [True]
    (file,) = home.rglob("macro.yaml")
    file.write_text(file.read_text().replace("ctrl", "shift"))
    assert [one["trusted"] for one in lines("list")[:-1]] == [False]
    assert "not trusted" in deskhand("show", "send-it")[1]


def test_a_value_that_is_asked_for_is_no_step_of_the_listing(deskhand, lines, package):
    deskhand("import", package)
    assert [one["number"] for one in lines("show", "send-it")[:-1]] == ["", "1", "2", "3"]
    shown = deskhand("show", "send-it")[1].splitlines()
    assert [line.split()[0] for line in shown[:4]] == ["with", "1", "2", "3"]


def test_trust_can_be_taken_back(deskhand, lines, package):
    deskhand("import", package)
    deskhand("trust", "send-it", "--yes")
    assert "from now on" in deskhand("trust", "send-it", "--off")[1]
    assert [one["trusted"] for one in lines("list")[:-1]] == [False]


def test_check_takes_what_is_sound(deskhand, package):
    status, out, err = deskhand("check", package)
    assert (status, err) == (0, "")
    assert "nothing is wrong" in out


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("name: New", "nmae: New", 5, "unknown key nmae; did you mean name?"),
        ("{{to}}", "{{two}}", 6, "there is no parameter called two"),
        ("ctrl", "cntrl", 7, "there is no key called “cntrl”"),
        ("img/new.png", "img/old.png", 5, "img/old.png is missing"),
        ("id: send", "id: to", 7, "another step is called to too"),
        ("[ctrl, enter]", "[ctrl, enter", 7, "no YAML"),
    ],
)
def test_check_names_line_and_reason(deskhand, lines, tmp_path, old, new, line, words):
    (tmp_path / "img").mkdir()
    (tmp_path / "img/new.png").write_bytes(png())
    file = tmp_path / "macro.yaml"
    file.write_text(SOUND.replace(old, new))
    status, out, err = deskhand("check", file)
    assert status == 8
    assert words in out
    assert f"line {line}:" in out
    assert words not in err, "each problem is told once"
    assert f"{file}: 1 problem" in err
    *problems, end = lines("check", file)
    problem = next(one for one in problems if not one["note"])
    assert (problem["line"], problem["event"], end["code"]) == (line, "problem", 8)


def test_an_import_that_is_not_replayed_says_why_as_check_does(deskhand, lines, tmp_path):
    file = tmp_path / "bill.yaml"
    file.write_text(BILL)
    status, out, _err = deskhand("import", file)
    checked, told, _err = deskhand("check", "bill")
    assert (status, checked) == (0, 8)
    problems = [line for line in told.splitlines() if "line " in line]
    assert len(problems) == 2
    assert all(line in out for line in problems)
    assert "not replayed before its 2 problems are mended" in out
    assert "deskhand macro check bill" in out
    assert "macro trust" not in out
    again = lines("import", file)
    assert [one["where"] for one in again if one["event"] == "problem"] == [
        "param amount",
        "step amount: text",
    ]


def test_a_play_is_refused_with_the_sentence_of_check(deskhand, tmp_path):
    file = tmp_path / "bill.yaml"
    file.write_text(BILL)
    deskhand("import", file)
    told = deskhand("check", "bill")[1]
    status, _out, err = deskhand("play", "bill")
    sentence = (
        "param amount: amount is a column too; take it out of columns: a column of the table "
        "fills the parameter of its name"
    )
    assert status == 8
    assert sentence in told
    assert sentence in err
    assert "deskhand macro check" in err


def test_check_names_a_macro_of_the_library_too(deskhand, package):
    deskhand("import", package)
    assert deskhand("check", "Send it")[0] == 0
    assert deskhand("check", "nobody")[0] == 8


def test_the_raw_recording_leaves_the_machine_only_when_it_is_asked_for(deskhand, home, tmp_path):
    whole = tmp_path / "whole.zip"
    whole.write_bytes(pack(Package(read(SOUND.encode()), {"img/new.png": png()}, recording())))
    deskhand("import", whole)
    deskhand("export", "Send it", "--out", tmp_path / "a.zip")
    deskhand("export", "Send it", "--with-recording", "--out", tmp_path / "b.zip")
    names = [set(zipfile.ZipFile(tmp_path / f"{n}.zip").namelist()) for n in "ab"]
    assert names[1] - names[0] == {"events.bin"}


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_recording_that_is_damaged_is_refused_with_its_byte(deskhand, tmp_path, is_folder):
    damaged = bytearray(recording())
    damaged[32 + 44 * 2 + 24] ^= 1
    source = tmp_path / "bad" if is_folder else tmp_path / "bad.zip"
    if is_folder:
        (source / "img").mkdir(parents=True)
        (source / "macro.yaml").write_text(SOUND)
        (source / "img/new.png").write_bytes(png())
        (source / "events.bin").write_bytes(damaged)
    else:
        macro = Package(read(SOUND.encode()), {"img/new.png": png()}, bytes(damaged))
        source.write_bytes(pack(macro))
    for command in ("check", "import"):
        status, out, err = deskhand(command, source)
        assert status == 8
        assert "events.bin, byte 120: event 3 is damaged" in out + err
    assert "no macro yet" in deskhand("list")[1]


def test_a_recording_of_the_library_that_is_damaged_is_told_by_check(deskhand, home, tmp_path):
    whole = tmp_path / "whole.zip"
    whole.write_bytes(pack(Package(read(SOUND.encode()), {"img/new.png": png()}, recording())))
    assert deskhand("import", whole)[0] == 0
    assert deskhand("check", "Send it")[0] == 0
    events = home / "data/macros/send-it/events.bin"
    events.write_bytes(events.read_bytes()[:-1])
    status, out, err = deskhand("check", "Send it")
    assert status == 8
    assert "something stands behind the last whole event: 43 bytes" in out + err


def test_an_import_has_no_past_of_one_that_was_deleted_by_hand(deskhand, package, home):
    data = home / "data"
    assert deskhand("import", package, "--name", "Send")[0] == 0
    keep_health(data, "send", Health(runs=4))
    shutil.rmtree(data / "macros" / "send")
    assert deskhand("import", package, "--name", "Send")[0] == 0
    assert read_health(data, "send") == Health()


def test_an_exported_macro_is_the_one_that_was_imported(deskhand, package, tmp_path):
    deskhand("import", package)
    deskhand("export", "Send it", "--out", tmp_path / "a.zip")
    deskhand("export", "send-it", "--out", tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert deskhand("import", tmp_path / "a.zip", "--name", "Again")[0] == 0


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\xff\xff", b"deskhand: 1"])
def test_a_hostile_file_ends_in_a_sentence(deskhand, tmp_path, content):
    (tmp_path / "x.zip").write_bytes(content)
    (tmp_path / "macro.yaml").write_bytes(content)
    for file in (tmp_path / "x.zip", tmp_path / "macro.yaml"):
        for command in ("check", "import"):
            status, _out, err = deskhand(command, file)
            assert status == 8
            assert err.startswith("deskhand: ")
    assert "no macro yet" in deskhand("list")[1]


def test_an_empty_library_names_every_way_to_a_macro_and_recording_first(deskhand):
    status, out, _ = deskhand("list")
    ways = [out.index(way) for way in ("macro record", "macro compile", "macro import")]
    assert (status, ways) == (0, sorted(ways))


def test_what_is_not_there_is_named(deskhand, tmp_path):
    assert deskhand("import", tmp_path / "nope.zip")[0] == 8
    assert "there is no macro called “x”" in deskhand("show", "x")[2]
    assert deskhand("list")[0] == 0
