"""The chosen model server: addresses, consent, and what answers on this computer."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from app import model_server
from app.model_server import (
    address_of,
    checked_address,
    find_servers,
    models_in,
    used_with,
    with_server,
)
from app.settings import OtherServer, ServerSettings
from model.server.asking import ServerError, ServerFault

LLAMA = b'{"object":"list","data":[{"id":"tiny.gguf","owned_by":"llamacpp"}]}'


@pytest.mark.parametrize(
    ("typed", "url", "host"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        ("localhost:11434", "http://localhost:11434/v1", "localhost:11434"),
        ("127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
        (
            "https://Box.example/openai/v1/models",
            "https://box.example:443/openai/v1",
            "box.example:443",
        ),
        ("box.example:8443", "https://box.example:8443/v1", "box.example:8443"),
        ("http://[::1]:8080", "http://[::1]:8080/v1", "[::1]:8080"),
    ],
)
def test_an_address_is_understood_as_people_type_it(typed, url, host):
    found = address_of(typed)
    assert (found.base, found.host) == (url, host)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ftp://127.0.0.1/v1",
        "http://",
        "http://127.0.0.1:port/v1",
        "http://127.0.0.1:99999/v1",
        "https://key@box.example/v1",
        "https://box.example/v1?key=abc",
        "https://box.example/v1#a",
        "https://box example/v1",
        "https://box\u202eelpmaxe/v1",
        "http://[::1/v1",
        "https://" + "a" * 2000,
    ],
)
def test_what_is_no_address_gets_a_sentence_that_shows_one(typed):
    with pytest.raises(ServerError, match=r"http://127\.0\.0\.1:8080/v1") as error:
        address_of(typed)
    assert error.value.fault is ServerFault.BAD_ADDRESS


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        ("http://localhost:1", True),
        ("http://127.8.9.1:1", True),
        ("http://[::1]:1", True),
        ("https://localhost.example", False),
        ("https://127.0.0.1.example", False),
        ("https://192.168.1.5:8080", False),
        ("https://0.0.0.0:8080", False),
    ],
)
def test_only_loopback_counts_as_this_computer(url, is_here):
    assert address_of(url).is_here is is_here


def test_in_the_clear_nothing_goes_to_another_computer_whatever_was_agreed():
    chosen = ServerSettings("http://192.168.1.5:8080/v1", allowed=("192.168.1.5:8080",))
    with pytest.raises(ServerError, match=r"ssh -N -L 8080:127\.0\.0\.1:8080") as error:
        checked_address(chosen)
    assert error.value.fault is ServerFault.NOT_PRIVATE


def test_elsewhere_is_asked_only_after_consent_and_here_without():
    elsewhere = ServerSettings("https://box.example/v1", allowed=("box.example:8443",))
    with pytest.raises(ServerError, match=r"not agreed .* box\.example:443") as error:
        checked_address(elsewhere)
    assert error.value.fault is ServerFault.NOT_ALLOWED
    agreed = ServerSettings("https://box.example/v1", allowed=("box.example:443",))
    assert checked_address(agreed).host == "box.example:443"
    assert checked_address(ServerSettings("http://127.0.0.1:1/v1")).is_here


def test_without_a_server_the_sentence_says_where_to_choose_one():
    with pytest.raises(ServerError, match="Model page"):
        checked_address(ServerSettings())


def test_another_server_takes_neither_model_nor_key_along():
    chosen = ServerSettings("https://box.example/v1", "big", has_key=True)
    same = with_server(chosen, ["https://box.example/v1/"], None)
    assert same == chosen
    other = with_server(chosen, ["localhost:8080"], None)
    assert (other.url, other.model, other.has_key) == ("http://localhost:8080/v1", "", False)
    assert with_server(chosen, None, "small").model == "small"
    assert with_server(chosen, None, None) is chosen


def test_several_servers_are_named_in_their_order_each_once_and_known_ones_keep_what_they_have():
    chosen = ServerSettings(
        "https://a.example/v1", "big", more=(OtherServer("https://b.example/v1", "small", True),)
    )
    named = with_server(chosen, ["https://b.example:443", "localhost:1", "b.example"], None)
    assert [(one.url, one.model, one.has_key) for one in named.each] == [
        ("https://b.example/v1", "small", True),
        ("http://localhost:1/v1", "", False),
    ]
    assert [one.model for one in with_server(named, None, "tiny").each] == ["tiny", "tiny"]


def test_a_server_that_was_tried_takes_its_place_or_stands_beside_the_others():
    one = ServerSettings("http://127.0.0.1:1/v1", "a", allowed=("x:1",))
    two = ServerSettings("http://127.0.0.1:2/v1", "b", has_key=True)
    both = used_with(one, two, is_beside=True)
    assert (both.each[1].url, both.each[1].model, both.each[1].has_key) == (two.url, "b", True)
    assert both.allowed == ("x:1",)
    again = used_with(both, ServerSettings("http://127.0.0.1:1/v1", "c"), is_beside=True)
    assert [server.model for server in again.each] == ["c", "b"]
    assert used_with(both, two, is_beside=False).each == (
        ServerSettings("http://127.0.0.1:2/v1", "b", has_key=True, allowed=("x:1",)),
    )


class Answering:
    """A server on a free loopback port that answers every GET alike."""

    def __init__(self, body, status=200, headers=(), wait=None):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                asked.append((self.path, dict(self.headers)))
                if wait is not None:
                    wait.wait(60)
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        asked = self.asked = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def test_what_answers_here_is_found_with_its_models_and_nothing_else_is():
    ollama = b'{"object":"list","data":[{"id":"a:4b","owned_by":"library"},{"id":"b"}]}'
    with (
        Answering(LLAMA) as first,
        Answering(ollama) as second,
        Answering(b"<html>hello</html>") as page,
        Answering(b"no", status=401) as locked,
        Answering(b'{"object":"list","data":null}') as none_yet,
        socket.create_server(("127.0.0.1", 0)) as mute,
    ):
        ports = {
            first.port: "?",
            second.port: "?",
            page.port: "?",
            locked.port: "vLLM",
            none_yet.port: "Ollama",
            mute.getsockname()[1]: "?",
        }
        found = find_servers(ports)
        told = [(one.kind, one.models, one.wants_key) for one in found]
        assert told == [
            ("llama.cpp", ("tiny.gguf",), False),
            ("Ollama", ("a:4b", "b"), False),
            ("vLLM", (), True),
            ("Ollama", (), False),
        ]
        assert [path for path, _ in first.asked] == ["/v1/models"]


def test_a_server_that_says_nothing_does_not_hold_the_search_up():
    late = threading.Event()
    try:
        with Answering(LLAMA, wait=late) as slow, Answering(LLAMA) as quick:
            found = find_servers({slow.port: "?", quick.port: "?"})
            assert not late.is_set()  # it came back while that one was still waited for
            late.set()
            assert [one.address.host for one in found] == [f"127.0.0.1:{quick.port}"]
    finally:
        late.set()


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'"x"', b"{}", b'{"data": 1}', b"\xff", b"[" * 100_000, b'{"data": {"id": "a"}}'],
)
def test_what_is_no_list_of_models_is_none(body):
    assert models_in(body) is None


def test_names_that_deceive_are_left_out():
    body = (
        '{"data":[{"id":"ok","owned_by":7},{"id":"a\\u202eb"},{"id":""},{"id":5},3,'
        '{"id":"' + "x" * 400 + '"}]}'
    ).encode()
    assert models_in(body) == (("ok", "7"),)


def test_a_key_is_read_once_and_only_where_one_is_kept(monkeypatch):
    from automation.desktop import secrets

    read = []
    monkeypatch.setattr(secrets, "key_of", lambda host: read.append(host) or "abc")
    here = address_of("https://box.example/v1")
    assert model_server.key_reader(ServerSettings(here.base), here) is None
    reader = model_server.key_reader(ServerSettings(here.base, has_key=True), here)
    assert (reader(), reader(), read) == ("abc", "abc", ["box.example:443"])
