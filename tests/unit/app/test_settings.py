"""Settings are read strictly, written whole, and a damaged file is kept.

Settings under every harm: cut at every byte, any byte changed, a full disk, a backup that helps.
"""

import random
import shutil
import stat

import msgspec
import pytest
from msgspec.structs import replace

from app.run_options import keep_under, task_under
from app.settings import (
    GB,
    STAND_IN,
    Approval,
    Budgets,
    ModelSettings,
    OtherServer,
    ServerSettings,
    Settings,
    SettingsFile,
    _parse,
    limits_of,
)
from automation.core import files
from automation.core.errors import SettingsError
from automation.core.events import Task
from automation.records.removal import Limits

STRICT = Settings(
    theme="dark",
    apps={f"/usr/bin/program-{n}": "never_look" for n in range(12)},
    extra_danger_words=("abschicken", "überweisen"),
    mark="amber-kite:paper kite",
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


@pytest.fixture
def file(path):
    return SettingsFile(path)


def _in_force(path):
    """Return what is in force and whether that was said, as the next two starts find it."""
    found = [SettingsFile(path).load() for _ in range(2)]
    assert found[0] == found[1]
    settings, sentence = found[0]
    return settings, bool(sentence)


def test_the_last_good_settings_are_kept_beside(path, file):
    file.save(Settings(theme="light"))
    file.save(STRICT)
    assert _parse(path.with_name("settings.json.bak").read_bytes()) == STRICT
    assert sorted(p.name for p in path.parent.iterdir()) == ["settings.json", "settings.json.bak"]


def test_what_was_written_by_hand_or_before_there_was_a_copy_is_copied_when_it_is_read(path, file):
    file.save(Settings(theme="light"))
    path.write_bytes(msgspec.json.encode({"apps": {"/usr/bin/bank": "never_touch"}}))
    mended, sentence = file.load()
    assert (mended.apps, sentence) == ({"/usr/bin/bank": "never_touch"}, "")
    path.write_bytes(b"{")
    assert _in_force(path) == (replace(mended, source="copy"), True)


def _newer(path):
    path.write_bytes(b'{"version": 2, "apps": {}}')


def _large(path):
    path.write_bytes(b" " * 1_000_001)


def _link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def _folder(path):
    path.unlink()
    path.mkdir()


HARMS = (
    _newer,
    _large,
    _link,
    _folder,
    lambda path: path.write_bytes(b"{"),
    lambda path: path.unlink(),
)


@pytest.mark.parametrize("harm", HARMS)
def test_whatever_the_file_becomes_the_last_good_copy_is_in_force_and_said_until_it_is_answered(
    path, file, harm
):
    file.save(Settings(theme="light"))
    file.save(STRICT)
    harm(path)
    assert _in_force(path) == (replace(STRICT, source="copy"), True)
    answered = replace(STRICT, theme="light")
    file.save(answered)
    assert _in_force(path) == (answered, False)


@pytest.mark.parametrize("harm", HARMS)
def test_without_a_good_copy_nothing_is_allowed_and_that_is_said_until_it_is_answered(
    path, file, harm
):
    file.save(STRICT)
    harm(path)
    path.with_name("settings.json.bak").write_bytes(b"[")
    assert _in_force(path) == (STAND_IN, True)
    file.save(STRICT)
    assert _in_force(path) == (STRICT, False)


def test_a_file_that_was_deleted_without_a_backup_is_a_first_start(file):
    assert file.load() == (Settings(), "")


def test_every_truncation_and_every_changed_byte_is_refused_or_read_strictly(path, file):
    """2 kB: all lengths, and every byte turned into 0, into its opposite and into its neighbour."""
    file.save(STRICT)
    whole = path.read_bytes()
    assert 1500 < len(whole) < 4000
    harmed = [whole[:n] for n in range(len(whole))]
    for at, byte in enumerate(whole):
        harmed += [whole[:at] + bytes([b]) + whole[at + 1 :] for b in {0, byte ^ 0xFF, byte ^ 1}]
    refused = 0
    for data in harmed:
        try:
            settings = _parse(data)
        except (SettingsError, ValueError):  # msgspec's and UnicodeDecodeError are ValueErrors
            refused += 1
        else:
            assert isinstance(settings, Settings)
            assert 1 <= settings.budgets.steps <= 10_000
    assert refused > len(whole) * 2


@pytest.mark.parametrize("seed", range(40))
def test_a_harmed_file_on_disk_is_kept_byte_for_byte(path, file, seed):
    rng = random.Random(seed)
    file.save(STRICT)
    data = bytearray(path.read_bytes())
    for _ in range(rng.randrange(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)
    settings, sentence = file.load()
    assert path.read_bytes() == data
    if sentence:
        assert settings == replace(STRICT, source="copy")


@pytest.mark.parametrize("name", ["open_private", "flush_folder", "write_new"])
def test_a_save_that_fails_anywhere_leaves_what_was_there(path, file, name, monkeypatch):
    file.save(STRICT)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, name, full)
    with pytest.raises(SettingsError, match="No space left"):
        file.save(Settings(budgets=Budgets(steps=9)))
    monkeypatch.undo()
    assert file.load()[0] in (STRICT, Settings(budgets=Budgets(steps=9)))
    assert not list(path.parent.glob(".new-*"))
    if name != "flush_folder":
        assert file.load() == (STRICT, "")


def test_deeply_nested_text_is_refused_and_not_followed(path, file):
    path.write_bytes(b'{"apps": ' + b'{"a":' * 100_000 + b"}" * 100_001)
    settings, sentence = file.load()
    assert settings == STAND_IN
    assert sentence
    shutil.rmtree(path.parent)


@pytest.fixture
def test_no_file_gives_the_defaults_silently(path):
    assert SettingsFile(path).load() == (Settings(), "")


def test_what_was_saved_is_read_again(path):
    settings = Settings(theme="dark", approval=Approval(mode="assist"))
    SettingsFile(path).save(settings)
    assert SettingsFile(path).load() == (settings, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"version": 2}',
        b'{"theme": "pink"}',
        b'{"unknown": 1}',
        b'{"approval": {"arming_s": 0}}',
        b'{"budgets": {"steps": 1e9}}',
        b"\xff\xfe\x00",
        b'{"keys": {"stop": [""]}}',
        b" " * 1_000_001,
        b'{"model": {"images_kept": 5}}',
        b'{"model": {"images_kept": 0}}',
        b'{"model": {"quantization": "int3"}}',
        b'{"model": {"policy": "other"}}',
        b'{"model": {"profile": ""}}',
        b'{"model": {"profile": "../other"}}',
        b'{"model": {"folder": "a\\u0000b"}}',
        b'{"model": {"unknown": 1}}',
    ],
)
def test_a_damaged_file_is_said_each_time_until_the_user_has_settled_anew(path, content):
    path.write_bytes(content)
    for _ in range(3):
        settings, sentence = SettingsFile(path).load()
        assert settings == STAND_IN
        assert path.name in sentence
        assert path.read_bytes() == content
    SettingsFile(path).save(Settings(theme="dark"))
    assert path.with_name("settings.bad-1").read_bytes() == content
    assert SettingsFile(path).load() == (Settings(theme="dark"), "")


def test_where_nobody_knows_the_settings_all_is_asked_and_nothing_is_kept_or_deleted():
    for approve in ("ask", "assist", "auto"):
        task = task_under(STAND_IN, Task("x", approve=approve, keep="all"))
        assert (task.approve, task.keep, task.settings) == ("ask", "nothing", "stand_in")
    assert task_under(STAND_IN, Task("x", approve="dry-run")).approve == "dry-run"
    assert keep_under(STAND_IN, "all") == "nothing"
    assert limits_of(STAND_IN.keeping) == Limits(0, 10_000 * GB, 0)
    asked = task_under(Settings(), Task("x", approve="auto"))
    assert (asked.approve, asked.keep, asked.settings) == ("auto", "all", "file")


def test_a_file_from_before_there_was_a_model_loads(path):
    path.write_bytes(b'{"version": 1, "theme": "dark", "approval": {"mode": "assist"}}')
    expected = Settings(theme="dark", approval=Approval(mode="assist"))
    assert SettingsFile(path).load() == (expected, "")
    assert expected.model == ModelSettings()


def test_a_file_with_8_bit_which_is_no_choice_any_more_lets_what_fits_decide(path):
    path.write_bytes(b'{"version": 1, "model": {"quantization": "int8", "device": "cuda"}}')
    expected = Settings(model=ModelSettings(quantization="auto", device="cuda"))
    assert SettingsFile(path).load() == (expected, "")


def test_every_choice_of_the_model_is_read_again(path):
    chosen = ModelSettings(
        policy="holotron",
        folder="/somewhere/with a space/Holotron-12B",
        profile="holotron-12b",
        quantization="nf4",
        device="cuda",
        thinking="off",
        view="window",
        images_kept=4,
        load_at_start=True,
    )
    SettingsFile(path).save(Settings(model=chosen))
    assert SettingsFile(path).load() == (Settings(model=chosen), "")


def test_every_damaged_file_gets_a_name_of_its_own(path):
    for n in (1, 2, 3):
        path.write_bytes(b"{")
        SettingsFile(path).save(Settings())
        assert path.with_name(f"settings.bad-{n}").exists()


def test_a_failed_save_keeps_the_old_file(path):
    SettingsFile(path).save(Settings(theme="dark"))
    blocked = path.parent / "folder" / "settings.json"
    with pytest.raises(SettingsError, match="not saved"):
        SettingsFile(blocked).save(Settings())
    assert SettingsFile(path).load()[0].theme == "dark"
    assert sorted(path.parent.iterdir()) == [path, path.with_name("settings.json.bak")]


def test_every_truncation_of_a_file_is_refused_or_equal(path):
    SettingsFile(path).save(Settings(theme="dark"))
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        settings, sentence = SettingsFile(path).load()
        assert settings == replace(Settings(theme="dark"), source="copy")
        assert sentence


def test_goals_may_go_to_several_servers_and_those_elsewhere_are_named(tmp_path):
    far = OtherServer("https://gpu-box.example:443/v1", "big", True, "text", "holo")
    server = ServerSettings(
        "http://127.0.0.1:8080/v1", "tiny", allowed=("gpu-box.example:443",), more=(far,)
    )
    model = ModelSettings(where="server", server=server)
    assert model.hosts == ("127.0.0.1:8080", "gpu-box.example:443")
    assert model.away == "gpu-box.example:443"
    first, second = server.each
    assert (second.url, second.model, second.has_key, second.more) == (far.url, "big", True, ())
    assert (first.sees, first.family) == ("auto", "auto")
    assert (second.sees, second.family) == ("text", "holo")
    assert second.allowed == first.allowed == server.allowed
    assert server.with_each(server.each) == server
    assert server.with_each([second]).each == (second,)
    assert server.with_each(()) == ServerSettings(allowed=server.allowed)
    assert msgspec.structs.replace(model, where="here").hosts == ()
    file = SettingsFile(tmp_path / "settings.json")
    file.save(Settings(model=model))
    assert file.load() == (Settings(model=model), "")
