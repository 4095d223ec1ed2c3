/* What the page holds: its named fields, its own state (S) and the presses of what is marked data-act. */
const S = {};
const presses = {};
let posted = "";
const $ = (sel, from) => (from || document).querySelector(sel);
const $$ = (sel, from) => [...(from || document).querySelectorAll(sel)];
function press(name) {
  presses[name] = (presses[name] || 0) + 1;
}
function holding() {
  const state = { page: document.title };
  for (const field of $$("input[id], select[id], textarea[id]")) {
    if (field.hasAttribute("data-skip")) continue;
    const kind = field.type;
    if (kind === "checkbox" || kind === "radio") state[field.id] = field.checked;
    else if (kind === "select-multiple") state[field.id] = [...field.selectedOptions].map((o) => o.text);
    else if (kind === "select-one") state[field.id] = field.selectedOptions[0].text;
    else state[field.id] = field.value;
  }
  for (const fold of $$("details[id]")) state["open " + fold.id] = fold.open;
  for (const box of $$("dialog[id]")) state["shown " + box.id] = box.open;
  Object.assign(state, S);
  for (const name in presses) state["clicks " + name] = presses[name];
  state.scrolled = window.scrollY > 50;
  const active = document.activeElement;
  state.selected =
    active && active.selectionStart != null && active.tagName === "TEXTAREA"
      ? active.value.slice(active.selectionStart, active.selectionEnd)
      : String(getSelection());
  return state;
}
S.copied = "";
document.addEventListener("copy", () => (S.copied = holding().selected));
document.addEventListener(
  "click",
  (event) => {
    const target = event.target.closest("[data-act]");
    if (target) press(target.dataset.act);
  },
  true,
);
document.addEventListener("submit", (event) => event.preventDefault());
setInterval(() => {
  const text = JSON.stringify(holding());
  if (text === posted) return;
  posted = text;
  fetch("/log", { method: "POST", body: text });
}, 120);
