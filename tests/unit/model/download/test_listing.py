"""What a hub says is data: only harmless files are taken, every bad field is named."""

import hashlib

import pytest

from automation.core.errors import DownloadError
from model.download import listing_of

SHA = "a" * 40


def small(name, size=10):
    return {"rfilename": name, "size": size, "blobId": "b" * 40}


def large(name, size=10_000):
    return {**small(name), "lfs": {"sha256": "c" * 64, "size": size, "pointerSize": 130}}


def described(*siblings, **more):
    return {"sha": SHA, "siblings": [large("model.safetensors"), *siblings], **more}


def names(*siblings):
    return [file.name for file in listing_of("a/b", described(*map(small, siblings))).files]


@pytest.mark.parametrize(
    "name",
    [
        "config.json",
        "model.safetensors.index.json",
        "tokenizer.model",
        "chat_template.jinja",
        "merges.txt",
        "LICENSE",
        "LICENSE.md",
        "README.md",
        "NOTICE",
    ],
)
def test_data_and_words_are_fetched(name):
    assert name in names(name)


@pytest.mark.parametrize(
    "name",
    [
        "modeling.py",
        "README.py",
        "LICENSE.sh",
        "pytorch_model.bin",
        "weights.pt",
        ".gitattributes",
        ".hidden.json",
        "../config.json",
        "..json",
        "/etc/x.json",
        "sub/config.json",
        "a\\b.json",
        "con\nfig.json",
        "picture.png",
        "x" * 200 + ".json",
        "\uff43onfig.json",
        "",
    ],
)
def test_anything_else_is_left_out(name):
    found = listing_of("a/b", described(small(name)))
    assert [file.name for file in found.files] == ["model.safetensors"]
    assert found.left_out == (name,)


def test_sizes_and_hashes_are_those_of_the_content_not_of_its_pointer():
    (file,) = listing_of("a/b", described()).files
    assert (file.size_bytes, file.digest, file.digest_kind) == (10_000, "c" * 64, "sha256")
    assert file.new_hash().hexdigest() == hashlib.sha256().hexdigest()


def test_a_small_file_has_the_name_that_git_gives_its_content():
    file = next(
        f for f in listing_of("a/b", described(small("config.json", 6))).files if f.size_bytes == 6
    )
    hasher = file.new_hash()
    hasher.update(b"hello\n")
    assert hasher.hexdigest() == "ce013625030ba8dba906f756967f9e9ca394464a"


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "sha"),
        ({"sha": "main"}, "sha"),
        ({"sha": SHA}, "siblings"),
        ({"sha": SHA, "siblings": "x"}, "siblings"),
        ({"sha": SHA, "siblings": ["x"]}, "siblings"),
        ({"sha": SHA, "siblings": [{}] * 1001}, "siblings"),
        ({"sha": SHA, "siblings": [{"rfilename": 3}]}, "rfilename"),
        (described(small("config.json", None)), r"size of config\.json"),
        (described(small("config.json", -1)), r"size of config\.json"),
        (described(small("config.json", 10**400)), r"size of config\.json"),
        (described(small("config.json", True)), r"size of config\.json"),
        (described({"rfilename": "config.json", "size": 3}), r"hash of config\.json"),
        (described({**small("config.json"), "blobId": "zz"}), r"hash of config\.json"),
        (described({**large("x.safetensors"), "lfs": {"size": 5}}), r"hash of x\.safetensors"),
        (described(small("A.json"), small("a.json")), "the same name twice"),
    ],
)
def test_a_bad_field_is_named(answer, field):
    with pytest.raises(DownloadError, match=field):
        listing_of("a/b", answer)


def test_a_repository_without_safetensors_is_refused():
    with pytest.raises(DownloadError, match=r"holds no \.safetensors file"):
        listing_of("a/b", {"sha": SHA, "siblings": [small("config.json")]})


@pytest.mark.parametrize(
    ("card", "licence"),
    [
        ({"license": "apache-2.0"}, ("apache-2.0", "")),
        ({"license": "other", "license_name": "mine", "license_link": "here"}, ("mine", "here")),
        ({"license": ["mit", "bsd"]}, ("mit bsd", "")),
        ({"license": 3}, ("", "")),
        ({"license": "a\x1b[2Jb\n"}, ("a[2Jb", "")),
        (None, ("", "")),
    ],
)
def test_the_licence_is_read_as_words(card, licence):
    found = listing_of("a/b", described(cardData=card))
    assert (found.licence, found.licence_link) == licence


def test_a_gate_is_told():
    assert listing_of("a/b", described(gated="manual")).is_gated
    assert not listing_of("a/b", described(gated=False)).is_gated
