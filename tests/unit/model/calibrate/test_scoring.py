import pytest

from model.calibrate.scoring import point_in


@pytest.mark.parametrize(
    ("answer", "point"),
    [
        ('{"x": 512, "y": 77}', (512, 77)),
        ('```json\n{"y": 77, "x": 512}\n```', (512, 77)),
        ('{"X": "0.25", "Y": " 0.5"}', (0.25, 0.5)),
        ('{"action": "click_absolute", "x": 1e2, "y": 3.50}', (100, 3.5)),
        ('{"tool_call": {"tool_name": "click_desktop", "x": 1, "y": 2}}', (1, 2)),
        ('{"x": 5, "y": 6} and again {"x": 5, "y": 6}', (5, 6)),
        ("Click(512, 77)", (512, 77)),
        ("The button is at (512,77).", (512, 77)),
        ("[0.51, 0.07]", (0.51, 0.07)),
        ("<512 77>", (512, 77)),
        ("x=512, y=77", (512, 77)),
        ("X: 512; Y: 77", (512, 77)),
        ("512, 77", (512, 77)),
        ("512 77", (512, 77)),
        ("512 and 77.", (512, 77)),
        ("(-3, 77)", (-3, 77)),
        ("3 buttons; it is the one at (10, 20)", (10, 20)),
    ],
)
def test_a_point_is_found_in_every_usual_form(answer, point):
    assert point_in(answer) == point


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot see it.",
        "512",
        "Button 2 is at 512",
        "between (1, 2) and (3, 4)",
        '{"x": 1, "y": 2} or {"x": 3, "y": 4}',
        "[10, 20, 30, 40]",
        "10, 20, 30, 40",
        "(51%, 7%)",
        "51 %, 7 %",
        "51, 7%",
        "x: 51, y: 7 %",
        '{"x": true, "y": 2}',
        '{"x": NaN, "y": 2}',
        '{"x": 1e400, "y": 2}',
        '{"x": 1}',
        '{"x": [1], "y": [2]}',
        "1,024, 500",
        "12345678901, 5",
        "2026-11-22 10",
        "v1.2.3, 4",
        '{"x": ' + "9" * 5000 + ', "y": 1}',
        "{" * 50_000,
    ],
)
def test_an_answer_that_names_no_point_or_several_has_none(answer):
    assert point_in(answer) is None


def test_the_end_of_a_long_answer_counts():
    assert point_in("so " * 50_000 + "(3, 4)") == (3, 4)
