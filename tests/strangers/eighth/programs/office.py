# ruff: noqa: BLE001
"""Writes as JSON what the document of the office program holds (asked by UNO over its pipe)."""

import sys

import uno

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext(
    "com.sun.star.bridge.UnoUrlResolver", local
)
try:
    context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
except Exception:
    sys.exit(1)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
found = {}
documents = desktop.Components.createEnumeration()
while documents.hasMoreElements():
    doc = documents.nextElement()
    if not hasattr(doc, "supportsService"):
        continue
    if doc.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        sheets = doc.Sheets
        found["blätter"] = list(sheets.ElementNames)
        found["blatt"] = doc.CurrentController.ActiveSheet.Name if doc.CurrentController else ""
        sheet = sheets.getByIndex(0)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        for row in range(max(10, cursor.RangeAddress.EndRow + 1)):
            for column in range(max(5, cursor.RangeAddress.EndColumn + 1)):
                cell = sheet.getCellByPosition(column, row)
                name = f"{chr(65 + column)}{row + 1}"
                if cell.String:
                    found["cell " + name] = cell.String
                if row < 6 and column < 4:
                    form = []
                    if cell.CharWeight > 100:
                        form.append("fett")
                    if cell.CharPosture.value == "ITALIC":
                        form.append("kursiv")
                    if cell.CellBackColor != -1:
                        form.append("farbe")
                    if cell.HoriJustify.value == "CENTER":
                        form.append("mittig")
                    found["form " + name] = " ".join(form)
        found["versteckt"] = [i + 1 for i in range(10) if not sheet.Rows.getByIndex(i).IsVisible]
    elif doc.supportsService("com.sun.star.text.TextDocument"):
        number = 0
        parts = doc.Text.createEnumeration()
        while parts.hasMoreElements():
            part = parts.nextElement()
            if not part.supportsService("com.sun.star.text.Paragraph"):
                found["tabellen"] = found.get("tabellen", 0) + 1
                continue
            number += 1
            found[f"line {number}"] = part.String
            form = [
                part.ParaStyleName,
                {0: "links", 1: "rechts", 2: "block", 3: "mittig"}.get(part.ParaAdjust, ""),
            ]
            pieces = part.createEnumeration()
            marks = []
            while pieces.hasMoreElements():
                piece = pieces.nextElement()
                if piece.CharWeight > 100:
                    marks.append("fett:" + piece.String)
                if piece.CharPosture.value == "ITALIC":
                    marks.append("kursiv:" + piece.String)
                if piece.CharUnderline:
                    marks.append("unterstrichen:" + piece.String)
            found[f"form {number}"] = " ".join(form)
            found[f"zeichen {number}"] = marks
        found["absätze"] = number
    for _folder in ("Selection",):
        try:
            chosen = getattr(doc, "CurrentSelection", None)
            found["selection"] = getattr(chosen, "AbsoluteName", "") or (
                chosen.getByIndex(0).String if chosen and hasattr(chosen, "getByIndex") else ""
            )
        except Exception:
            found["selection"] = ""
