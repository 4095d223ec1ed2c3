"""Settings are read strictly, written whole, and a damaged file is kept."""

import stat

import pytest
from msgspec.structs import replace

from app.run_options import keep_under, task_under
from app.settings import GB, STAND_IN, Approval, ModelSettings, Settings, SettingsFile, limits_of
from automation.core.errors import SettingsError
from automation.core.events import Task
from automation.records.removal import Limits


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


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
        b'{"model": {"policy": "remote"}}',
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
