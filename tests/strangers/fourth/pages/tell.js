/* Posts what the page holds to its server whenever that has changed.
   Fields by their id, radio buttons by their name, foldings, boxes marked data-shown, the counted
   presses of what is marked data-hit, and what the page's own `mine()` gives. */
const hits = {};
let told = "";
const labelOf = (box) => (box.labels && box.labels[0] ? box.labels[0].textContent.trim() : box.value);
function hit(name) { hits["clicks " + name] = (hits["clicks " + name] || 0) + 1; }
function holding() {
  const all = { page: document.title };
  for (const f of document.querySelectorAll("input, select, textarea")) {
    if (f.hasAttribute("data-quiet")) continue;
    if (f.type === "radio") { if (!(f.name in all)) all[f.name] = ""; if (f.checked) all[f.name] = labelOf(f); }
    else if (!f.id) continue;
    else if (f.type === "checkbox") all[f.id] = f.checked;
    else if (f.tagName === "SELECT") all[f.id] = f.multiple ? [...f.selectedOptions].map((o) => o.text) : f.selectedOptions[0].text;
    else all[f.id] = f.value;
  }
  for (const d of document.querySelectorAll("details[id]")) all["open " + d.id] = d.open;
  for (const b of document.querySelectorAll("[data-shown]"))
    all["shown " + b.id] = b.tagName === "DIALOG" ? b.open : !b.hidden;
  return { ...all, ...(window.mine ? window.mine() : {}), ...hits, scrolled: window.scrollY > 50 };
}
document.addEventListener("click", (e) => {
  const it = e.target.closest("[data-hit]");
  if (it) hit(it.dataset.hit || it.textContent.trim());
}, true);
document.addEventListener("submit", (e) => e.preventDefault());
setInterval(() => {
  const now = JSON.stringify(holding());
  if (now === told) return;
  told = now;
  fetch("/told", { method: "POST", body: now });
}, 120);
