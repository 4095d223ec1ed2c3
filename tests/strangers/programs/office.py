"""Prints what the open spreadsheet or text holds, asked of the office program itself."""

import json
import sys

import uno


def sheet_state(doc, state):
    state["sheets"] = list(doc.Sheets.ElementNames)
    state["sheet"] = doc.CurrentController.ActiveSheet.Name
    for sheet in (doc.Sheets.getByIndex(i) for i in range(doc.Sheets.Count)):
        for row in range(12):
            for column in range(6):
                cell = sheet.getCellByPosition(column, row)
                name = f"{sheet.Name}.{chr(65 + column)}{row + 1}"
                if cell.Formula:
                    state[name] = cell.Formula
                if cell.CharWeight > 100:
                    state["bold " + name] = True
                if cell.CharPosture.value != "NONE":
                    state["italic " + name] = True
    selection = doc.CurrentSelection
    state["selection"] = getattr(selection, "AbsoluteName", "").replace("$", "")


def text_state(doc, state):
    paragraphs = doc.Text.createEnumeration()
    number = 0
    while paragraphs.hasMoreElements():
        paragraph = paragraphs.nextElement()
        if not paragraph.supportsService("com.sun.star.text.Paragraph"):
            continue
        number += 1
        state[f"line {number}"] = paragraph.String
        state[f"style {number}"] = paragraph.ParaStyleName
        state[f"align {number}"] = int(paragraph.ParaAdjust)
        portions = paragraph.createEnumeration()
        for kind in ("bold", "italic", "underline"):
            state[f"{kind} {number}"] = ""
        while portions.hasMoreElements():
            part = portions.nextElement()
            state[f"bold {number}"] += part.String if part.CharWeight > 100 else ""
            state[f"italic {number}"] += part.String if part.CharPosture.value != "NONE" else ""
            state[f"underline {number}"] += part.String if part.CharUnderline else ""
    state["tables"] = doc.TextTables.Count
    state["selection"] = ""
    ranges = doc.CurrentSelection
    if ranges is not None and hasattr(ranges, "Count") and ranges.Count:
        state["selection"] = ranges.getByIndex(0).String


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
            sheet_state(doc, state)
        elif hasattr(doc, "TextTables"):
            text_state(doc, state)
    sys.stdout.write(json.dumps(state))


if __name__ == "__main__":
    main()
