"""The log of the command line: one line, without a traceback or what an error quotes."""

import logging
import sys

from automation.core.one_line import OneLine


def line_of(message, error=None):
    info = None
    if error is not None:
        try:
            raise error
        except type(error):
            info = sys.exc_info()
    return OneLine("deskhand").format(
        logging.LogRecord("x", logging.ERROR, "", 0, message, (), info)
    )


def test_an_error_is_one_line_that_names_its_type_and_place_and_not_its_text():
    line = line_of("the run ended", ValueError("typed: hunter2\nmore"))
    assert line.startswith("deskhand: the run ended (ValueError in test_command_log.py:")
    assert "hunter2" not in line
    assert "\n" not in line


def test_a_message_is_kept_on_one_line():
    assert line_of("first\nsecond") == "deskhand: first second"
