"""Print what the office program with the named pipe holds."""

import contextlib
import json
import sys

import uno

ROWS, COLUMNS = 12, "ABCDEFG"


def documents():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    return list(members(desktop.Components))


def members(whole):
    found = whole.createEnumeration()
    while found.hasMoreElements():
        yield found.nextElement()


def name_of(cell):
    return cell.AbsoluteName.split(".")[-1].replace("$", "")


def looks_of(cell):
    """The names of the lists that the cell belongs to by its looks."""
    looks = {
        "bold": cell.CharWeight > 100,
        "italic": cell.CharPosture.value != "NONE",
        "centred": cell.HoriJustify.value == "CENTER",
        "right": cell.HoriJustify.value == "RIGHT",
        "filled": cell.CellBackColor not in (-1, 0xFFFFFFFF),
        "framed": bool(cell.BottomBorder.OuterLineWidth),
    }
    return [name for name, on in looks.items() if on]


def cells_of(sheet):
    state = {}
    lists = {k: [] for k in ("bold", "italic", "centred", "right", "filled", "framed", "notes")}
    sizes = {}
    for row in range(ROWS):
        for column in range(len(COLUMNS)):
            cell = sheet.getCellByPosition(column, row)
            name = name_of(cell)
            if cell.Formula:
                state[f"cell {name}"] = cell.Formula
            for looks in looks_of(cell):
                lists[looks].append(name)
            if cell.CharHeight != 10:
                sizes[name] = cell.CharHeight
    return {**state, **lists, "sizes": sizes}


def selection_of(view):
    if not hasattr(view.Selection, "RangeAddress"):
        return {}
    area = view.Selection.RangeAddress
    first, last = ("ABCDEFGHIJ"[min(9, at)] for at in (area.StartColumn, area.EndColumn))
    return {"selection": f"{first}{area.StartRow + 1}:{last}{area.EndRow + 1}"}


def state_of_sheets(document):
    view = document.CurrentController
    sheet = document.Sheets.getByIndex(0)
    rows, columns = sheet.Rows, sheet.Columns
    return {
        "sheets": list(document.Sheets.ElementNames),
        "sheet": view.ActiveSheet.Name,
        "frozen": bool(view.hasFrozenPanes()),
        "grid": bool(view.ShowGrid),
        **cells_of(sheet),
        "hidden rows": [at + 1 for at in range(ROWS) if not rows.getByIndex(at).IsVisible],
        "hidden columns": [
            name for at, name in enumerate(COLUMNS) if not columns.getByIndex(at).IsVisible
        ],
        **selection_of(view),
        "charts": sheet.Charts.Count,
    }


def is_paragraph(part):
    return part.supportsService("com.sun.star.text.Paragraph")


def marks_of(paragraphs):
    """What is bold, italic and underlined, and the sizes of the letters."""
    marks = {"bold": [], "italic": [], "underlined": [], "sizes": []}
    for part in (part for paragraph in paragraphs for part in members(paragraph)):
        text = part.String.strip()
        if not text:
            continue
        if part.CharWeight > 100:
            marks["bold"].append(text)
        if part.CharPosture.value != "NONE":
            marks["italic"].append(text)
        if part.CharUnderline:
            marks["underlined"].append(text)
        marks["sizes"].append(part.CharHeight)
    return marks


def page_of(document):
    found = {}
    with contextlib.suppress(Exception):
        style = document.StyleFamilies.getByName("PageStyles").getByName(
            document.CurrentController.ViewCursor.PageStyleName
        )
        found["landscape"] = bool(style.IsLandscape)
        found["header"] = bool(style.HeaderIsOn)
    return found


def state_of_text(document):
    parts = list(members(document.Text))
    paragraphs = [part for part in parts if is_paragraph(part)]
    adjust = [paragraph.ParaAdjust for paragraph in paragraphs]
    view = document.CurrentController.ViewSettings
    return {
        **{f"line {number}": one.String for number, one in enumerate(paragraphs, 1)},
        **marks_of(paragraphs),
        "styles": [paragraph.ParaStyleName for paragraph in paragraphs],
        "tables": len(parts) - len(paragraphs),
        "adjust": [one if isinstance(one, int) else one.value for one in adjust],
        "lists": [
            one.String for one in paragraphs if one.NumberingStyleName not in ("", "Outline")
        ],
        **page_of(document),
        "marks": bool(view.ShowParaBreaks),
        "ruler": bool(view.ShowHoriRuler),
    }


def main():
    state = {}
    for document in documents():
        if document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            state.update(state_of_sheets(document))
        elif document.supportsService("com.sun.star.text.TextDocument"):
            state.update(state_of_text(document))
    sys.stdout.write(json.dumps(state, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
