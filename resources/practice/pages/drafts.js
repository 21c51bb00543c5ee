"use strict";

{
  const { el } = Shop;
  const at = (id) => document.getElementById(id);
  const FIRST = [
    { id: "d1", title: "Trails of the North", saved: "Saved on Monday", text: "I took it along the coast path and the maps never lied. The chapter on ferries is" },
    { id: "d2", title: "One Pot, All Winter", saved: "Saved on Wednesday", text: "Made the barley stew twice in a week. The only thing I would change is the amount of" },
    { id: "d3", title: "Birds by Ear", saved: "Saved yesterday", text: "I can now tell a wren from a robin before the kettle has boiled, and" },
  ];
  const drafts = () => Shop.read().drafts ?? FIRST;

  function keep(list, message) {
    Shop.write({ drafts: list });
    at("draft-status").textContent = message;
    show();
  }

  function remove(draft) {
    if (!confirm(`Delete the draft about “${draft.title}”? It cannot be brought back.`)) return;
    keep(drafts().filter((one) => one.id !== draft.id), `The draft about ${draft.title} is deleted`);
  }

  function edit(draft, item) {
    const area = el("textarea", { id: `text-${draft.id}`, rows: 4 });
    area.value = draft.text;
    const save = () => keep(drafts().map((one) => (one.id === draft.id ? { ...one, text: area.value } : one)), `The draft about ${draft.title} is saved`);
    item.querySelector(".draft-text").replaceWith(el("div", { className: "field" },
      el("label", { for: `text-${draft.id}` }, `Review of ${draft.title}`), area));
    item.querySelector(".row").replaceChildren(
      el("button", { type: "button", className: "button", onclick: save }, "Save"),
      el("button", { type: "button", className: "button plain", onclick: show }, "Cancel"));
    area.focus();
  }

  function row(draft) {
    const heading = `draft-${draft.id}`;
    const item = el("article", { className: "panel draft", "aria-labelledby": heading },
      el("div", {},
        el("h2", { id: heading }, `Draft: ${draft.title}`),
        el("p", { className: "quiet" }, draft.saved),
        el("p", { className: "draft-text" }, `${draft.text} …`)),
      el("div", { className: "row" },
        el("button", { type: "button", className: "button plain", "aria-describedby": heading, onclick: () => edit(draft, item) }, "Edit"),
        el("button", { type: "button", className: "button plain danger", "aria-describedby": heading, onclick: () => remove(draft) }, "Delete")));
    return el("li", {}, item);
  }

  function show() {
    at("drafts").replaceChildren(...drafts().map(row));
    at("no-drafts").hidden = drafts().length > 0;
    at("restore").hidden = drafts().length === FIRST.length;
  }

  at("restore").addEventListener("click", () => keep(FIRST, "The three drafts are back"));
  show();
}
