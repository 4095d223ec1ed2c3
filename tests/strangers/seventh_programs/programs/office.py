"""Prints what the open document of LibreOffice holds, as JSON; asked through uno."""

import json
import sys

import uno

resolver = uno.getComponentContext().ServiceManager.createInstanceWithContext(
    "com.sun.star.bridge.UnoUrlResolver", uno.getComponentContext()
)
context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
state = {}


def name_of(column):
    return chr(ord("A") + column)


def sheets(doc):
    state["sheets"] = list(doc.Sheets.ElementNames)
    state["sheet"] = doc.CurrentController.ActiveSheet.Name
    for sheet in (doc.Sheets.getByIndex(i) for i in range(doc.Sheets.Count)):
        looks = {what: [] for what in ("bold", "italic", "colour", "center")}
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        for column in range(end.EndColumn + 1):
            for row in range(end.EndRow + 1):
                cell = sheet.getCellByPosition(column, row)
                where = f"{sheet.Name}.{name_of(column)}{row + 1}"
                if not cell.Formula:
                    continue
                state["cell " + where] = cell.Formula if cell.Formula[0] == "=" else cell.String
                place = where.split(".", 1)[1]
                if cell.CharWeight > 100:
                    looks["bold"].append(place)
                if cell.CharPosture.value == "ITALIC":
                    looks["italic"].append(place)
                if cell.CellBackColor != -1:
                    looks["colour"].append(place)
                if cell.HoriJustify.value == "CENTER":
                    looks["center"].append(place)
        state.update({f"{what} {sheet.Name}": cells for what, cells in looks.items()})
        hidden = [
            name_of(i)
            for i in range(end.EndColumn + 1)
            if not sheet.Columns.getByIndex(i).IsVisible
        ]
        state["hidden " + sheet.Name] = hidden
    marked = doc.CurrentSelection
    state["selection"] = marked.AbsoluteName if hasattr(marked, "AbsoluteName") else ""


def pages(doc):
    paragraphs = doc.Text.createEnumeration()
    number = 0
    while paragraphs.hasMoreElements():
        part = paragraphs.nextElement()
        number += 1
        if not part.supportsService("com.sun.star.text.Paragraph"):
            state[f"line {number}"] = "(table)"
            continue
        state[f"line {number}"] = part.String
        state[f"style {number}"] = part.ParaStyleName
        state[f"align {number}"] = (
            part.ParaAdjust if isinstance(part.ParaAdjust, int) else part.ParaAdjust.value
        )
        bold, italic, under = [], [], []
        portions = part.createEnumeration()
        while portions.hasMoreElements():
            piece = portions.nextElement()
            text = piece.String
            if piece.CharWeight > 100 and not part.ParaStyleName.startswith(("Heading", "Title")):
                bold.append(text)
            if piece.CharPosture.value == "ITALIC":
                italic.append(text)
            if piece.CharUnderline:
                under.append(text)
        state[f"bold {number}"] = "".join(bold)
        state[f"italic {number}"] = "".join(italic)
        state[f"underlined {number}"] = "".join(under)
        state[f"list {number}"] = bool(
            (part.NumberingIsNumber and part.ListLabelString) or part.NumberingStyleName
        )
    state["lines"] = number
    state["tables"] = doc.TextTables.Count
    style = doc.StyleFamilies.getByName("PageStyles").getByName("Standard")
    state["landscape"] = bool(style.IsLandscape)


components = desktop.Components.createEnumeration()
while components.hasMoreElements():
    doc = components.nextElement()
    if doc.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        sheets(doc)
    elif doc.supportsService("com.sun.star.text.TextDocument"):
        pages(doc)
    else:
        continue
    state["modified"] = bool(doc.isModified())
json.dump(state, sys.stdout)
