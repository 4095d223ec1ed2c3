"""The delay before a key repeats is the one that the display is set to."""

import os
import subprocess

import pytest

from automation.desktop.recording.keys import repeat_delay_us
from automation.macros.record.coalesce import REPEAT_US

pytestmark = pytest.mark.desktop


def test_the_delay_is_what_the_display_tells():
    read, write = os.pipe()
    argv = ["Xvfb", "-displayfd", str(write), "-ardelay", "410", "-screen", "0", "320x240x24"]
    server = subprocess.Popen(argv, pass_fds=(write,), stderr=subprocess.DEVNULL)
    try:
        display = f":{os.read(read, 20).decode().strip()}"
        assert repeat_delay_us(display) == 410_000
    finally:
        server.terminate()
        server.wait()
        os.close(read)
        os.close(write)


def test_it_is_that_of_a_server_as_it_comes_where_no_display_tells():
    assert repeat_delay_us(":9999") == REPEAT_US
