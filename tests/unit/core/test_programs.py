"""Programs are named so that a person knows them."""

import pytest

from automation.core.observation import program_name


@pytest.mark.parametrize(
    ("executable", "window_class", "name"),
    [
        ("/usr/bin/mousepad", "Anything", "mousepad"),
        ("/usr/bin/python3.11", "Library card", "Library card"),
        ("/usr/bin/python3.11", "", "python3.11"),
        ("", "XTerm", "XTerm"),
        ("", "", ""),
    ],
)
def test_a_file_names_a_program_unless_it_runs_any(executable, window_class, name):
    assert program_name(executable, window_class) == name
