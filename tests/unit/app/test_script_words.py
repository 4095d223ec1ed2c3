"""A run of a script is told from a play of a macro by what the history has of it."""

from app.script_run import Plan, ScriptRun
from app.settings import Settings
from app.task_text import is_script_run, task_text
from automation.core.events import Task


def test_what_a_script_is_called_in_the_history_tells_that_it_is_one(tmp_path):
    run = ScriptRun(Plan(tmp_path / "Play the macro “a”.py"), None)
    task = run._task(Settings(), run._brought(Settings(), is_attended=True))
    assert task.text == "Run the script “Play the macro “a”.py”"
    assert is_script_run(task.policy, task.text)


def test_neither_a_macro_nor_a_users_own_words_are_taken_for_a_script():
    assert not is_script_run("macro", "Play the macro “Run the script “a.py””")
    assert not is_script_run(Task("x").policy, task_text("a.py"))
