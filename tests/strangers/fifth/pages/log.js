/* Meldet dem Server, was die Seite enthält, sobald es sich geändert hat. */
const klicks = {};
let zuletzt = "";
function markiert() {
  const feld = document.activeElement;
  if (feld && "selectionStart" in feld && feld.selectionStart !== null)
    return feld.value.slice(feld.selectionStart, feld.selectionEnd);
  return String(document.getSelection());
}
function amEnde(kasten) {
  return kasten.scrollTop + kasten.clientHeight >= kasten.scrollHeight - 6;
}
function stand() {
  const s = { seite: document.title, markiert: markiert() };
  for (const feld of document.querySelectorAll("input, select, textarea")) {
    const name = feld.id || feld.name;
    if (!name) continue;
    if (feld.type === "checkbox") s[name] = feld.checked;
    else if (feld.type === "radio") {
      if (feld.checked) s[feld.name] = feld.value;
      else if (!(feld.name in s)) s[feld.name] = "";
      if (feld.id) delete s[feld.id];
    } else if (feld.multiple) s[name] = [...feld.selectedOptions].map((o) => o.text);
    else if (feld.tagName === "SELECT") s[name] = feld.selectedOptions[0].text;
    else s[name] = feld.value;
  }
  for (const feld of document.querySelectorAll("[contenteditable]"))
    if (feld.id) s[feld.id] = feld.innerText;
  for (const teil of document.querySelectorAll("details, dialog")) s["offen " + teil.id] = teil.open;
  for (const kasten of document.querySelectorAll("[data-rollt]"))
    s["rollt " + kasten.id] = amEnde(kasten);
  for (const name in klicks) s["clicks " + name] = klicks[name];
  s["rollt seite"] = amEnde(document.scrollingElement);
  return window.eigen ? Object.assign(s, window.eigen()) : s;
}
function zaehle(e, art) {
  const ziel = e.target.closest("button, a, [role=button], [role=menuitem], [data-c]");
  if (!ziel || ziel.dataset.frei !== undefined) return;
  const name = art + (ziel.id || ziel.textContent.trim());
  klicks[name] = (klicks[name] || 0) + 1;
}
document.addEventListener("click", (e) => zaehle(e, ""), true);
document.addEventListener("submit", (e) => e.preventDefault());
setInterval(() => {
  const text = JSON.stringify(stand());
  if (text === zuletzt) return;
  zuletzt = text;
  fetch("/log", { method: "POST", body: text });
}, 120);
