"""Where a desktop is shown, from invented servers, logins and environments."""

import pytest

from automation.desktop.session import (
    ServerFacts,
    Surroundings,
    display_host,
    read_surroundings,
    remote_kind,
)

PLAIN = ServerFacts("Xorg", ("eDP-1",))


@pytest.mark.parametrize(
    ("name", "host"),
    [
        (":0", ""),
        (":1.0", ""),
        ("unix:0", ""),
        ("/private/launch/org.xquartz:0", ""),
        ("localhost:10.0", "localhost"),
        ("desk7:0", "desk7"),
        ("[::1]:11", "[::1]"),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_the_host_of_a_display(name, host):
    assert display_host(name) == host


@pytest.mark.parametrize(
    ("name", "server", "login", "environ", "kind"),
    [
        (":0", PLAIN, {}, {}, ""),
        (":0", PLAIN, {"Remote": "no"}, {}, ""),
        (":0", PLAIN, {"Remote": "yes"}, {}, "a remote login"),
        ("", ServerFacts(), {"Remote": "yes"}, {}, ""),
        ("localhost:10.0", PLAIN, {}, {"SSH_CONNECTION": "a b"}, "SSH X forwarding"),
        ("desk7:0", PLAIN, {}, {}, "X over the network"),
        (":10", ServerFacts("Xorg", ("rdp0",)), {}, {}, "RDP"),
        (":10", PLAIN, {}, {"XRDP_SESSION": "1"}, "RDP"),
        (":1", ServerFacts("Xtigervnc"), {}, {}, "VNC"),
        (":1", ServerFacts(has_vnc=True), {}, {}, "VNC"),
        (":50", ServerFacts("nxagent"), {}, {}, "NX"),
        (":50", ServerFacts("Xvfb", has_xpra=True), {}, {}, "Xpra"),
        (":20", PLAIN, {}, {"CHROME_REMOTE_DESKTOP_SESSION": "1"}, "Chrome Remote Desktop"),
    ],
)
def test_how_a_desktop_is_shown_elsewhere(name, server, login, environ, kind):
    assert remote_kind(name, server, login, environ) == kind


def test_an_ssh_login_that_works_the_local_display_is_not_remote():
    assert remote_kind(":0", PLAIN, {}, {"SSH_CONNECTION": "a b"}) == ""


def test_without_a_display_nothing_is_found_and_nothing_raises():
    found = read_surroundings(environ={})
    assert (found.remote, found.monitors, found.is_locked) == ("", 0, False)


def test_a_display_that_does_not_answer_is_no_error():
    assert isinstance(read_surroundings(":98765", environ={}), Surroundings)
