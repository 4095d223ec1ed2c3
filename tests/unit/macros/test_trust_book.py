"""What is trusted is written by several at once: windows, command line, schedules."""

from concurrent.futures import ThreadPoolExecutor

from automation.macros.trust import TrustBook

AT_ONCE, EACH = 4, 12


def test_none_of_several_writers_undoes_what_another_wrote(tmp_path):
    file = tmp_path / "data" / "trusted.json"

    def write(number):
        book = TrustBook(file)
        for n in range(EACH):
            book.trust(f"{number}-{n}", "Any", "you")
            book.trust(f"{number}-gone", "Any", "you")
            assert book.forget(f"{number}-gone")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(write, range(AT_ONCE)))
    kept = {one.digest for one in TrustBook(file).entries()}
    assert kept == {f"{number}-{n}" for number in range(AT_ONCE) for n in range(EACH)}
