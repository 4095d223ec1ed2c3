/* Posts what the page holds to the server it came from, whenever that has changed.

   Fields by their id, radio buttons by the name of their group, [data-s=attribute] by id, details and dialogs,
   clicks on buttons and links that have no state of their own (those stand below [data-quiet]), the scroll
   positions, and what the page itself gives in holds(). */
(() => {
  const clicks = {};
  let last = "", copied = "";
  const boolean = { true: true, false: false };
  function place(box) {
    const most = box.scrollHeight - box.clientHeight;
    return box.scrollTop < 30 ? "top" : box.scrollTop > most - 30 ? "bottom" : "middle";
  }
  function marked() {
    const field = document.activeElement;
    if (field && typeof field.selectionStart === "number")
      return field.value.slice(field.selectionStart, field.selectionEnd);
    return String(getSelection());
  }
  function collect() {
    const state = { page: document.title, copied, marked: marked() };
    state.focus = (document.activeElement && document.activeElement.id) || "";
    state.scrolled = place(document.scrollingElement);
    for (const field of document.querySelectorAll("input, select, textarea")) {
      const key = field.id || field.name;
      if (!key || field.closest("[data-nolog]")) continue;
      if (field.type === "radio") {
        state[field.name] = state[field.name] || "";
        if (field.checked) state[field.name] = field.value;
      } else if (field.type === "checkbox") state[key] = field.checked;
      else if (field.multiple) state[key] = [...field.selectedOptions].map((o) => o.text);
      else if (field.tagName === "SELECT")
        state[key] = field.selectedOptions[0] ? field.selectedOptions[0].text : "";
      else state[key] = field.value;
      if (field.tagName === "TEXTAREA") state["squeezed " + key] = field.value.replace(/\s+/g, "");
    }
    for (const box of document.querySelectorAll("[data-s]")) {
      const value = box.getAttribute(box.dataset.s);
      state[box.dataset.k || box.id] = value in boolean ? boolean[value] : value;
    }
    for (const fold of document.querySelectorAll("details[id]")) state["open " + fold.id] = fold.open;
    for (const box of document.querySelectorAll("dialog[id], [data-shown]"))
      state["shown " + box.id] = box.tagName === "DIALOG" ? box.open : !box.hidden;
    for (const box of document.querySelectorAll("[data-scroll]")) state["scroll " + box.id] = place(box);
    for (const box of document.querySelectorAll("[data-visible]")) {
      const at = box.getBoundingClientRect();
      state["visible " + box.id] = at.height > 0 && at.top >= 0 && at.bottom <= innerHeight;
    }
    for (const name in clicks) state["clicks " + name] = clicks[name];
    return window.holds ? Object.assign(state, window.holds()) : state;
  }
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-c], button, a, [role=button], [role=menuitem]");
    if (!target || (!target.dataset.c && target.closest("[data-quiet]"))) return;
    const name = target.dataset.c || target.id || target.innerText.trim();
    clicks[name] = (clicks[name] || 0) + 1;
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) event.preventDefault();
  });
  document.addEventListener("copy", () => { copied = marked(); }, true);
  document.addEventListener("submit", (event) => event.preventDefault());
  setInterval(() => {
    const text = JSON.stringify(collect());
    if (text === last) return;
    last = text;
    fetch("/log", { method: "POST", body: text });
  }, 120);
})();
