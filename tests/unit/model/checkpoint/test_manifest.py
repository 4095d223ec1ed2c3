"""The hashes: made once, kept with us, and whatever changes later is named."""

import hashlib
import json
import os
import stat

import pytest

from automation.core.errors import LoadError, Stopped
from automation.core.timing import StopToken
from model.checkpoint.manifest import BLOCK_BYTES, FOLDER, forget, verify, verify_quickly
from model.checkpoint.read import read_spec
from tests.unit.model.checkpoint.folders import SHARD, opened_paths, parse_shard, tensors


def checked(folder, data, check=verify, progress=lambda _: None, stop=None):
    return check(read_spec(folder), data, progress=progress, stop=stop or StopToken())


def kept(data):
    return next((data / FOLDER).iterdir())


def damage(folder, name=SHARD, *, keep_time=True):
    """Turn one bit of a weight, leaving size and, if wanted, time as they were."""
    path = folder / name
    before = path.stat()
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    if keep_time:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_the_first_check_remembers_the_hash_of_every_file(copied, tmp_path):
    data = tmp_path / "data"
    first = checked(copied, data)
    expected = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in copied.iterdir()
        if path.suffix in {".json", ".safetensors"}
    }
    assert {file.name: file.sha256 for file in first.manifest.files} == expected
    assert (first.is_first, checked(copied, data).is_first) == (True, False)


def test_it_is_kept_private_and_outside_the_folder(copied, tmp_path):
    before = sorted(path.name for path in copied.iterdir())
    checked(copied, tmp_path / "data")
    assert sorted(path.name for path in copied.iterdir()) == before
    assert stat.S_IMODE(kept(tmp_path / "data").stat().st_mode) == 0o600


WORDS = {
    "F32": [b"\x00\x00\xc0\x7f", b"\x00\x00\x80\xff", b"\x01\x00\x80\x7f"],
    "BF16": [b"\xc0\x7f", b"\x80\xff", b"\x81\x7f"],
    "F16": [b"\x00\x7e", b"\x00\xfc", b"\x01\x7c"],
}
"""A NaN, an infinity and a NaN that signals, in every type of weights."""


@pytest.mark.parametrize("check", [verify, verify_quickly])
@pytest.mark.parametrize(
    ("dtype", "word"), [(d, word) for d, words in WORDS.items() for word in words]
)
def test_a_value_that_is_no_number_is_refused_with_its_tensor(dtype, word, check, copied, tmp_path):
    name = "language_model.backbone.norm_f.weight"

    def change(found):
        _, shape, _data, shard = found[name]
        count = shape[0]
        found[name] = (dtype, shape, bytes(len(word) * (count - 1)) + word, shard)

    tensors(change)(copied)
    with pytest.raises(LoadError, match=f"{name}.*found 1 values that are NaN or infinite"):
        checked(copied, tmp_path / "data", check)
    assert not (tmp_path / "data" / FOLDER).exists()


@pytest.mark.parametrize("name", [SHARD, "tokenizer_config.json", "preprocessor_config.json"])
def test_one_bit_is_found_and_the_file_named(name, copied, tmp_path):
    checked(copied, tmp_path / "data")
    path = copied / name
    content = path.read_bytes()
    path.write_bytes(
        content[:-2] + bytes([content[-2] ^ 1]) + content[-1:] if name == SHARD else content + b" "
    )
    with pytest.raises(LoadError, match=f"{name}: changed since the first check"):
        checked(copied, tmp_path / "data")


def test_a_file_that_is_gone_or_new_is_named(copied, tmp_path):
    checked(copied, tmp_path / "data")
    (copied / "generation_config.json").unlink()
    with pytest.raises(LoadError, match=r"generation_config\.json: is gone"):
        checked(copied, tmp_path / "data")
    forget(copied, tmp_path / "data")
    checked(copied, tmp_path / "data")
    (copied / "chat_template.jinja").write_text("{{ messages }}")
    for check in (verify, verify_quickly):
        with pytest.raises(LoadError, match=r"chat_template\.jinja: is new"):
            checked(copied, tmp_path / "data", check)


def test_a_refusal_does_not_change_what_is_remembered(copied, tmp_path):
    checked(copied, tmp_path / "data")
    before = kept(tmp_path / "data").read_bytes()
    damage(copied)
    for _ in range(2):
        with pytest.raises(LoadError, match=SHARD):
            checked(copied, tmp_path / "data")
    assert kept(tmp_path / "data").read_bytes() == before


def test_forgetting_accepts_what_was_replaced_on_purpose(copied, tmp_path):
    checked(copied, tmp_path / "data")
    damage(copied)
    forget(copied, tmp_path / "data")
    assert checked(copied, tmp_path / "data").is_first


def test_two_folders_are_remembered_apart(copied, tiny_folder, tmp_path):
    damage(copied)
    one, other = checked(copied, tmp_path / "data"), checked(tiny_folder, tmp_path / "data")
    assert one.manifest.digest != other.manifest.digest
    assert one.is_first
    assert other.is_first


def test_the_digest_is_the_same_wherever_the_folder_lies(copied, tiny_folder, tmp_path):
    one, other = checked(copied, tmp_path / "data"), checked(tiny_folder, tmp_path / "data")
    assert one.manifest.digest == other.manifest.digest


def test_the_quick_check_reads_no_weights_when_nothing_was_touched(copied, tmp_path):
    assert checked(copied, tmp_path / "data", verify_quickly).is_first
    again = checked(copied, tmp_path / "data", verify_quickly)
    assert (again.is_first, again.hashed_bytes) == (False, 0)


def test_the_quick_check_hashes_what_was_touched(copied, tmp_path):
    checked(copied, tmp_path / "data")
    os.utime(copied / SHARD, ns=(1, 1))
    touched = checked(copied, tmp_path / "data", verify_quickly)
    assert touched.hashed_bytes == (copied / SHARD).stat().st_size
    assert checked(copied, tmp_path / "data", verify_quickly).hashed_bytes == 0
    damage(copied, keep_time=False)
    with pytest.raises(LoadError, match=SHARD):
        checked(copied, tmp_path / "data", verify_quickly)


def test_only_the_full_check_finds_a_change_without_a_trace(copied, tmp_path):
    checked(copied, tmp_path / "data")
    damage(copied)
    assert checked(copied, tmp_path / "data", verify_quickly).hashed_bytes == 0
    with pytest.raises(LoadError, match=SHARD):
        checked(copied, tmp_path / "data")


def test_a_stop_ends_the_check_and_remembers_nothing(copied, tmp_path):
    stop = StopToken()

    def halfway(progress):
        if progress.done_bytes:
            stop.stop()

    with pytest.raises(Stopped):
        checked(copied, tmp_path / "data", progress=halfway, stop=stop)
    assert not (tmp_path / "data").exists()


def test_progress_counts_the_bytes_of_all_files(copied, tmp_path):
    seen = []
    found = checked(copied, tmp_path / "data", progress=seen.append)
    assert (seen[0].done_bytes, seen[-1].done_bytes) == (0, found.hashed_bytes)
    assert {progress.total_bytes for progress in seen} == {found.hashed_bytes}


def test_a_file_larger_than_a_block_is_hashed_whole(copied, tmp_path):
    document, data = parse_shard(copied / SHARD)
    assert document
    large = copied / "more.json"
    large.write_bytes(data[:1000] * (BLOCK_BYTES // 1000 + 1000))
    found = {file.name: file.sha256 for file in checked(copied, tmp_path / "data").manifest.files}
    assert found["more.json"] == hashlib.sha256(large.read_bytes()).hexdigest()


BROKEN = {
    "no JSON": lambda text: text[:50],
    "no files": lambda text: json.dumps({"version": 1, "files": {}}),
    "another version": lambda text: text.replace('"version": 1', '"version": 2'),
    "a short hash": lambda text: json.dumps({"version": 1, "files": {"a": ["ab", 1, 2]}}),
    "a hash that is no hex": lambda text: json.dumps(
        {"version": 1, "files": {"a": ["z" * 64, 1, 2]}}
    ),
    "a hash without a size": lambda text: json.dumps({"version": 1, "files": {"a": ["0" * 64]}}),
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN.keys())
def test_a_damaged_memory_is_an_error_and_never_a_first_check(change, copied, tmp_path):
    checked(copied, tmp_path / "data")
    path = kept(tmp_path / "data")
    path.write_text(change(path.read_text()))
    with pytest.raises(LoadError, match=path.name[:20]):
        checked(copied, tmp_path / "data")


def test_a_data_folder_that_cannot_be_written_is_said(copied, tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(LoadError, match=r"cannot be (read|written)"):
        checked(copied, tmp_path / "data")


def test_code_files_are_not_even_hashed(copied, tmp_path):
    with opened_paths() as paths:
        checked(copied, tmp_path / "data")
    assert [path for path in paths if path.startswith(str(copied)) and path.endswith(".py")] == []
