"""The desktop's scale from the text of the X resources."""

import pytest

from automation.desktop.monitors import scale_of


@pytest.mark.parametrize(
    ("resources", "scale"),
    [
        ("", 1.0),
        ("Xft.dpi:\t96\n", 1.0),
        ("Xcursor.size: 24\nXft.dpi:\t192\n", 2.0),
        ("Xft.dpi: 120.0", 1.25),
        ("*Xft.dpi: 192", 1.0),
        ("Xft.dpi: much", 1.0),
        ("Xft.dpi: 0", 1.0),
        ("Xft.dpi: nan", 1.0),
        ("Xft.dpi: 96000", 1.0),
    ],
)
def test_scale_is_the_resource_over_96_where_it_makes_sense(resources, scale):
    assert scale_of(resources) == scale
