"use strict";

{
  const { el, money, bookCount, basket, say } = Shop;
  const at = (id) => document.getElementById(id);

  function line({ book, quantity }) {
    return el("li", { className: "line", "data-book": book.id },
      Cover.draw(book),
      el("div", { className: "line-text" },
        el("h2", {}, el("a", { href: `book.html?id=${book.id}` }, book.title)),
        el("p", { className: "quiet" }, `${book.author} · ${money(book.price)} each`)),
      el("div", { className: "line-quantity" },
        el("label", { for: `quantity-${book.id}` }, "Quantity", el("span", { className: "hidden-text" }, ` of ${book.title}`)),
        el("input", { id: `quantity-${book.id}`, type: "number", min: 0, max: 20, value: quantity, inputmode: "numeric",
          onchange: (event) => basket.set(book.id, Number(event.target.value)) })),
      el("p", { className: "price line-price" }, money(book.price * quantity)),
      el("button", { type: "button", className: "link-button", "aria-label": `Remove ${book.title}`,
        onclick: () => { basket.set(book.id, 0); say(`${book.title} was removed`); at("page-title").focus(); } }, "Remove"));
  }

  function show() {
    const lines = basket.lines();
    at("lines").replaceChildren(...lines.map(line));
    at("full").hidden = lines.length === 0;
    at("empty").hidden = lines.length > 0;
    at("count").textContent = bookCount(basket.count());
    at("subtotal").textContent = money(basket.subtotal());
    const missing = Shop.FREE_FROM - basket.subtotal();
    at("free").textContent = missing > 0 ? `Before delivery. ${money(missing)} more and standard delivery within the United Kingdom is free.` : "Standard delivery within the United Kingdom is free for this order.";
  }

  document.addEventListener("basketchange", show);
  show();
}
