"""Whatever stands in a checkpoint's files: it is read or refused, and nothing else happens.

Every mutation starts from a sound folder, so that most of them reach deep into the reader.
"""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from automation.core.errors import LoadError
from model.checkpoint.read import read_spec
from model.checkpoint.safetensors import parse_object, read_header
from model.checkpoint.tiny import write_tiny_checkpoint
from tests.slow import examples
from tests.unit.model.checkpoint.folders import INDEX, SHARD, opened_paths, pack, parse_shard

NAMES = (
    "config.json", "preprocessor_config.json", "generation_config.json", "tokenizer_config.json",
    INDEX,
)  # fmt: skip
WORDS = st.sampled_from(
    ["v2", "", "<image>", "../../etc/passwd", "/dev/zero", "\0", "\ud800", "M", "x" * 5000, "sdpa"]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    WORDS,
    st.text(max_size=8),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
QUICK = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sound") / "tiny"
    write_tiny_checkpoint(folder)
    return folder


@pytest.fixture
def folder(sound, tmp_path):
    return Path(shutil.copytree(sound, tmp_path / "copy"))


def places(value, path=()):
    """Return the path of every value inside a document."""
    found = [path] if path else []
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    else:
        children = ()
    for key, inner in children:
        found += places(inner, (*path, key))
    return found


def mutated(document, draw):
    """Replace, remove or add a few values somewhere in a document."""
    for _ in range(draw(st.integers(1, 3))):
        found = places(document)
        path = draw(st.sampled_from(found)) if found else ("new",)
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        if draw(st.booleans()) or not found:
            inner[path[-1]] = draw(VALUES)
        elif isinstance(inner, dict):
            inner[draw(st.one_of(WORDS, st.text(max_size=8)))] = inner.pop(path[-1])
        else:
            del inner[path[-1]]
    return document


def refusal_of(work):
    """Return why the work was refused, nothing if it was not; other errors pass through."""
    try:
        work()
    except LoadError as error:
        return str(error)
    return ""


def read_or_refused(folder):
    """Read a folder; anything but a refusal in one printable line fails the test."""
    with opened_paths() as paths:
        message = refusal_of(lambda: read_spec(folder))
    assert message.isprintable()
    assert len(message) < 1000
    assert [path for path in paths if not path.startswith(str(folder))] == []


@QUICK
@given(data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_a_mutated_document_is_read_or_refused(name, data, folder, sound):
    document = json.loads((sound / name).read_text())
    text = json.dumps(mutated(document, data.draw))
    (folder / name).write_text(text)
    read_or_refused(folder)


@QUICK
@given(data=st.data())
def test_a_mutated_tokenizer_is_read_or_refused(data, folder, sound):
    document = json.loads((sound / "tokenizer.json").read_text())
    part = data.draw(st.sampled_from(["added_tokens", "model"]))
    document[part] = mutated({part: document[part]}, data.draw).get(part)
    (folder / "tokenizer.json").write_text(json.dumps(document))
    read_or_refused(folder)


@QUICK
@given(data=st.data())
def test_a_mutated_header_is_read_or_refused(data, folder, sound):
    document, weights = parse_shard(sound / SHARD)
    (folder / SHARD).write_bytes(pack(mutated(document, data.draw), weights))
    read_or_refused(folder)


@QUICK
@given(content=st.binary(max_size=200), start=st.booleans())
def test_a_shard_of_any_bytes_is_read_or_refused(content, start, folder):
    length = len(content).to_bytes(8, "little") if start else b""
    (folder / SHARD).write_bytes(length + content)
    read_or_refused(folder)


@QUICK
@given(content=st.binary(max_size=300))
def test_bytes_are_an_object_or_refused(content):
    message = refusal_of(lambda: parse_object(content, "x.json"))
    assert message.startswith("x.json: ") or isinstance(parse_object(content, "x.json"), dict)


@QUICK
@given(document=st.dictionaries(st.text(), VALUES.filter(lambda v: "\ud800" not in repr(v))))
def test_plain_json_comes_through_unchanged(document):
    text = json.dumps(document, allow_nan=False, default=str) if is_plain(document) else "{}"
    assert parse_object(text.encode("utf-8", "replace"), "x.json") == json.loads(text)


def is_plain(document):
    try:
        json.dumps(document, allow_nan=False).encode()
    except ValueError:
        return False
    return True


@QUICK
@given(
    entries=st.dictionaries(
        st.text(min_size=1, max_size=10).filter(lambda name: name != "__metadata__"),
        st.tuples(st.sampled_from(["BF16", "F32", "I64"]), st.lists(st.integers(0, 5), max_size=3)),
        max_size=5,
    )
)
def test_a_sound_header_says_where_every_tensor_stands(entries, tmp_path_factory):
    sizes = {"BF16": 2, "F32": 4, "I64": 8}
    document, data = {}, b""
    for number, (name, (dtype, shape)) in enumerate(entries.items()):
        count = sizes[dtype]
        for extent in shape:
            count *= extent
        document[name] = {
            "dtype": dtype,
            "shape": shape,
            "data_offsets": [len(data), len(data) + count],
        }
        data += bytes([number + 1]) * count
    path = tmp_path_factory.mktemp("header") / "x.safetensors"
    content = pack(document, data)
    path.write_bytes(content)
    with path.open("rb", buffering=0) as file:
        found = {entry.name: entry for entry in read_header(file, path.name)}
    assert found.keys() == entries.keys()
    for number, name in enumerate(entries):
        entry = found[name]
        held = content[entry.offset : entry.offset + entry.size_bytes]
        assert held == bytes([number + 1]) * entry.size_bytes
