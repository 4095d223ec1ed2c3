import time
import timeit
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.commands.read.by_values import meant_for_passwords
from automation.core.actions import Aim, Click, Element, Write
from automation.core.events import Started, Task
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Confirmation, Pictures, Proposal
from automation.core.secrets import concealed, spoken_passwords, without_hidden


@pytest.mark.parametrize(
    ("task", "secret"),
    [
        ('type "hunter2" into Password', "hunter2"),
        ("type hunter2 into the Password field and click Save", "hunter2"),
        ("set Password to hunter2", "hunter2"),
        ("fill Passwort with geheim", "geheim"),
        ("click Login then type 1234 into PIN", "1234"),
        ("unlock with pin 1234", "1234"),
        ("unlock with PIN-Code: 1234", "1234"),
        ("accedi, parola: hunter2", "hunter2"),
        ("log in as bob, password hunter2", "hunter2"),
        ("melde mich an, Passwort: 'mein Geheimnis'", "mein Geheimnis"),
        ("type a into Password", "a"),
        ("click Password and type hunter2", "hunter2"),
        ("click the new password field, type hunter2 and press Enter", "hunter2"),
        ('click Passwort then type "hunter2 x"', "hunter2 x"),
        ("in Chromium, click the password field, type hunter2", "hunter2"),
    ],
)
def test_what_a_task_puts_into_a_password_field_is_found_in_its_words(task, secret):
    assert secret in meant_for_passwords(task)
    assert secret not in concealed(task, meant_for_passwords(task)).split()


@pytest.mark.parametrize(
    "task",
    [
        "click the password field; wait 1 second; type hunter2",
        "click Password, press Ctrl+A, type hunter2",
        "clear the password field and type hunter2",
        "focus the password field and type hunter2",
        "select all in the password field and type hunter2",
        "paste hunter2 into the password field",
        "click Password, press Ctrl+A and paste hunter2",
        "click the password field in Chromium; press Home; type hunter2",
        "click the password field, double-click it, type hunter2",
        "click the password field, click Show password, type hunter2",
        "find the password field, click it, type hunter2",
        "press Tab until the password field has focus and type hunter2",
        "scroll to the password field and type hunter2",
        "insert hunter2 in the password field",
        "copy hunter2 to the clipboard, click the password field and paste",
        "set the clipboard to hunter2, click the password field, press Ctrl+V",
        "add hunter2 at the end of the password field",
        "klicke in das Passwortfeld; warte 1 Sekunde; tippe hunter2",
        "klicke Passwort an, warte kurz, tippe hunter2",
        "klicke auf Passwort, drücke Strg+A, tippe hunter2",
        "leere das Passwortfeld und tippe hunter2",
        "fokussiere das Passwortfeld und tippe hunter2",
        "markiere alles im Passwortfeld und tippe hunter2",
        "füge hunter2 in das Passwortfeld ein",
        "klicke in das Kennwort-Feld und füge hunter2 ein",
        "kopiere hunter2 in die Zwischenablage, klicke in das Passwortfeld und füge ein",
        "drag hunter2 onto the password field",
        "ziehe hunter2 auf das Passwortfeld",
        "choose hunter2 in Password",
        "wähle hunter2 bei Passwort",
        "select hunter2 for Password",
        "click Password and choose hunter2",
        "type hunter2 there after clicking the password field",
        "type hunter2 after clicking Password",
        "type hunter2 once the password field has focus",
        "type hunter2 when the password field is focused",
        "type hunter2 while the password field is active",
        "tippe hunter2, nachdem du das Passwortfeld angeklickt hast",
        "tippe hunter2, sobald das Passwortfeld aktiv ist",
        "after you click the password field type hunter2",
        "once the password field is active, enter hunter2",
        "with the password field in focus type hunter2",
        "before typing hunter2 click the password field",
        "before you type hunter2, click Password",
        "nachdem du das Passwortfeld angeklickt hast, tippe hunter2",
        "bevor du hunter2 tippst, klicke in das Passwortfeld",
    ],
)
def test_what_comes_into_a_password_field_by_more_than_one_step_is_found_too(task):
    assert meant_for_passwords(task) == ("hunter2",)


@pytest.mark.parametrize(
    "task",
    [
        "click the password field, then click Name and type bob",
        "click the password field, open Mousepad, type hello",
        "klicke in das Passwortfeld und klicke auf Anmelden",
        "paste the clipboard into the password field",
        "copy Anna to the clipboard and paste it into Name",
        "find the mail with the link to reset my password",
        "öffne den Passwortmanager und tippe github",
        "click Reset password",
        "type hello into Name",
        "type ${secret:mail} into Password",
        "click PIN",
        "click Password manager and type github",
        'click "Forgot password?" and type bob',
        "click Show password and type bob into Name",
        "if Password is visible click Save",
        "choose Change password in Tools",
        "drag Passwords onto Archive",
        "type my password was lost into Note",
        "type bob into Name after clicking New",
        "choose Password in Type",
        'click "Password" 3 times',
        "type Pinneberg into City",
        "Play the macro “Shopping list”",
        "click Shipping address and type Rome",
        "open pinterest.com",
        "type my opinion is good into Note",
        "click Senhalmost then type the parolando into Note",
    ],
)
def test_other_tasks_are_told_as_they_are(task):
    assert concealed(task, meant_for_passwords(task)) == task


@pytest.mark.parametrize("secret", ['hun"ter2', "hun\\ter2", '\\"hunter2"'])
def test_a_text_whose_quotes_were_escaped_in_the_task_is_taken_out_too(secret):
    written = secret.replace("\\", "\\\\").replace('"', '\\"')
    task = f'log in with "{written}"'
    assert concealed(task, [secret]) == f'log in with "<secret:{len(secret)} chars>"'


@given(st.text(min_size=1), st.text(max_size=30), st.text(max_size=30))
def test_no_text_of_some_length_is_left_anywhere(secret, before, after):
    told = concealed(f"{before}{secret}{after}", [secret])
    if len(secret) >= 4 and secret.strip() and secret not in "<secret:0123456789 chars>":
        assert secret not in told or secret in f"{before}<secret:{len(secret)} chars>{after}"


def test_the_beginning_of_a_text_that_a_sentence_cuts_is_taken_out_too():
    sentence = "Type “correct horse batt…” into “Password”"
    assert concealed(sentence, ["correct horse battery staple"]) == (
        "Type “<secret:28 chars>…” into “Password”"
    )


def test_words_of_a_fixed_choice_and_addresses_stay():
    aim = Aim(ScreenPoint(1, 2), Element("button", role="tree"))
    hidden = ["left", "accepted", "dead", "button"]
    assert without_hidden(Click(aim), hidden).button == "left"
    assert without_hidden(Confirmation("accepted", "user"), hidden).verdict == "accepted"
    assert without_hidden(Pictures(before="deadbeef"), hidden) == Pictures(before="deadbeef")
    assert without_hidden(Click(aim), hidden).at.element.name == "<secret:6 chars>"


def test_a_value_is_changed_in_its_depth_and_one_without_it_is_the_same_object():
    task = Task("type hunter2 into Password")
    assert without_hidden(Started("run", task, ()), ["hunter2"]).task.text.count("hunter2") == 0
    assert without_hidden(task, ["other"]) is task
    proposal = Proposal(Write("hunter2"), upcoming=("Type “hunter2”",))
    told = without_hidden(proposal, ["hunter2"])
    assert told.intent.text == "<secret:7 chars>"
    assert told.upcoming == ("Type “<secret:7 chars>”",)


def test_ordinary_words_after_password_are_no_secret():
    assert spoken_passwords("click the password field and press Enter") == ()


@pytest.mark.parametrize(
    "words", ["with click password ", "after click password type the ", "before a click password "]
)
def test_the_search_for_passwords_grows_with_a_task_and_not_with_its_cube(words):
    def seconds(length):
        task = (words * length)[:length]
        took = partial(spoken_passwords, task)
        return min(timeit.repeat(took, timer=time.thread_time, number=1, repeat=3))

    assert seconds(8000) < 24 * seconds(1000)  # eightfold, and three times that for noise
