"""The library keeps macros whole, private and findable; trust belongs to the very content."""

import stat

import msgspec
import pytest

from automation.core.errors import MacroError
from automation.macros import library as shelf
from automation.macros.library import BACKUP, REMOVED, Library
from automation.macros.macro import Macro, Made, Type, Wait
from automation.macros.names import SLUG, image_path, same_name, slug
from automation.macros.package import Package, read_source
from automation.macros.trust import TrustBook, digest
from tests.fakes.macro_samples import INVOICE, invoice, png

PICTURE = "img/open-form.png"


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "macros")


def _macro(name="One", seconds=1.0):
    return Macro(deskhand=1, name=name, steps=(Wait(id="w", seconds=seconds),))


def _modes(folder):
    return {stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*") if path.is_file()}


def test_a_macro_is_kept_whole_and_private(library, tmp_path):
    folder = library.save(invoice(), {PICTURE: png()}, events=b"raw")
    kept = library.open("file THE invoice")
    assert (kept.macro, kept.note, kept.folder) == (invoice(), "", folder)
    assert kept.image(PICTURE) == png()
    assert library.package("File the invoice") == Package(invoice(), {PICTURE: png()}, b"raw")
    assert _modes(tmp_path / "macros") == {0o600}
    assert {
        stat.S_IMODE(one.stat().st_mode) for one in (folder.parent, folder, folder / "img")
    } == {0o700}


def test_the_one_before_is_the_backup(library):
    folder = library.save(_macro(seconds=1))
    library.save(_macro(seconds=2))
    library.save(_macro(seconds=3))
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
    library.save(_macro(seconds=1))
    folder = library.save(_macro(seconds=2))
    (folder / "macro.yaml").write_bytes(damage)
    kept = library.open(folder.name)
    assert kept.macro == _macro(seconds=1)
    assert "macro.yaml.damaged-1" in kept.note
    assert (folder / "macro.yaml.damaged-1").read_bytes() == damage
    assert library.open(folder.name).note == ""


def test_a_damaged_file_without_one_before_is_told_and_left(library):
    folder = library.save(_macro())
    (folder / "macro.yaml").write_bytes(b"\0\0")
    with pytest.raises(MacroError, match="restore it from a backup"):
        library.open(folder.name)
    assert (folder / "macro.yaml").read_bytes() == b"\0\0"


def test_a_slip_of_a_hand_is_told_with_its_line_and_left_alone(library):
    library.save(_macro(seconds=1))
    folder = library.save(_macro(seconds=2))
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
        Library(tmp_path / "macros").save(_macro())
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
    folder = library.save(_macro(name))
    assert SLUG.fullmatch(folder.name)
    assert folder.parent.samefile(library.save(_macro("next")).parent)
    assert library.open(name).macro.name == name


def test_names_that_come_to_the_same_folder_are_told_apart(library):
    folders = {library.save(_macro(name)).name for name in NAMES}
    assert len(folders) == len(NAMES)
    assert {one.name for one in library.entries()} == set(NAMES)
    assert slug("a b", {"a-b", "a-b-2"}) == "a-b-3"


def test_two_names_that_a_person_takes_for_one_are_one(library):
    first = library.save(_macro("Invoice"))
    assert library.save(_macro("INVOICE", 2)) == first
    assert same_name("Straße") == same_name("STRASSE")
    with pytest.raises(MacroError, match="already"):
        library.save(_macro("invoice"), new=True)


def test_a_second_macro_of_a_name_that_was_copied_by_hand_is_told(library):
    first = library.save(_macro("One"))
    (first.parent / "zz").mkdir()
    (first.parent / "zz" / "macro.yaml").write_bytes((first / "macro.yaml").read_bytes())
    library.save(_macro("Two"))
    told = [(one.slug, one.problem, one.is_double) for one in library.entries()]
    assert told == [("one", "", True), ("zz", "", True), ("two", "", False)]
    assert library.open("zz").folder.name == "zz"
    assert library.open("one").folder == first
    with pytest.raises(MacroError, match="2 macros are called “One”, in the folders one, zz"):
        library.open("One")
    with pytest.raises(MacroError, match="2 macros are called “ONE”"):
        library.save(_macro("ONE"))


def test_an_import_gets_a_free_name_and_its_origin(library):
    library.save(_macro("One"))
    folder = library.add(Package(_macro("One", 5)))
    kept = library.open(folder.name).macro
    assert (kept.name, kept.made) == ("One (2)", Made(by="import"))
    assert library.open(library.add(Package(_macro()), name="Mine").name).macro.name == "Mine"


def test_rename_and_remove(library):
    folder = library.save(_macro("One"))
    library.save(_macro("Two"))
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
    root = library.save(_macro("First")).parent
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
    root = library.save(_macro("One")).parent
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
    first = library.save(_macro("Report 2"), {}, new=True)
    hostile = library.save(_macro(first.name), {}, new=True)
    library.remove(first)
    again = library.save(_macro("Report 2"), {}, new=True)
    assert again == first
    assert library.open(again.name).folder == again  # what is typed means a folder first
    assert library.at(again.name) == again
    assert library.open_called(again.name).folder == hostile  # what is called means a name first
    assert library.open_called(hostile.name).folder == hostile
    assert library.package(again.name).macro.name == "Report 2"


def test_only_a_macros_own_folder_is_one(library, tmp_path):
    folder = library.save(_macro("One"))
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
    first = library.save(_macro("One"))
    (first.parent / "zz").mkdir()
    (first.parent / "zz" / "macro.yaml").write_text("deskhand: 1\nname: ONE\n")
    assert library.open("ONE").folder.name == "zz"
    assert library.open("One").folder == first
    with pytest.raises(MacroError, match="say the folder instead"):
        library.open("oNE")


def test_what_is_saved_in_a_folder_stays_there_whatever_it_is_called(library):
    first, second = library.save(_macro("One")), library.save(_macro("Two"))
    library.rename(first, "Uno")
    assert library.save(_macro("Two", 5), folder=first) == first
    assert library.open_at(second).macro.steps[0].seconds == 1
    library.remove(first)
    with pytest.raises(MacroError, match="no macro in the folder one"):
        library.save(_macro("One"), folder=first)
    with pytest.raises(MacroError, match="no macro in the folder one"):
        library.remove(first)
