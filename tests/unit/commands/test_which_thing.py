"""Which thing is meant: by its column, its row, the tab or the part that holds it, the list that shows it."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import Driver, short, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win


def thing(name, role, x, y, w=120, h=24, **more):
    held = states("editable") if role in ("field", "spinner") else states()
    return element(name, role, Rect(x, y, w, h), window_id=1, **{"states": held, **more})


def window(title, *parts, **more):
    return screen([win(1, title, "desk", is_active=True, **more)], list(parts))


def table(heads, *rows, x=20, y=40, w=120):
    """Return the heads and the cells of a table; a cell that is an element stands as it is in its place."""
    parts = [thing(name, "column_header", x + w * n, y, w - 4) for n, name in enumerate(heads)]
    for at, row in enumerate(rows, 1):
        parts += [
            thing(name, "cell", x + w * n, y + 30 * at, w - 4) for n, name in enumerate(row) if name
        ]
    return parts


def bees():
    heads = ("Hive", "Set up on", "Frames", "Keeper's name")
    rows = (("Lime tree", "2024-05-02", "11", "Ole"), ("Old mill", "2023-04-01", "9", "Ada"))
    return window("Apiary", *table(heads, *rows))


@pytest.mark.parametrize(
    ("said", "head"),
    [
        ("sort by the number of frames", "Frames"),
        ("sort the hives by the amount of frames", "Frames"),
        ("order the list by name of the keeper", "Keeper's name"),
        ("sort the hives by age with the heading Set up on", "Set up on"),
        ("sort the table by name using the column header Keeper's name", "Keeper's name"),
        ("click on the heading Keeper's name so that it's sorted by name", "Keeper's name"),
        ("click the column head Frames so that they are in order", "Frames"),
        ("press the header Set up on to sort by age", "Set up on"),
        ("sortiere nach der Anzahl der Frames", "Frames"),
        ("klick auf den Spaltenkopf Frames, damit sortiert wird", "Frames"),
        ("sortiere die Völker nach Alter mit der Überschrift Set up on", "Set up on"),
        ("sort by the number of keepers", None),
        ("sort by the number of hives", None),
        ("sort by the number of the mill", None),
        ("sort by age", None),
        ("sort by age with the heading Age", None),
        ("sortiere nach der Anzahl der Deckel", None),
    ],
)
def test_a_column_to_sort_by_is_told_by_all_words(said, head):
    name = getattr(getattr(Driver(said, bees()).decide(), "element", None), "name", None)
    assert name == head


@pytest.mark.parametrize(
    ("said", "shown", "meaning"),
    [
        ("sort by price, low first", "Sort: Popular", "click Sort: Popular; click Price, low first"),
        ("sort the pots by new arrivals", "Sort by: Popular", "click Sort by: Popular; click New arrivals"),
        ("sortiere nach New arrivals", "Sortieren: Beliebt", "click Sortieren: Beliebt; click New arrivals"),
        ("sort by weight", "Sort: Popular", "click Sort: Popular; not_found"),
        ("sort by price", "Order: 4711", "not_found"),
        ("sort by price", "Sort", "not_found"),
    ],
)  # fmt: skip
def test_an_order_is_chosen_from_what_a_text_opens(said, shown, meaning):
    shop = (thing(shown, "text", 300, 20), thing("Price up to", "text", 20, 60))
    names = ("Popular", "Price, low first", "Price, high first", "New arrivals")
    opened = [thing(n, "list_item", 300, 50 + 26 * at) for at, n in enumerate(names)]
    driver = Driver(said, window("Pots", *shop))
    steps = [short(driver.step())]
    driver.show(window("Pots", *shop, *opened))
    while steps[-1].startswith("click"):
        steps.append(short(driver.step()))
    assert "; ".join(steps).removesuffix("; done") == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("click the heading Frames", "click Frames"),
        ("click on the Hive heading", "click Hive"),
        ("right-click the heading Keeper's name", "right-click Keeper's name"),
        ("klick auf die Überschrift Hive", "click Hive"),
        ("click the heading Lime tree", "not_found"),
        ("click the heading Honey", "not_found"),
    ],
)
def test_the_head_of_a_column_is_a_heading_too(said, meaning):
    assert told(said, bees()) == meaning


def office(opened="Guests", *, unfolded=False):
    """Three tabs, of which one is open, and a fold with two boxes; a drop-down that is called as a tab."""
    tabs = {
        "Guests": (thing("Name", "field", 200, 100, value=""), thing("Breakfast", "checkbox", 200, 140)),
        "Rooms": (thing("Balcony", "checkbox", 200, 100), thing("Lift", "checkbox", 200, 140),
                  thing("Sea view", "radio", 200, 180), thing("Floor", "field", 200, 220, value="")),
        "Bills": (thing("VAT", "checkbox", 200, 100),),
    }  # fmt: skip
    heads = [
        thing(n, "tab", 20 + 120 * at, 20, states=states(*(["selected"] if n == opened else [])))
        for at, n in enumerate(tabs)
    ]
    fold = thing(
        "Janitor",
        "toggle",
        20,
        400,
        states=states("expandable", *(["expanded"] if unfolded else [])),
    )
    inner = [
        thing(n, "checkbox", 40, 430 + 30 * at)
        for at, n in enumerate(("Put out chairs", "Lock up"))
    ]
    lists = thing("Bills", "combo", 600, 500, value="all", states=states("expandable"))
    return window("Inn", *heads, fold, lists, *tabs[opened], *(inner if unfolded else ()))


ROOMS, FOLD = office("Rooms"), office(unfolded=True)


@pytest.mark.parametrize(
    ("said", "opened", "meaning"),
    [
        ("tick Balcony on the Rooms tab", ROOMS, "click Rooms; click Balcony"),
        ("tick Balcony and Lift on the rooms tab", ROOMS, "click Rooms; click Balcony; click Lift"),
        ("Please tick Balcony, Lift under Rooms", ROOMS, "click Rooms; click Balcony; click Lift"),
        ("In Rooms choose Sea view", ROOMS, "click Rooms; click Sea view"),
        ("Under Rooms, type 4 into Floor", ROOMS, "click Rooms; write '4' @Floor"),
        ("tick Put out chairs under Janitor", FOLD, "click Janitor; click Put out chairs"),
        ("Under Janitor tick Lock up", FOLD, "click Janitor; click Lock up"),
        ("In the Janitor section tick Lock up and Put out chairs", FOLD, "click Janitor; click Lock up; click Put out chairs"),
        ("Under Janitor tick that he should put out chairs", FOLD, "click Janitor; click Put out chairs"),
        ("tick that we want to lock up under Janitor", FOLD, "click Janitor; click Lock up"),
        ("Hake Balcony im Reiter Rooms an", ROOMS, "click Rooms; click Balcony"),
        ("Setz bei Lock up unter Janitor einen Haken", FOLD, "click Janitor; click Lock up"),
        ("tick Breakfast on the Guests tab", ROOMS, "click Breakfast"),
        ("tick Sauna on the Guests tab", ROOMS, "not_found"),
        ("tick Balcony", ROOMS, "not_found"),
        ("tick Balcony in the Rooms window", ROOMS, "not_found"),
        ("tick VAT in Bills", office("Bills"), "not_found"),
        ("tick Balcony for the Rooms department", ROOMS, "not_found"),
        ("click the cross on Rooms", ROOMS, "not_found"),
    ],
)  # fmt: skip
def test_the_tab_or_fold_that_is_named_as_a_place_is_opened_first(said, opened, meaning):
    driver = Driver(said, office())
    steps = [short(driver.step())]
    driver.show(opened)
    while steps[-1].startswith(("click", "write")):
        steps.append(short(driver.step()))
    assert "; ".join(steps).removesuffix("; done") == meaning


def test_a_thing_that_is_behind_no_named_tab_is_not_found_after_it_was_opened_once():
    driver = Driver("tick Sauna on the Rooms tab", office())
    assert [short(driver.step()), short(driver.step())] == ["click Rooms", "not_found"]


@pytest.mark.parametrize(
    "said",
    [
        "Under More, pick Close the gate",
        "in More, choose Close the gate",
        "choose Close the gate under More",
        "Under More click Close the gate",
    ],
)
def test_a_button_called_more_opens_the_menu_that_a_thing_is_looked_for_in(said):
    desk = [thing("More", "button", 500, 60), thing("Save", "button", 620, 60)]
    driver = Driver(said, window("Desk", *desk))
    assert short(driver.step()) == "click More"
    entries = [
        element(name, "menu_item", Rect(500, 90 + 30 * n, 160, 28), window_id=2)
        for n, name in enumerate(("Print the list", "Close the gate"))
    ]
    menu = win(2, "", "desk", Rect(498, 88, 164, 64), is_popup=True, is_menu=True)
    driver.show(screen([menu, win(1, "Desk", "desk", is_active=True)], [*desk, *entries]))
    assert short(driver.step()) == "click Close the gate"
    closed = Driver(said.replace("More", "Save"), window("Desk", *desk))
    assert short(closed.step()) == "not_found"


def courses():
    """A table with drop-downs, numbers and boxes without names in its cells; the window tells what its rows are."""
    heads = ("Code", "Dish", "Cook", "State", "Seats", "Paid")
    rows = (("B 12", "Bread", "Ida"), ("S 7", "Soup", "Ole"), ("C 3", "Cake and tea", "Ida"))
    inner = []
    for at in range(3):
        y = 70 + 30 * at
        inner += [thing("", "combo", 380, y, value="open"), thing("", "spinner", 500, y, value="8"),
                  thing("", "checkbox", 640, y, 20)]  # fmt: skip
    return window("Kitchen School - Courses", *table(heads, *rows), *inner)


def at(said, seen=None):
    """Return what a step acts on, and where: its role and the middle of its box."""
    element = getattr(Driver(said, seen or courses()).decide(), "element", None)
    return (element.role, element.box.center.x, element.box.center.y) if element else None


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("right-click the soup course", ("cell", 198, 112)),
        ("click the bread course", ("cell", 198, 82)),
        ("Click on the S 7 course", ("cell", 78, 112)),
        ("set the state of the soup course to full", ("combo", 440, 112)),
        ("set the seats of the bread course to 5", ("spinner", 560, 82)),
        ("tick Paid for the soup course", ("checkbox", 650, 112)),
        ("tick Paid for S 7", ("checkbox", 650, 112)),
        ("untick Paid of Bread", None),  # it is off
        ("seats for S 7: 5", ("spinner", 560, 112)),
        ("seats of the bread course: 5", ("spinner", 560, 82)),
        ("Klick auf den Soup course", ("cell", 198, 112)),
        ("right-click the soup lesson", None),
        ("click the fish course", None),
        ("set the state of the fish course to full", None),
        ("set the state of the courses to full", None),
        ("seats for S 9: 5", None),
        ("tick Paid for the Ida course", None),
        ("click the course", None),
    ],
)
def test_a_row_is_called_by_what_the_window_is_about(said, where):
    assert at(said) == where


def kept():
    """A table with a cross at the end of each row, chips with a cross behind each, and a dialog's cross."""
    rows = [("Harbour wall", "4"), ("Office", "1")]
    crosses = [thing("\u2715", "button", 280, 70 + 30 * n, 30) for n in range(2)]
    chips = []
    for n, name in enumerate(("Regatta", "Boats", "on loan")):
        x = 60 + 120 * n
        chips += [thing(name, "text", x, 300, 60), thing("\u00d7", "text", x + 70, 300, 12)]
    chips.append(thing("new topic", "field", 410, 296, value=""))
    page = thing("Sheet", "document", 0, 0, 1280, 800)
    more = (thing("Teaser", "text", 60, 400), thing("\u00d7", "button", 1240, 4, 20))
    return window("Sheet", page, *table(("Project", "Hours", ""), *rows), *crosses, *chips, *more)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("remove Office from the sheet", ("button", 295, 112)),
        ("remove Office from the sheet, the cross at the end of the row", ("button", 295, 112)),
        ("delete Harbour wall from the list with the little x", ("button", 295, 82)),
        ("take the topic Boats off", ("text", 256, 312)),
        ('Remove the tag "on loan"', ("text", 376, 312)),
        ("take Regatta off the list", ("text", 136, 312)),
        ("take Regatta out of the list", ("text", 136, 312)),
        ("take Boats out", ("text", 256, 312)),
        ("take the chip Boats away", ("text", 256, 312)),
        ("Entferne Boats aus der Liste", ("text", 256, 312)),
        ("Entferne das Schlagwort Regatta", ("text", 136, 312)),
        ("remove Training from the sheet", None),
        ("take the topic Sails off", None),
        ("remove the tag Teaser", None),
        ("remove the tags", None),
        ("take the bus off the list", None),
        ("remove everything from the list", None),
        ("remove Boats and Regatta from the list", None),
        ("take Boats from the list", ("text", 210, 312)),  # it is chosen
    ],
)
def test_what_is_taken_off_goes_by_the_cross_that_belongs_to_it(said, where):
    assert at(said, kept()) == where


QUEUE = ("Tide", "Kitchen", "Trains", "Claims")


def queue(*, grips=False, role="list_item"):
    """A list of four entries, another one beside it, a text below it."""
    entries = [thing(n, role, 60, 100 + 40 * at, 200, 40) for at, n in enumerate(QUEUE)]
    signs = [thing("\u283f", "text", 30, 110 + 40 * at, 16, 20) for at in range(4)] if grips else []
    others = [thing("Played", role, 500, 100, 200, 40), thing("Autoplay", "checkbox", 60, 400)]
    others += [thing("Up next", "heading", 60, 60), thing("Before", "heading", 500, 60)]
    return window("Player - Queue", *entries, *signs, *others)


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("Drag Trains to the top of the queue", (200, 103)),
        ("drag Tide to the end of the list", (120, 257)),
        ("drag Claims above Kitchen", (240, 143)),
        ("drag Tide below Kitchen", (120, 177)),
        ("drag Tide above Claims", (120, 217)),
        ("drag Claims right below Tide", (240, 143)),
        ("move Trains above Tide", (200, 103)),
        ("drag Claims so that it's just above Kitchen", (240, 143)),
        ("drag Tide so it's right below Kitchen", (120, 177)),
        ("Zieh Claims vor Kitchen", (240, 143)),
        ("Ziehe Trains an den Anfang der Liste", (200, 103)),
        ("drag Trains to the very top of up next", (200, 103)),
        ("drag Trains up to the top of the playing order", (200, 103)),
        ("drag Trains all the way up", (200, 103)),
        ("drag Trains to the very top", (200, 103)),
        ("drag Tide all the way to the bottom of the songs", (120, 257)),
        ("move Trains to the top of Up next", (200, 103)),
        ("Trains goes to the top of today's songs, drag it there please", (200, 103)),
        ("drag Claims up so that it sits right above Kitchen", (240, 143)),
        ("drag Trains up so it comes first in the queue", (200, 103)),
        ("drag Claims up above Kitchen so that it comes second", (240, 143)),
        ("Zieh Trains ganz nach oben", (200, 103)),
        ("Zieh Tide ganz ans Ende der Abspielreihenfolge", (120, 257)),
        ("Trains gehört an den Anfang der Lieder, zieh es bitte dorthin", (200, 103)),
        ("Schieb Claims so, dass es direkt vor Kitchen steht", (240, 143)),
        ("drag Trains to the top of Before", None),  # it stands in another list
        ("drag Trains to the top of the desktop", None),
        ("drag Trains above Played", None),
        ("drag Tide above Kitchen", None),  # it is there
        ("drag Tide above Tide", None),
        ("drag Boats to the top of the queue", None),
        ("drag Autoplay to the top of the queue", None),
        ("drag Trains above Boats", None),
    ],
)
@pytest.mark.parametrize("grips", [False, True])
def test_an_entry_is_dragged_to_its_place_in_the_list(said, path, grips):
    intent = getattr(Driver(said, queue(grips=grips)).decide(), "intent", None)
    if path is None:
        assert intent is None
        return
    start, end = intent.path
    assert (start.y, end.y) == path
    assert start.x == end.x == (38 if grips else 160)


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("drag Rosa Ek onto Table 2", (660, 110)),  # her card, and not her row of the table
        ("drag Ben Ora onto Table 2", (78, 112)),  # he has no card
        ("drag Rosa Ek onto Meal", (78, 82)),
    ],
)
def test_what_is_dragged_is_the_one_of_its_name_that_stands_where_it_goes(said, start):
    people = table(("Guest", "Meal"), ("Rosa Ek", "Fish"), ("Ben Ora", "Beef"))
    cards = [thing("Rosa Ek", "text", 600, 100, 120, 20)]
    cards += [
        thing(name, "heading", 590, y, 300, 20) for name, y in (("Unseated", 70), ("Table 2", 200))
    ]
    path = Driver(said, window("Guests", *people, *cards)).decide().intent.path
    assert (path[0].x, path[0].y) == start


@pytest.mark.parametrize(
    ("said", "told_so"),
    [
        ("drag Trains to the top of the queue", "Drag “Trains” to “the top of the queue”"),
        ("drag Claims above Kitchen", "Drag “Claims” to “above Kitchen”"),
    ],
)
def test_a_drag_within_a_list_tells_the_words_for_its_place(said, told_so):
    assert Driver(said, queue()).decide().sentence == told_so


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Move Print posters into Done", "drag Print posters -> Done"),
        ("bring Order tents over to In progress", "drag Order tents -> In progress"),
        ("move Print posters into Archive", "not_found"),
        ("move Claims into Done", "not_found"),
    ],
)
def test_a_card_is_moved_into_a_column_by_its_heading(said, meaning):
    heads = [
        thing(n, "heading", 20 + 300 * at, 40)
        for at, n in enumerate(("To do", "In progress", "Done"))
    ]
    cards = [
        thing(n, "text", 30, 100 + 60 * at) for at, n in enumerate(("Order tents", "Print posters"))
    ]
    assert told(said, window("Fair", *heads, *cards)) == meaning


def store():
    """Boxes in rows, a list and buttons that say in a few words what they do with what was chosen."""
    rows = [("Front pads", "6"), ("Nuts and bolts", "2")]
    boxes = [thing(name, "checkbox", 300, 70 + 30 * n, 20) for n, (name, _) in enumerate(rows)]
    names = (
        "Put ticked parts on the list",
        "Move the part up",
        "Move everything down",
        "Send to the shop",
    )
    buttons = [thing(n, "button", 20, 200 + 30 * at) for at, n in enumerate(names)]
    lists = (thing("List", "list", 400, 200, 200, 100), thing("Notes", "field", 400, 340, value=""))
    return window("Store", *table(("Part", "Stock"), *rows), *boxes, *buttons, *lists)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick Nuts and bolts", "click Nuts and bolts"),
        ("tick Front pads and Nuts and bolts, then put them on the list",
         "click Front pads; click Nuts and bolts; click Put ticked parts on the list"),
        ("tick Nuts and bolts and Front pads and move it up",
         "click Nuts and bolts; click Front pads; click Move the part up"),
        ("put it on the list", "click Put ticked parts on the list"),
        ("move it up", "click Move the part up"),
        ("move it down", "needs_model"),
        ("mark it as read", "not_found"),
        ("put it in the notes", "needs_model"),
        ("put it on the shelf", "needs_model"),
        ("put it", "not_understood"),
        ("send it", "not_understood"),
        ("put her name into Notes", "needs_model"),
        ("put milk into Notes", "write 'milk' @Notes"),
    ],
)  # fmt: skip
def test_one_word_stands_for_what_a_button_names(said, meaning):
    assert told(said, store()) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Press 4 7 \u00d7 6 on the keypad", "click 4; click 7; click \u00d7; click 6"),
        ("press 4 on the calculator", "click 4"),
        ("press 9 + 1 on the number pad", "click 9; click +; click 1"),
        ("press Cheese on the keypad", "not_found"),
    ],
)
def test_keys_are_pressed_on_the_keypad_that_shows(said, meaning):
    signs = "147\u00d72580369+C"
    keys = [
        thing(s, "button", 20 + 60 * (n % 4), 60 + 40 * (n // 4), 50) for n, s in enumerate(signs)
    ]
    assert told(said, window("Sums", *keys)) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("find Lima Ann in the list and open her", "click2 Lima Ann"),
        ("Find Stone Bo and open him", "click2 Stone Bo"),
        ("find Lima Ann and double-click it", "click2 Lima Ann"),
        ("find Miller Cy and open her", "not_found"),
        ("find a cheap flight and book it", "needs_model"),
        ("find Lima Ann", "needs_model"),
    ],
)
def test_what_is_found_in_a_list_is_opened(said, meaning):
    people = [
        thing(n, "list_item", 20, 60 + 30 * at) for at, n in enumerate(("Lima Ann", "Stone Bo"))
    ]
    assert told(said, window("People", *people)) == meaning


def orders():
    """A table with empty cells for remarks, which take text, and boxes without names."""
    heads = ("Order", "Customer", "Remark", "Keep", "Paid")
    rows = (("5102", "Rowing club"), ("5110", "Bakery Lenz"), ("5114", "Dr. Achebe"))
    inner = []
    for at in range(3):
        y = 70 + 30 * at
        inner += [
            thing("", "field", 260, y, value=""),
            thing("", "checkbox", 380, y, 20),
            thing("", "checkbox", 500, y, 20),
        ]
    return window("Archive", *table(heads, *rows), *inner)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("In the row of Bakery Lenz write paid as the remark and tick Keep", "write 320,112; click 390,112"),
        ("In the row of Bakery Lenz, type late into Remark, tick Paid", "write 320,112; click 510,112"),
        ("In Dr. Achebe's row tick Keep and Paid", "click 390,142; click 510,142"),
        ("in the Rowing club row, set the remark to late and tick Paid", "write 320,82; click 510,82"),
        ("tick Keep in the row of 5114", "click 390,142"),
        ("Setze in der Zeile 5110 ein Häkchen bei Keep", "click 390,112"),
        ("In the row of the Opera write paid as the remark", "not_found"),
        ("In the row of Bakery Lenz tick Sent", "not_found"),
        ("In the row of Bakery Lenz write paid as the remark, then tick Keep", "write 320,112; ask 1"),
        ("tick Keep", "ask 1"),
    ],
)  # fmt: skip
def test_a_row_that_is_said_first_holds_all_of_a_list(said, meaning):
    told_at = []
    for decision in Driver(said, orders()).all():
        at = getattr(getattr(decision, "intent", None), "at", None)
        told_at.append(
            f"{short(decision).split()[0]} {at.point.x},{at.point.y}" if at else short(decision)
        )
    assert "; ".join(told_at).removesuffix("; done") == meaning


def survey():
    """Two questions with a scale of numbers below each, and one with radio buttons."""
    asked = ("How likely are you to recommend our swimming pool and its sauna to your friends?",
             "How clean do you find the showers?", "Do you come by bus?")  # fmt: skip
    parts = [thing(q, "text", 20, 40 + 120 * n, 600, 18) for n, q in enumerate(asked)]
    for n in range(2):
        parts += [thing(str(k), "text", 20 + 40 * k, 80 + 120 * n, 30, 30) for k in range(11)]
    parts += [thing(a, "radio", 20 + 80 * k, 320, 60) for k, a in enumerate(("often", "never"))]
    return window("Pool", *parts)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("click on the 8 for how likely I am to recommend it", ("text", 355, 95)),
        ("click the 3 for how clean I find the showers", ("text", 155, 215)),
        ("choose 10 for how likely we are to recommend the pool", ("text", 435, 95)),
        ("click the 5 for how clean the showers are", ("text", 235, 215)),
        ("click the 8 for how likely I am to come again", None),
        ("click the 11 for how likely I am to recommend it", None),
        ("click the 8", None),
        ("click the 8 for the restaurant", None),
    ],
)
def test_an_answer_belongs_to_the_question_that_is_told_in_other_words(said, where):
    assert at(said, survey()) == where


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Select Ida and Bo from the cooks, both", "click Ida; ctrl+click Bo"),
        ("select Ida and Cy, both of them.", "click Ida; ctrl+click Cy"),
        ("choose Bo and Cy, both", "click Bo; ctrl+click Cy"),
        ("select Ida, both", "click Ida"),
        ("type Ida and Bo, both", "write 'Ida and Bo, both'"),
    ],
)
def test_both_at_the_end_says_no_more_than_the_two_before(said, meaning):
    people = [
        thing(n, "list_item", 20, 60 + 30 * at, parent_name="Cooks")
        for at, n in enumerate(("Ida", "Bo", "Cy"))
    ]
    lists = thing("Cooks", "list", 10, 50, 200, 120)
    note = thing(
        "Note", "field", 400, 60, value="", states=states("editable", "focused", "multi_line")
    )
    told_so = told(said, window("Kitchen", lists, *people, note)).replace("[Cooks]", "")
    assert told_so == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("hours for KB 108: 2.5", "click2 <cell>; write '2.5'; unverified"),  # it is empty
        ("hours for KB 109: 2.5", "needs_model"),
        ("set the state of the clutch job to in work", "not_found"),
        ("type 3 into the hours of KB 108", "click2 <cell>; write '3'; unverified"),  # it is empty
        ("set the hours of the clutch to 4", "click2 <cell>; write '4'; unverified"),
        ("set the hours of the wipers to 4", "not_found"),
        ("Trag bei State von TR 99 2.5 ein", "click2 <cell>; write '2.5'; unverified"),
        ("click the plate KB 108", "click KB 108"),
        ("right-click the plate of the clutch", "right-click TR 99"),
        ("click the work for TR 99", "click Clutch"),
    ],
)
def test_the_head_of_another_column_is_no_word_for_a_cell(said, meaning):
    heads = ("Plate", "Work", "State", "Hours")
    rows = (("KB 108", "Oil change", "", ""), ("TR 99", "Clutch", "", ""))
    numbers = [thing(str(n), "row_header", 4, 40 + 30 * n, 14) for n in (1, 2)]
    assert told(said, window("Garage - Jobs", *table(heads, *rows), *numbers)) == meaning


def notices(*, named=""):
    """Two bars over a window that tell something, each with one button; the second asks for something."""
    parts = [thing("Information", "status", 0, 0, 800, 40), thing("The yearly count is due on 30 June.", "label", 20, 8, 300),
             thing(named, "button", 760, 8, 24), thing("Warning", "status", 0, 50, 800, 40),
             thing("The cellar is damp.", "label", 20, 58, 300), thing("Call the plumber", "button", 660, 58)]  # fmt: skip
    return window("Hall", *parts, thing("Count", "tab", 20, 100))


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("Dismiss the notice about the yearly count", 772),
        ("close the message about the count", 772),
        ("close the bar with the yearly count", 772),
        ("get rid of the warning about the count", 772),
        ("Schlie\u00df den Hinweis zum yearly count", 772),
        ("dismiss the notice about the monthly count", None),
        ("close the notice about the cellar", None),
        ("close the yearly count", None),
    ],
)
@pytest.mark.parametrize("named", ["", "Close"])
def test_a_notice_is_closed_by_what_it_tells(said, where, named):
    element = getattr(Driver(said, notices(named=named)).decide(), "element", None)
    assert (element.box.center.x if element else None) == where


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("The soup is paid, tick it", ("checkbox", 650, 112)),
        ("the bread course is paid, tick that", ("checkbox", 650, 82)),
        ("S 7 is paid, so tick it", ("checkbox", 650, 112)),
        ("Bread is paid, and tick it.", ("checkbox", 650, 82)),
        ("Soup ist paid, hak es ab", ("checkbox", 650, 112)),
        ("The soup is cancelled, tick it", None),
        ("The fish is paid, tick it", None),
        ("It is paid, tick it", None),
        ("The soup is not paid, tick it", None),
        ("The soup is paid", None),
    ],
)
def test_a_statement_says_the_box_that_is_to_be_ticked(said, where):
    assert at(said) == where


@pytest.mark.parametrize(
    ("said", "role", "keys"),
    [
        ("expand Tomatoes", "cell", "keys shift+right"),
        ("unfold Tomatoes", "tree_item", "keys right"),
        ("klapp Tomatoes auf", "cell", "keys shift+right"),
    ],
)
def test_the_key_that_unfolds_an_entry_is_that_of_its_list(said, role, keys):
    entry = thing("Tomatoes", role, 20, 60, states=states("expandable"))
    assert told(said, window("Seeds", entry)) == f"click Tomatoes; {keys}"


def letters():
    """Two letters of a list, each with a box and a pencil that are called by what they do."""
    rows = []
    for k, name in enumerate(("Greta Holm", "Otto Weiss")):
        y = 100 + 40 * k
        rows += [
            thing(f"Select message from {name}", "checkbox", 20, y, 16, 16),
            thing(name, "text", 60, y, 90),
            thing(f"Edit {name}", "button", 300, y, 20),
        ]
    return window("Postbox", *rows)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("Open the message from Greta Holm", ("text", 105, 112)),
        ("click the message from Otto Weiss", ("text", 105, 152)),
        ("open Otto Weiss", ("text", 105, 152)),
        ("click edit Otto Weiss", ("button", 310, 152)),
        ("tick the message from Otto Weiss", ("checkbox", 28, 148)),
    ],
)
def test_what_does_something_with_a_thing_is_not_the_thing(said, where):
    assert at(said, letters()) == where


def filters(called):
    """A page with three chips; the browser around it has crosses of its own, one of which is only read."""
    parts = [thing("Library", "document", 0, 90, 1200, 650), thing("Close", "button", 1150, 20, 30)]
    for k, name in enumerate(("In German", "Since 2015", "Novels")):
        x = 200 + 140 * k
        parts += [
            thing(name, "text", x, 200, 80, 20),
            thing(called.format(name), "button", x + 84, 200, 14, 20),
        ]
    seen = window("Library", *parts)
    seen.reader.lines.append(line("x", Rect(200, 24, 16, 16), window_id=1))
    return seen


@pytest.mark.parametrize("called", ["×", "Remove {}"])  # noqa: RUF001
@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("remove the filter In German", ("button", 291, 210)),
        ("click the x of Novels", ("button", 571, 210)),
        ("remove the filter In English", None),
    ],
)
def test_a_cross_is_that_of_its_chip_and_never_one_of_the_browser(called, said, where):
    assert at(said, filters(called)) == where


def lending(*books, at="text"):
    """Return books with their authors, and a choice whose name begins with the word for them."""
    places = [thing(n, "radio", 20 + 140 * k, 40) for k, n in enumerate(("Desk", "Book bus"))]
    rows = []
    for k, (title, author) in enumerate(books):
        y = 120 + 40 * k
        rows += [thing(title, "checkbox", 20, y, 200), thing(author, at, 240, y)]
    return window("Lending", *places, *rows)


BOOKS = ("Quiet Harbour", "Cora Lindt"), ("Sea Birds", "Jon Abel")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Tick the book by Cora Lindt", "not_found"),
        ("choose the book for Jon Abel", "not_found"),
        ("click the book next to Jon Abel", "not_found"),
        ("choose the book bus", "click Book bus"),
        ("choose the desk by Jon Abel", "not_found"),
        ("click the first desk", "ask 1"),
        ("the first desk", "needs_model"),
        ("choose the bus next to Desk", "click Book bus"),
    ],
)
@pytest.mark.parametrize("at", ["text", "cell"])
def test_what_is_called_so_only_in_part_stands_beside_what_it_is_told_by(said, meaning, at):
    assert told(said, lending(*BOOKS, at=at)) == meaning


def board(*more):
    """Two lists under their headings, and a menu that is called as what is listed."""
    parts = [thing("To do", "heading", 20, 60), thing("Done", "heading", 320, 60)]
    parts += [thing(n, "list_item", 20, 100 + 40 * k) for k, n in enumerate(("Fence", "Gate"))]
    parts += [thing("Seeds", "list_item", 320, 100), thing("Picture", "menu", 20, 0)]
    return window("Board", *parts, thing("Notes", "button", 200, 0), *more)


BEACH = thing("Beach", "image", 600, 100)


@pytest.mark.parametrize(
    ("said", "more", "meaning"),
    [
        ("click the last card in To do", (), "not_found"),
        ("click the first task under Done", (), "not_found"),
        ("klick die letzte Karte in To do", (), "not_found"),
        ("click the last entry in To do", (), "click Gate"),
        ("click the card Gate", (), "click Gate"),
        ("first picture", (), "not_found"),
        ("the first picture", (BEACH,), "click Beach"),
        ("click the first picture", (BEACH,), "click Beach"),
        ("click the first picture", (), "ask 1"),
        ("click the first note", (), "ask 1"),
        ("klick auf das erste Bild", (thing("Bild", "menu", 90, 0),), "ask 1"),
        ("click Picture", (), "click Picture"),
    ],
)
def test_a_word_for_a_kind_that_is_counted_is_no_name_of_one_thing(said, more, meaning):
    assert told(said, board(*more)) == meaning


def order(name="Quantity", role="field"):
    """A number with its label over it, and under both the pages of the list."""
    pages = [thing(str(n), "link", 20 + 40 * n, 300, 20) for n in (1, 2, 3)]
    return window(
        "Order", thing("Quantity", "text", 20, 50), thing(name, role, 20, 80, value="1"), *pages
    )


@pytest.mark.parametrize("name", ["Quantity", ""])
def test_the_label_of_a_field_is_no_title_of_what_stands_further_down(name):
    assert told("Quantity 2", order(name)).startswith(f"write '2' @{name or '<field>'}")
    assert told("Quantity 2", order(name, "combo")) != "click 2"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Warnweste Gr. M abhaken", "not_found"),
        ("Hake Warnweste Gr. M an", "not_found"),
        ("tick Warnweste Gr. M", "not_found"),
        ("Warnweste Gr. L abhaken", "click Warnweste Gr. L"),
        ("tick Warnweste Gr. L", "click Warnweste Gr. L"),
    ],
)
def test_a_name_is_not_cut_behind_a_shortened_word(said, meaning):
    names = ("Helm", "Warnweste Gr. L")
    boxes = [thing(n, "checkbox", 20, 60 + 30 * k) for k, n in enumerate(names)]
    assert told(said, window("Stock", *boxes)) == meaning


def paged():
    """A list with the buttons that turn its pages, and two that do something with a message."""
    names = ("Previous page", "1", "2", "Next page", "New message", "Delete message")
    buttons = [thing(n, "button", 20 + 130 * k, 300) for k, n in enumerate(names)]
    heading = thing("Guests", "heading", 20, 20)
    return window("Guests", heading, thing("Ada", "list_item", 20, 60), *buttons)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("click the last page", "ask 1"),
        ("first page", "not_found"),
        ("click the last message", "ask 1"),
        ("click the second message", "not_found"),
        ("next page", "click Next page"),
        ("the new message", "click New message"),
        ("guests 2", "not_understood"),
        ("2", "click 2"),
    ],
)
def test_what_does_something_with_a_thing_is_none_that_is_counted(said, meaning):
    assert told(said, paged()) == meaning


def applicants():
    """A table of people, each with a box, and with a small button that is called by more than it shows."""
    parts = []
    for n, name in enumerate(("Okafor, Chidi", "Kowalczyk, Marta")):
        y = 80 + 40 * n
        parts += [
            thing(f"Select {name}", "checkbox", 20, y, 14, states=states("checkable")),
            thing(name, "cell", 60, y, 160),
            thing(f"Stage of {name}: New", "button", 240, y, 60),
        ]  # fmt: skip
    return window("Applicants", *parts)


BOTH = "click Select Kowalczyk, Marta; click Select Okafor, Chidi"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick the box of Marta Kowalczyk and the one of Chidi Okafor", BOTH),
        ("the one of Chidi Okafor", "needs_model"),
    ],
)
def test_one_more_of_a_kind_takes_over_the_verb_and_is_no_button_by_itself(said, meaning):
    assert told(said, applicants()) == meaning


def desk():
    """Rows of people with two buttons each, and switches that are called by an act and what it is done with."""
    parts = []
    for n, name in enumerate(("Duarte, Luis", "Beale, Tom")):
        y = 80 + 40 * n
        parts.append(thing(name, "cell", 60, y, 160))
        parts += [thing(act, "button", x, y, 60) for act, x in (("Invite", 240), ("Reject", 310))]
    parts += [
        thing(f"Mute {name}", "toggle", 60 + 140 * n, 300)
        for n, name in enumerate(("Haze", "Back wash"))
    ]
    return window("Desk", *parts)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("mute Haze and Back wash", ["Mute Haze", "Mute Back wash"]),
        ("please mute Haze, Back wash", ["Mute Haze", "Mute Back wash"]),
        ("reject Luis Duarte and Tom Beale", ["Reject 92", "Reject 132"]),
        ("invite Luis Duarte and reject Tom Beale", ["Invite 92", "Reject 132"]),
        ("mute Haze and the band", []),
        ("mute Haze and Back wash if they are loud", []),
        ("Haze and Back wash", []),
        ("reject Luis Duarte and him", []),
    ],
)
def test_buttons_are_pressed_in_turn_by_the_verb_of_the_first(said, meaning):
    steps = [d.element for d in Driver(said, desk()).all() if hasattr(d, "element")]
    assert [
        e.name if e.role == "toggle" else f"{e.name} {e.box.center.y}" for e in steps
    ] == meaning


def asked(*buttons):
    """A page with a field for a name, and buttons in a row."""
    field = thing("Name of the guest", "field", 60, 80, 200, value="")
    return window(
        "Guests", field, *(thing(b, "button", 60 + 130 * n, 200) for n, b in enumerate(buttons))
    )


@pytest.mark.parametrize(
    ("said", "buttons", "meaning"),
    [
        ("answer yes", ("Yes, submit", "No, go back"), "click Yes, submit"),
        ("say no", ("Yes, submit", "No, go back"), "click No, go back"),
        ("click Yes", ("Yes, cancel it", "Keep"), "click Yes, cancel it"),
        ("answer yes", ("Yes to all", "Keep"), "ask 1"),
        ("answer yes", ("Yes, submit", "Yes, and close"), "ask 2"),
        ("say Yes, submit", ("Yes, submit", "Submit"), "click Yes, submit"),
    ],
)
def test_a_button_that_begins_with_the_answer_and_a_comma_is_that_answer(said, buttons, meaning):
    assert told(said, asked(*buttons)) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("type Peter as the guest", "write 'Peter' @Name of the guest"),
        ("set the guest to Peter", "write 'Peter' @Name of the guest over"),
        ("type Peter as the host", "not_found"),
    ],
)
def test_a_field_for_the_name_of_something_is_called_by_that(said, meaning):
    assert told(said, asked()) == meaning


def test_of_two_fields_for_the_name_of_something_none_is_taken():
    other = thing("Number of the guest", "field", 60, 120, 200, value="")
    names = window("Guests", thing("Name of the guest", "field", 60, 80, 200, value=""), other)
    assert told("type Peter as the guest", names).startswith("ask")


def test_a_name_with_last_is_chosen_where_it_is_offered():
    combo = thing("Period", "combo", 60, 80, states=states("expandable"))
    seen = window(
        "Use", combo, thing("Use per year", "text", 60, 200), thing("year", "text", 60, 240)
    )
    seen.reader.options = lambda element: ("This year", "Last year")
    assert told("choose Last year", seen).startswith("click Period")
    assert not told("choose First year", seen).startswith("click Period")


def test_stars_are_counted_in_words():
    stars = [
        thing(f"{n} stars", "radio", 60 + 30 * n, y, 20, parent_name=f"Rating of {who}")
        for y, who in ((80, "Beale, Tom"), (120, "Raman, Priya")) for n in (2, 3, 4)
    ]  # fmt: skip
    groups = [
        thing(f"Rating of {w}", "group", 60, y, 300)
        for y, w in ((80, "Beale, Tom"), (120, "Raman, Priya"))
    ]
    seen = window("Ratings", *groups, *stars)
    step = Driver("give Priya Raman four stars", seen).step().element
    assert (step.name, step.box.y) == ("4 stars", 120)


@pytest.mark.parametrize(
    ("said", "opened"),
    [
        ("tick Post and choose Tom for it", "Who: Post"),
        ("tick Meters, then choose Tom for that", "Who: Meters"),
        ("choose Tom for it", None),
        ("tick Post and set it to Tom", None),
        ("tick Post and type Tom into it", None),
    ],
)
def test_it_is_the_list_in_the_row_of_what_was_ticked(said, opened):
    parts = [
        thing(f"{before}{name}", role, x, 80 + 40 * n, states=states(*held))
        for n, name in enumerate(("Post", "Meters"))
        for before, role, x, held in (
            ("", "checkbox", 60, ["checkable"]), ("Who: ", "combo", 400, ["expandable"])
        )
    ]  # fmt: skip
    steps = [
        d.element.name for d in Driver(said, window("To do", *parts)).all() if hasattr(d, "element")
    ]
    assert steps[1:] == ([opened] if opened else [])


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("click berth A6", "A6"),
        ("press the berth A2", "A2"),
        ("klick auf berth A2", "A2"),
        ("click boat A6", None),
        ("click berth", None),
        ("click berth A7", None),
        ("click berth 4", None),
        ("click A6 berth", None),
    ],
)
def test_a_word_of_the_title_before_a_name_says_what_the_things_are(said, name):
    berths = [thing(f"A{n}", "toggle", 60 * n, 100, 50) for n in (2, 4, 6)]
    berths.append(thing("4", "toggle", 60, 140, 50))
    step = Driver(said, window("Berth check-in - Marina", *berths)).decide()
    assert getattr(getattr(step, "element", None), "name", None) == name
