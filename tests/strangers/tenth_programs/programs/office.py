"""Prints what the open sheet or text holds, asked of the office program itself."""

import json
import sys

import uno


def sheets(doc, state):
    state["sheets"] = list(doc.Sheets.ElementNames)
    control = doc.CurrentController
    state["sheet"] = control.ActiveSheet.Name
    for index in range(doc.Sheets.Count):
        sheet = doc.Sheets.getByIndex(index)
        before = f"{index + 1}." if index else ""
        for row in range(14):
            for column in range(7):
                cell = sheet.getCellByPosition(column, row)
                at = f"{before}{chr(65 + column)}{row + 1}"
                state[at] = cell.Formula
                look = []
                if cell.CharWeight > 100:
                    look.append("bold")
                if cell.CharPosture.value != "NONE":
                    look.append("italic")
                if cell.CharUnderline:
                    look.append("underline")
                if cell.CellBackColor not in (-1, 0xFFFFFF):
                    look.append(f"back {cell.CellBackColor:06x}")
                if cell.HoriJustify.value != "STANDARD":
                    look.append(cell.HoriJustify.value.lower())
                if cell.IsMerged:
                    look.append("merged")
                state["look " + at] = " ".join(look)
        for row in range(14):
            state[f"hidden {before}row {row + 1}"] = not sheet.Rows.getByIndex(row).IsVisible
        for column in range(7):
            state[f"hidden {before}column {chr(65 + column)}"] = not sheet.Columns.getByIndex(
                column
            ).IsVisible
    state["zoom"] = control.ZoomValue
    state["grid"] = control.ShowGrid
    state["frozen"] = control.hasFrozenPanes()
    state["selection"] = getattr(doc.CurrentSelection, "AbsoluteName", "").replace("$", "")


def texts(doc, state):
    paragraphs = doc.Text.createEnumeration()
    number = 0
    lines = []
    while paragraphs.hasMoreElements():
        paragraph = paragraphs.nextElement()
        if not paragraph.supportsService("com.sun.star.text.Paragraph"):
            continue
        number += 1
        lines.append(paragraph.String)
        state[f"style {number}"] = paragraph.ParaStyleName
        state[f"align {number}"] = int(paragraph.ParaAdjust)
        state[f"bullet {number}"] = bool(
            paragraph.NumberingIsNumber and paragraph.NumberingStyleName
        )
        for kind in ("bold", "italic", "underline"):
            state[f"{kind} {number}"] = ""
        sizes = set()
        portions = paragraph.createEnumeration()
        while portions.hasMoreElements():
            part = portions.nextElement()
            state[f"bold {number}"] += part.String if part.CharWeight > 100 else ""
            state[f"italic {number}"] += part.String if part.CharPosture.value != "NONE" else ""
            state[f"underline {number}"] += part.String if part.CharUnderline else ""
            sizes.add(part.CharHeight)
        state[f"size {number}"] = sorted(sizes)
    state["lines"] = lines
    state["tables"] = [
        f"{t.Columns.Count} x {t.Rows.Count}"
        for t in (doc.TextTables.getByIndex(i) for i in range(doc.TextTables.Count))
    ]
    style = doc.StyleFamilies.getByName("PageStyles").getByName(
        "Default Page Style"
        if doc.StyleFamilies.getByName("PageStyles").hasByName("Default Page Style")
        else "Standard"
    )
    state["landscape"] = bool(style.IsLandscape)
    state["header"] = bool(style.HeaderIsOn)
    state["footer"] = bool(style.FooterIsOn)
    state["zoom"] = doc.CurrentController.ViewSettings.ZoomValue
    state["marks"] = bool(doc.CurrentController.ViewSettings.ShowParaBreaks)
    ranges = doc.CurrentSelection
    state["selection"] = ranges.getByIndex(0).String if getattr(ranges, "Count", 0) else ""


def main():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    state = {}
    documents = desktop.Components.createEnumeration()
    while documents.hasMoreElements():
        doc = documents.nextElement()
        if hasattr(doc, "Sheets"):
            sheets(doc, state)
        elif hasattr(doc, "TextTables"):
            texts(doc, state)
    sys.stdout.write(json.dumps(state))


if __name__ == "__main__":
    main()
