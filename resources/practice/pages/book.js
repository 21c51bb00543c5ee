"use strict";

{
  const { el, money, rating, basket, say } = Shop;
  const one = Shop.book(new URLSearchParams(location.search).get("id")) ?? BOOKS[0];
  const at = (id) => document.getElementById(id);

  function fill() {
    document.title = `${one.title} – Northern Books`;
    at("crumb-category").textContent = one.category;
    at("crumb-category").href = `books.html?category=${one.category}`;
    at("crumb-title").textContent = one.title;
    at("cover").append(Cover.draw(one, { labelled: true }));
    at("category-name").textContent = one.category;
    at("title").textContent = one.title;
    at("author").textContent = `by ${one.author}`;
    at("price").textContent = money(one.price);
    at("rating").append(rating(one));
    at("stock").textContent = one.stock ? "In stock, leaves the shop within a day" : "Out of stock, a new printing is on its way";
    at("blurb").textContent = one.blurb;
    at("pages").textContent = String(one.pages);
    at("year").textContent = String(one.year);
    at("add").disabled = !one.stock;
    at("question-book").textContent = one.title;
    const start = BOOKS.indexOf(one) % REVIEWS.length;
    const reviews = [0, 1, 2].map((step) => REVIEWS[(start + step) % REVIEWS.length]);
    at("reviews").append(...reviews.map((review) => el("li", {},
      el("p", { className: "review-head" }, el("strong", {}, review.who),
        el("span", { className: "stars", role: "img", "aria-label": `${review.stars} of 5 stars` }, "★".repeat(review.stars) + "☆".repeat(5 - review.stars))),
      el("p", {}, review.text))));
  }

  function tabs() {
    const all = [...document.querySelectorAll('[role="tab"]')];
    const choose = (tab, focus = false) => {
      for (const other of all) {
        other.setAttribute("aria-selected", String(other === tab));
        other.tabIndex = other === tab ? 0 : -1;
        at(other.getAttribute("aria-controls")).hidden = other !== tab;
      }
      if (focus) tab.focus();
    };
    all.forEach((tab, index) => {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) choose(all[(index + step + all.length) % all.length], true);
        if (event.key === "Home") choose(all[0], true);
        if (event.key === "End") choose(all[all.length - 1], true);
      });
    });
  }

  function buying() {
    const quantity = at("quantity");
    const set = (value) => { quantity.value = String(Math.min(20, Math.max(1, value || 1))); };
    at("fewer").addEventListener("click", () => set(Number(quantity.value) - 1));
    at("more").addEventListener("click", () => set(Number(quantity.value) + 1));
    at("buy").addEventListener("submit", (event) => {
      event.preventDefault();
      basket.add(one.id, Number(quantity.value));
    });
  }

  function asking() {
    const dialog = at("question");
    const form = at("question-form");
    at("ask").addEventListener("click", () => dialog.showModal());
    at("question-cancel").addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      at("question-status").textContent = `Thank you. We will write to ${form.elements.email.value.trim()}`;
      form.reset();
      dialog.close();
      say("Your question is with the bookseller");
    });
  }

  fill();
  tabs();
  buying();
  asking();
}
