"""What is said of several rows is done with each, and what only tells why an order is given is left out."""

import re

import pytest

from automation.commands.words import digits_but, number
from automation.core.geometry import Rect
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


def page(*things):
    return screen([win(1, "Works", "works", is_active=True)], things)


def thing(name, role, x, y, w=120, **more):
    return element(name, role, Rect(x, y, w, 24), **{"states": states(), "window_id": 1, **more})


def table(rows, buttons):
    """A table whose buttons stand below it and act on the row that is chosen."""
    heads = [thing(h, "column_header", 40 + 160 * n, 60) for n, h in enumerate(("Bird", "Place"))]
    cells = [
        thing(text, "cell", 40 + 160 * n, 100 + 30 * i, parent_name=", ".join(row))
        for i, row in enumerate(rows)
        for n, text in enumerate(row)
    ]
    below = [thing(b, "button", 40 + 140 * n, 300) for n, b in enumerate(buttons)]
    return page(*heads, *cells, *below)


def loft():
    rows = (("Bluebell", "Home"), ("Captain", "Home"), ("Duchess", "Away"), ("Pepper", "Away"))
    return table(rows, ("Basket", "Rest", "Release", "Report Lost", "New Bird…"))


def harbour():
    rows = (("Liegeplatz 11", "frei"), ("Liegeplatz 12", "vermietet"), ("Liegeplatz 32", "frei"))
    return table(rows, ("Sperren", "Freigeben", "Neu…"))


def queue():
    """Rows with buttons of their own."""
    boats = ("Morning Heron", "Dora May", "Kittiwake")
    return page(
        *(thing(n, "cell", 40, 100 + 30 * i, parent_name=n) for i, n in enumerate(boats)),
        *(
            thing("Passed through", "button", 300, 100 + 30 * i, parent_name=n)
            for i, n in enumerate(boats)
        ),
    )


def said(seen, alike, words):
    """Return what is pressed, without the rows that it stands in."""
    came = "; ".join(short(each) for each in Driver(words, seen, alike).all()).removesuffix(
        "; done"
    )
    return re.sub(r"\[[^\]]*\]", "", came)


@pytest.mark.parametrize("words", [
    "Basket Bluebell and Captain", "put Bluebell and Captain in the basket", "Bluebell and Captain go in the basket",
])  # fmt: skip
def test_a_button_beside_the_table_is_pressed_for_each(alike, words):
    each = "click Bluebell; click Basket; click Captain; click Basket"
    assert said(loft(), alike, words) == each


def test_the_first_card_tells_every_step_that_follows(alike):
    first = Driver("Basket Bluebell and Captain", loft(), alike).step()
    assert first.upcoming == ("Click “Basket”", "Choose “Captain”", "Click “Basket”")


def test_three_are_done_in_their_order(alike):
    each = "click Duchess; click Rest; click Captain; click Rest; click Pepper; click Rest"
    assert said(loft(), alike, "rest Duchess, Captain and Pepper please") == each


def test_a_button_of_the_rows_is_pressed_in_each(alike):
    came = said(queue(), alike, "press Passed through for Morning Heron and Dora May")
    assert came == "click Passed through; click Passed through"


@pytest.mark.parametrize("words", [
    "Liegeplatz 11 und Liegeplatz 32 sperren", "Kannst du Liegeplatz 11 und Liegeplatz 32 sperren?",
    "Liegeplatz 11 und Liegeplatz 32 sollen gesperrt werden",
])  # fmt: skip
def test_german_says_it_of_each_too(alike, words):
    came = said(harbour(), alike, words)
    assert came.count("Sperren") == 2, came
    assert came.index("11") < came.index("32")


@pytest.mark.parametrize("words", [
    "Basket Bluebell, not Captain", "Basket Bluebell or Captain", "do not basket Bluebell and Captain",
])  # fmt: skip
def test_what_is_denied_or_left_open_is_done_with_none_of_them(alike, words):
    assert "click Captain" not in said(loft(), alike, words)


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("Release Pepper, the owner came in", "click Pepper; click Release"),
        ("Report Pepper lost, he never came in on Sunday.", "click Pepper; click Report Lost"),
        ("rest Captain, a wing is hurt", "click Captain; click Rest"),
    ],
)
def test_a_reason_behind_an_order_is_left_out(alike, words, done):
    assert said(loft(), alike, words) == done


@pytest.mark.parametrize("words", [
    "rest Captain and they have paid me already", "rest Captain, it has to be ringed as well",
    "rest Captain, Duchess should be let out", "rest Captain, the basket is needed for Duchess",
])  # fmt: skip
def test_one_more_thing_that_is_told_is_no_reason(alike, words):
    assert said(loft(), alike, words) != "click Captain; click Rest"


@pytest.mark.parametrize(
    ("seen", "words", "button"),
    [
        (loft(), "I want to enter a new bird", "click New Bird…"),
        (harbour(), "Ich möchte einen neuen Liegeplatz anlegen", "click Neu…"),
    ],
)
def test_what_is_new_is_asked_for_by_its_button(alike, seen, words, button):
    assert said(seen, alike, words) == button


@pytest.mark.parametrize("words", [
    "rest Captain, Duchess can wait", "rest Captain, Duchess later", "rest Bluebell, Captain should be let go",
    "Captain and Duchess cannot be released", "Captain and Duchess were released", "Captain and Duchess might be released",
    "can Captain and Duchess be released", "rest Captain and Duchess tomorrow", "rest Captain and Duchess's feed",
    "rest Captain and Duchess, unless he is lost",
])  # fmt: skip
def test_what_is_not_ordered_of_each_is_done_with_no_second_one(alike, words):
    came = said(loft(), alike, words)
    assert not ("Duchess" in came and "Captain" in came), came


def test_two_orders_are_not_crossed(alike):
    came = said(loft(), alike, "rest Bluebell, Captain is to be released")
    assert came.count("Rest") <= 1
    assert came.count("Release") <= 1


@pytest.mark.parametrize("words", [
    "rest Captain, unless Duchess is away", "rest Captain, if he can", "rest Captain, when he is back",
    "rest Captain, that was wrong", "rest Captain, he can't", "rest Captain, I meant Duchess",
    "rest Captain, the owner is Brandt", "rest Captain, the vet said put him in the basket",
])  # fmt: skip
def test_what_limits_or_takes_back_an_order_is_no_reason(alike, words):
    assert "click Rest" not in said(loft(), alike, words)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (loft(), "is there a new bird?"),
        (harbour(), "haben wir einen neuen Liegeplatz?"),
        (harbour(), "der neue Liegeplatz ist Liegeplatz 12"),
        (harbour(), "Liegeplatz 11 löschen, Liegeplatz 12 bleibt"),
        (harbour(), "wer soll Liegeplatz 11 und Liegeplatz 12 sperren"),
        (harbour(), "Liegeplatz 11 und Liegeplatz 12 dürfen gesperrt werden"),
    ],
)
def test_what_is_told_or_asked_presses_nothing(alike, seen, words):
    assert "click" not in said(seen, alike, words)


def house():
    kept = states("checkable", "checked")
    boxes = [("Heating", kept), ("Light", kept), ("Breakfast", states("checkable"))]
    return page(
        *(thing(name, "checkbox", 40, 60 + 40 * n, states=s) for n, (name, s) in enumerate(boxes))
    )


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("heating and light off", "click Heating; click Light"),
        ("the heating and the light should be turned off", "click Heating; click Light"),
        ("turn off the heating and the light", "click Heating; click Light"),
        ("heating on and light off", "click Light"),
        ("breakfast on, heating off", "click Breakfast; click Heating"),
        ("turn off the heating, breakfast on", "click Heating; click Breakfast"),
    ],
)
def test_one_word_turns_several_boxes_that_have_none_of_their_own(alike, words, done):
    assert said(house(), alike, words) == done


def test_a_text_keeps_the_words_of_its_numbers(alike):
    fields = page(
        thing("Note", "field", 40, 60, states=states("editable"), value=""),
        thing("Guests", "spinner", 40, 100, states=states("editable"), value="2"),
    )
    assert "'5'" in said(fields, alike, "we will be five guests")
    assert "3 boxes" not in said(fields, alike, "let the note say: we have three boxes")


def test_what_is_told_and_would_be_so_already_is_not_understood(alike):
    came = said(house(), alike, "he talked the guests out of the light")
    assert "done" not in came


def settings():
    return page(
        thing("Light", "checkbox", 40, 60, states=states("checkable", "checked")),
        thing("Steak in window", "checkbox", 40, 100, states=states("checkable", "checked")),
        thing("Delete", "button", 40, 140),
        thing("Price", "field", 40, 180, states=states("editable"), value=""),
    )


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("take the steak out of the window", "click Steak in window"),
        ("don't take the steak out of the window", ""),
        ("type delete", "write 'delete'"),
        ("price two fifty", "write 'two fifty' @Price over"),
    ],
)
def test_words_that_say_out_or_a_button_are_read_as_they_are_meant(alike, words, done):
    came = said(settings(), alike, words)
    assert came == done if done else "click" not in came


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("twenty-two", 22), ("hundertsechzig", 160), ("fünfundzwanzig", 25), ("fünfhundertfünfzig", 550),
        ("seven-thirty", None), ("one-fifty", None), ("fifty-a", None), ("rundum", None), ("mundart", None),
    ],
)  # fmt: skip
def test_a_number_of_several_words(word, value):
    assert number(word) == value


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("we need sixty grams", "we need 60 grams"),
        ("one scoop is three pounds", "one scoop is 3 pounds"),
        ("twenty five percent, please", "25 percent, please"),
    ],
)
def test_spoken_numbers_are_put_in_digits_but_for_names(text, digits):
    assert digits_but(frozenset({"one"}), text) == digits
