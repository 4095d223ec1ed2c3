"""Addresses as people write them: made whole, or refused where nothing could be sent in private."""

import pytest

from model.server.address import address_of
from model.server.asking import ServerError, ServerFault


@pytest.mark.parametrize(
    ("typed", "base", "host", "is_here"),
    [
        ("127.0.0.1:8080", "http://127.0.0.1:8080/v1", "127.0.0.1:8080", True),
        (" http://localhost:11434/ ", "http://localhost:11434/v1", "localhost:11434", True),
        ("http://[::1]:8080/v1/", "http://[::1]:8080/v1", "[::1]:8080", True),
        ("http://127.9.9.9", "http://127.9.9.9:80/v1", "127.9.9.9:80", True),
        ("http://box.localhost:1", "http://box.localhost:1/v1", "box.localhost:1", True),
        ("gpu.example", "https://gpu.example:443/v1", "gpu.example:443", False),
        ("HTTPS://GPU.Example:8443", "https://gpu.example:8443/v1", "gpu.example:8443", False),
        (
            "https://a.example/openai/v1/chat/completions",
            "https://a.example:443/openai/v1",
            "a.example:443",
            False,
        ),
        ("https://a.example/v1/models/", "https://a.example:443/v1", "a.example:443", False),
        ("https://[2001:db8::1]/v1", "https://[2001:db8::1]:443/v1", "[2001:db8::1]:443", False),
    ],
)
def test_an_address_is_made_whole(typed, base, host, is_here):
    address = address_of(typed)
    assert (address.base, address.host, address.is_here) == (base, host, is_here)
    assert address_of(address.base) == address
    assert address.root == address.base[: len(address.root)]


@pytest.mark.parametrize(
    "typed",
    [
        "http://gpu.example",
        "http://192.168.1.5:8080/v1",
        "http://10.0.0.1",
        "http://0.0.0.0:8080",
        "http://[::]:8080",
        "http://localhost.example:8080",
        "http://127.0.0.1.example/v1",
        "http://notlocalhost:8080",
        "http://0x7f.1:8080",
        "http://2130706433:8080",
        "http://127.1:8080",
        "http://[::ffff:10.0.0.1]:80",
    ],
)
def test_only_this_computer_is_spoken_to_in_the_clear(typed):
    with pytest.raises(ServerError) as raised:
        address_of(typed)
    assert raised.value.fault == ServerFault.NOT_PRIVATE
    assert "https://" in str(raised.value)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "http://",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://127.0.0.1:0",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:port",
        "http://[::1",
        "http://127.0.0.1/v1?key=a",
        "http://127.0.0.1/v1#top",
        "http://127.0.0.1\\@evil.example",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/\r\nX: y",
        "http://ünï.example",
        "127.0.0.1:" + "1" * 3000,
    ],
)
def test_what_is_no_address_is_refused_with_an_example(typed):
    with pytest.raises(ServerError) as raised:
        address_of(typed)
    assert raised.value.fault == ServerFault.BAD_ADDRESS
    assert "http://127.0.0.1:8080/v1" in str(raised.value)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("typed", ["https://me:secret@a.example", "https://secret@127.0.0.1/v1", "secret@a.example"])  # fmt: skip
def test_a_password_in_an_address_is_refused_and_not_said_again(typed):
    with pytest.raises(ServerError) as raised:
        address_of(typed)
    assert raised.value.fault == ServerFault.BAD_ADDRESS
    assert "secret" not in str(raised.value)
