"""The tokenizer: what untrusted text can become, and what ids stand for."""

import json

import pytest

from automation.core.errors import LoadError
from model.checkpoint import tiny
from model.prompt.tokenizer import Tokenizer
from tests.unit.model.prompt import rig

TOKENIZERS = {"tiny": rig.tiny, "unruly": rig.unruly}


@pytest.fixture(params=TOKENIZERS)
def tokenizer(request):
    return TOKENIZERS[request.param]()


def test_untrusted_text_never_yields_any_of_the_added_tokens(tokenizer):
    added = set(tokenizer.added.values())
    texts = [
        shape.format(t) for t in tokenizer.added for shape in ("{}", "a {} b", "{0}{0}", "\n{}")
    ]
    found = {text for text in texts if added & set(tokenizer.encode(text, trusted=False))}
    assert (len(tokenizer.added) >= 32, found) == (True, set())


def test_an_added_token_cut_in_two_anywhere_stays_text_when_joined(tokenizer):
    added = set(tokenizer.added.values())
    for content in tokenizer.added:
        for cut in range(len(content) + 1):
            ids = tokenizer.encode(content[:cut], trusted=False)
            ids += tokenizer.encode(content[cut:], trusted=False)
            assert not added & set(ids), (content, cut)


def test_trusted_text_yields_the_tokens_that_it_spells(tokenizer):
    contents = [c for c in tokenizer.added if c not in ("Übung", "<lone>")]
    assert tokenizer.encode("".join(contents), trusted=True) == [
        tokenizer.added[c] for c in contents
    ]


def test_text_without_control_strings_reads_the_same_either_way(tokenizer):
    text = 'Click the "Ok" button, then type 12.5 € into /etc/hosts\n\n\tdone. <b>bold</b> ünï 🙂'
    assert tokenizer.encode(text, trusted=False) == tokenizer.encode(text, trusted=True)


def test_no_token_is_put_before_a_text_even_if_the_file_asks_for_one():
    assert "TemplateProcessing" in rig.tiny().document
    assert rig.tiny().decode(rig.tiny().encode("System", trusted=False)) == "System"
    assert 1 not in rig.tiny().encode("System", trusted=True)


def test_a_file_that_asks_for_short_or_padded_texts_gets_neither():
    cut = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}
    pad = {"strategy": {"Fixed": 50}, "direction": "Right", "pad_to_multiple_of": None,
           "pad_id": 31, "pad_type_id": 0, "pad_token": "<SPECIAL_999>"}  # fmt: skip
    tokenizer = Tokenizer(json.dumps(_document(truncation=cut, padding=pad)))
    for trusted in (True, False):
        assert (
            tokenizer.decode(tokenizer.encode("Save the file.", trusted=trusted))
            == "Save the file."
        )


def test_ids_become_the_very_bytes_of_the_text(tokenizer):
    text = "".join(map(chr, range(0x20, 0x250))) + "漢字 🙂🏽 \u2060\u202e\x00\x1b\U0010ffff"
    ids = tokenizer.encode(text, trusted=False)
    assert b"".join(map(tokenizer.token_bytes, ids)) == text.encode()
    assert tokenizer.decode(ids) == text


def test_every_single_byte_has_a_token_of_its_own(tokenizer):
    singles = {tokenizer.token_bytes(number) for number in range(tokenizer.entries)}
    assert {bytes([byte]) for byte in range(256)} <= singles


def test_a_lone_surrogate_is_read_as_the_replacement_character(tokenizer):
    ids = tokenizer.encode("a\ud800b", trusted=False)
    assert tokenizer.decode(ids) == "a\ufffdb"


def test_an_added_token_stands_for_its_content_and_padding_for_nothing():
    tokenizer = rig.tiny()
    assert tokenizer.token_bytes(18) == b"<image>"
    assert (tokenizer.content_of(18), tokenizer.content_of(200)) == ("<image>", None)
    assert tokenizer.token_bytes(tokenizer.entries) == b""
    assert tokenizer.entries == len(tiny.entries())


def test_a_stream_gives_a_character_once_it_is_whole():
    tokenizer = rig.tiny()
    stream = tokenizer.stream()
    pieces = [stream.push(token) for token in tokenizer.encode("é🙂x", trusted=False)]
    assert (pieces, stream.finish()) == (["", "é", "", "", "", "🙂", "x"], "")


def test_a_stream_that_ends_inside_a_character_says_so():
    tokenizer = rig.tiny()
    stream = tokenizer.stream()
    half = tokenizer.encode("🙂", trusted=False)[:2]
    assert "".join(map(stream.push, half)) + stream.finish() == "\ufffd"


def _document(**changes):
    return tiny.tokenizer_document() | changes


def _model(**changes):
    document = tiny.tokenizer_document()
    return document | {"model": document["model"] | changes}


_ENDS_THE_PROCESS = {"type": "Precompiled", "precompiled_charsmap": "AAAA"}
_NOTHING_REPLACED = {"type": "Replace", "pattern": {"String": ""}, "content": "x"}


def _split_by(part):
    bytes_ = tiny.tokenizer_document()["pre_tokenizer"]
    return _document(pre_tokenizer={"type": "Sequence", "pretokenizers": [part, bytes_]})


def _without_byte():
    vocab = tiny.entries()
    del vocab["Ā"]  # the letter for byte 0
    return _model(vocab=vocab)


def _byte_taken_by_an_added_token():
    document = tiny.tokenizer_document()
    document["added_tokens"].append(rig.added(document["model"]["vocab"]["x"], "x"))
    return document


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("{", "not the file of a BPE tokenizer"),
        ("[]", "Expected `object`"),
        ("{}", "`model`"),
        ('{"model": ' + "[" * 100_000 + "]" * 100_000 + "}", "not the file"),
        (
            json.dumps(_document(extra=None))[:-1] + ', "x": ' + "[" * 9999 + "]" * 9999 + "}",
            "not the",
        ),
        (_model(type="Unigram"), "model.type is 'Unigram'"),
        (_model(vocab={"a": "one"}), "`$.model.vocab[...]`"),
        (_model(merges=[["no", "where"]]), "cannot be used"),
        (_document(decoder={"type": "Metaspace"}), "decoder does not work on bytes"),
        (_document(decoder=None), "decoder does not work on bytes"),
        (_document(pre_tokenizer={"type": "Whitespace"}), "pre_tokenizer does not work on bytes"),
        (_document(added_tokens=[{"id": 1}]), "`content`"),
        (_document(added_tokens=[rig.added(9999, "<new>")]), "'<new>' the id 9999, but"),
        (_document(normalizer=_ENDS_THE_PROCESS), "normalizer holds 'Precompiled', NFC"),
        (
            _document(normalizer={"type": "Sequence", "normalizers": [_NOTHING_REPLACED]}),
            "normalizer holds 'Replace'",
        ),
        (_split_by({"type": "FixedLength", "length": 0}), "pre_tokenizer holds 'FixedLength'"),
        (_model(dropout=0.5), "model.dropout is 0.5, nothing is expected"),
        (_model(continuing_subword_prefix="##"), "model.continuing_subword_prefix is '##'"),
        (_model(end_of_word_suffix="</w>"), "model.end_of_word_suffix is '</w>'"),
        (_without_byte(), "no entry for 1 of the 256 bytes, the first is 0x00"),
        (_byte_taken_by_an_added_token(), "the first is 0x78"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_that_cannot_be_used_is_refused_with_what_is_wrong(document, words):
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(LoadError, match=r"tokenizer\.json") as caught:
        Tokenizer(text).encode("", trusted=True)
    assert words in str(caught.value)


def test_a_panic_of_the_library_is_a_refusal(monkeypatch):
    class PanicException(BaseException):
        pass

    def panic(document):
        raise PanicException("slice index starts at 2 but ends at 1")

    monkeypatch.setattr("model.prompt.tokenizer.NativeTokenizer.from_str", panic)
    with pytest.raises(LoadError, match="cannot be used: slice index"):
        Tokenizer(json.dumps(_document()))


def test_an_interrupt_while_the_library_reads_stays_one(monkeypatch):
    def interrupt(document):
        raise KeyboardInterrupt

    monkeypatch.setattr("model.prompt.tokenizer.NativeTokenizer.from_str", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Tokenizer(json.dumps(_document()))


def test_a_missing_or_too_large_file_is_refused_by_name(tmp_path, monkeypatch):
    path = tmp_path / "tokenizer.json"
    with pytest.raises(LoadError, match=r"tokenizer\.json cannot be read"):
        Tokenizer.from_file(path)
    path.write_bytes(b"\xff")
    with pytest.raises(LoadError, match=r"tokenizer\.json cannot be read"):
        Tokenizer.from_file(path)
    with path.open("wb") as file:
        file.truncate(65 * 2**20)
    with pytest.raises(LoadError, match=r"has 68157440 bytes, at most 67108864"):
        Tokenizer.from_file(path)


def test_a_file_on_disk_is_read_like_its_text(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(rig.tiny().document)
    assert Tokenizer.from_file(path).encode("Save", trusted=False) == rig.tiny().encode(
        "Save", trusted=False
    )
