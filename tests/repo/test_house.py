"""The tree stays one that a person can enter: few modules, none that is a neighbour's appendix, no circles."""

import sys

from tests.repo.house import circles, late, product, satellites

MOST_MODULES = (
    443  # 380 before model servers, their families, MCP, and a second family in this process
)
MOST_SATELLITES = 15
MOST_LATE = 40


def test_no_modules_import_each_other_when_they_are_loaded():
    _, imports = product()
    assert circles(imports) == []


def test_a_circle_is_found():
    usual = sys.getrecursionlimit()
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert sys.getrecursionlimit() == usual, "other tests of this process go by it"


def test_there_are_few_modules_and_few_that_serve_one_neighbour():
    modules, imports = product()
    assert len(modules) <= MOST_MODULES
    small = satellites(modules, imports)
    assert len(small) <= MOST_SATELLITES, small


def test_few_imports_stand_in_functions_without_keeping_a_heavy_package_away():
    found = late(*product())
    assert sum(map(len, found.values())) <= MOST_LATE, found
