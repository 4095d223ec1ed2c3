/* Posts what the page holds to the server it came from, whenever that has changed. */
const clicks = {};
let last = "";
function collect() {
  const state = { page: document.title };
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const key = field.id || field.name;
    if (field.type === "checkbox" || field.type === "radio") state[key] = field.checked;
    else if (field.multiple) state[key] = [...field.selectedOptions].map((o) => o.text);
    else if (field.tagName === "SELECT") state[key] = field.selectedOptions[0].text;
    else state[key] = field.value;
  }
  for (const fold of document.querySelectorAll("details")) state["open " + fold.id] = fold.open;
  for (const box of document.querySelectorAll("dialog, [data-shown]"))
    state["shown " + box.id] = box.tagName === "DIALOG" ? box.open : !box.hidden;
  for (const name in clicks) state["clicks " + name] = clicks[name];
  state.scrolled = window.scrollY > 50;
  return state;
}
function count(event, kind) {
  const target = event.target.closest("[id]");
  if (!target || !target.matches("button, a, td, li, [role]")) return;
  const name = kind + target.id;
  clicks[name] = (clicks[name] || 0) + 1;
}
document.addEventListener("click", (e) => count(e, ""), true);
document.addEventListener("dblclick", (e) => count(e, "double "), true);
document.addEventListener("contextmenu", (e) => count(e, "right "), true);
document.addEventListener("submit", (e) => e.preventDefault());
setInterval(() => {
  const text = JSON.stringify(collect());
  if (text === last) return;
  last = text;
  fetch("/log", { method: "POST", body: text });
}, 120);
