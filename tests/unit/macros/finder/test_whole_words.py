"""A text is said in whole words and numbers, and not where it is denied."""

import pytest

from automation.screen.folding import says


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("Saved", "saved"),
        ("All changes saved.", "Saved"),
        ("“Saved” at 10:30", "Saved"),
        ("file_saved2", "saved"),
        ("Loading…", "Loading"),
        ("Loading", "Loading…"),
        ("Total amount: 12", "Total:"),
        ("Totals", "Total:"),
        ("1 item", "1 item"),
        ("Step 3. Saved", "3"),
        ("v2", "2"),
        ("5, 6 and 7", "6"),
        ("1,234.50", "1,234.50"),
        ("文件已保存完毕", "保存"),
        ("Save保存", "Save"),
        ("ไม่มีข้อมูล", "ข้อมูล"),
        ("Error 5\nSaved\nno more", "saved"),
        ("first line\nsecond line", "line second"),
        ("Not sent. Saved", "Saved"),
        ("No errors: build finished", "Build finished"),
        ("Build finished with no errors", "Build finished"),
        ("Saved, but not sent", "Saved"),
        ("Order no 12 saved", "saved"),
        ("Not saved. Saved", "Saved"),
        ("Not saved", "Not saved"),
        ("Don't save", "Don't save"),
        ("no such file\nSaved", "Saved"),
        ("São Paulo no Brasil", "Brasil"),
        ("Bem-vindo no portal", "portal"),
        ("Yes No", "Yes"),
        ("Cancel No Yes", "Yes"),
        ("No Name Date", "Date"),
        ("no-reply@x.com Inbox", "Inbox"),
        ("Non-stop Berlin", "Berlin"),
        ("Pas de Calais Lille", "Lille"),
        ("Don't have an account Sign up", "Sign up"),
        ("05.01.2024", "2024"),
        ("26.11.2026", "26.11"),
        ("250.00", "250"),
        ("€250.00", "€250"),
        ("12,13,14", "13"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
    ],
)
def test_a_text_is_said(told, text):
    assert says(told, text)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("", "Saved"),
        ("Saved", ""),
        ("Not saved", "Saved"),
        ("The file could not be saved", "saved"),
        ("The file couldn't be saved", "saved"),
        ("It cannot be saved", "saved"),
        ("Nicht gespeichert", "Gespeichert"),
        ("Saved: no", "Saved"),
        ("Unsaved", "Saved"),
        ("Saved", "Save"),
        ("Dateien", "Datei"),
        ("11 items", "1 item"),
        ("1 items", "1 item"),
        ("1.250 EUR", "250 EUR"),
        ("12.5", "12"),
        ("Переподключено", "подключено"),
        ("There are no items", "items"),
        ("No items", "items"),
        ("not yet saved", "saved"),
        ("Cafés", "Cafe\u0301"),
        ("250.75", "250"),
        ("1'250", "250"),
    ],
)
def test_a_text_is_not_said(told, text):
    assert not says(told, text)
