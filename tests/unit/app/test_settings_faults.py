"""Settings under every harm: cut at every byte, any byte changed, a full disk, a backup that helps."""

import random
import shutil

import pytest

from app.settings import Budgets, Settings, SettingsFile, _parse
from automation.core.errors import SettingsError
from automation.records import private

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


def test_the_settings_before_the_last_save_are_kept_beside(path, file):
    file.save(STRICT)
    file.save(Settings(theme="light"))
    assert SettingsFile(path.with_name("settings.json.bak")).load() == (STRICT, "")
    assert sorted(p.name for p in path.parent.iterdir()) == ["settings.json", "settings.json.bak"]


def test_a_damaged_file_falls_back_to_what_was_in_force_and_says_so(path, file):
    file.save(STRICT)
    file.save(Settings(theme="light"))
    path.write_bytes(b"{")
    settings, sentence = file.load()
    assert settings == STRICT
    assert "is kept as settings.bad-1" in sentence
    assert "before the last change are in use" in sentence
    assert file.load() == (STRICT, "The settings file is gone. The settings before the last change "
                           "are in use: check them in Settings.")  # fmt: skip
    file.save(STRICT)
    assert file.load() == (STRICT, "")


def test_a_damaged_file_does_not_become_the_backup(path, file):
    file.save(STRICT)
    file.save(Settings(theme="light"))
    path.write_bytes(b"{")
    file.save(Settings(theme="dark"))
    assert _parse(path.with_name("settings.json.bak").read_bytes()) == STRICT


def test_both_damaged_give_the_defaults_and_a_sentence(path, file):
    path.write_bytes(b"{")
    path.with_name("settings.json.bak").write_bytes(b"[")
    settings, sentence = file.load()
    assert settings == Settings()
    assert "Defaults are in use" in sentence
    assert path.with_name("settings.json.bak").read_bytes() == b"["


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
    if sentence:
        assert path.with_name("settings.bad-1").read_bytes() == data
        assert settings == Settings()
    else:
        assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["open_private", "flush_folder", "write_new"])
def test_a_save_that_fails_anywhere_leaves_what_was_there(path, file, name, monkeypatch):
    file.save(STRICT)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(private, name, full)
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
    assert settings == Settings()
    assert sentence
    shutil.rmtree(path.parent)
