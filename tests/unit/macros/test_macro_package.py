"""A zip from anybody: what no macro has is refused by the member's name; the same macro is the same zip."""

import io
import stat
import struct
import zipfile
import zlib

import pytest

from automation.core.errors import MacroError
from automation.macros import package as packaging
from automation.macros.images import MAX_SIDE_PX, decode, size_px
from automation.macros.package import EVENTS, Package, pack, unpack
from automation.macros.problems import BadMacro
from tests.fakes.macro_samples import INVOICE, invoice, png
from tests.fakes.recorded import recording

EVENTS_FILE = recording()

PICTURE = "img/open-form.png"


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
        unpack(data)
    return "; ".join(str(one) for one in caught.value.problems)


SOUND = (("macro.yaml", INVOICE), (PICTURE, png()))


def test_a_package_comes_back_whole_and_is_the_same_bytes_each_time():
    data = pack(_sound())
    again = unpack(data)
    assert (again.macro, again.images, again.events) == (invoice(), {PICTURE: png()}, EVENTS_FILE)
    assert pack(again) == data
    assert pack(Package(invoice(), {"img/other.png": png(), PICTURE: png()}, EVENTS_FILE)) == data


def test_a_zip_as_a_file_manager_makes_it_is_taken():
    assert unpack(_zip(("img/", b""), *SOUND, comment=b"hello")).macro == invoice()


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


def test_a_missing_or_false_picture_is_told_with_its_step_and_line():
    line = INVOICE[: INVOICE.index("image: img")].count("\n") + 1
    assert (
        f"line {line}: step open-form: target: image: {PICTURE}: the picture {PICTURE} is missing"
        in _refused(_zip(SOUND[0]))
    )
    assert "is no PNG file" in _refused(_zip(SOUND[0], (PICTURE, b"GIF89a" + b"x" * 100)))
    assert "damaged" in _refused(_zip(SOUND[0], (PICTURE, png()[:60])))
    assert "80, 32 is outside" in _refused(_zip(SOUND[0], (PICTURE, png(40, 40))))


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
