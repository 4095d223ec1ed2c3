"""Settings are read strictly, written whole, and a damaged file is kept."""

import stat

import pytest

from app.settings import Approval, Settings, SettingsFile
from automation.core.errors import SettingsError


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
    ],
)
def test_a_damaged_file_is_kept_aside_and_said(path, content):
    path.write_bytes(content)
    settings, sentence = SettingsFile(path).load()
    assert settings == Settings()
    assert path.with_name("settings.bad-1").read_bytes() == content
    assert "settings.bad-1" in sentence


def test_every_damaged_file_gets_a_name_of_its_own(path):
    for n in (1, 2, 3):
        path.write_bytes(b"{")
        SettingsFile(path).load()
        assert path.with_name(f"settings.bad-{n}").exists()


def test_a_failed_save_keeps_the_old_file(path):
    SettingsFile(path).save(Settings(theme="dark"))
    blocked = path.parent / "folder" / "settings.json"
    with pytest.raises(SettingsError, match="not saved"):
        SettingsFile(blocked).save(Settings())
    assert SettingsFile(path).load()[0].theme == "dark"
    assert list(path.parent.iterdir()) == [path]


def test_every_truncation_of_a_file_is_refused_or_equal(path):
    SettingsFile(path).save(Settings(theme="dark"))
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        settings, sentence = SettingsFile(path).load()
        assert sentence or settings == Settings(theme="dark")
