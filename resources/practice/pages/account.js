"use strict";

{
  const { el, money, bookCount } = Shop;
  const at = (id) => document.getElementById(id);

  function who() {
    const user = Shop.read().user;
    at("sign-in-form").hidden = Boolean(user);
    at("signed-in").hidden = !user;
    at("who").textContent = user ?? "";
  }

  function orders() {
    const past = Shop.read().orders;
    at("no-orders").hidden = past.length > 0;
    at("order-list").append(...[...past].reverse().map((order) => {
      const count = order.lines.reduce((sum, line) => sum + line.quantity, 0);
      return el("li", {}, el("a", { href: `thanks.html?order=${order.number}` }, `Order ${order.number}`),
        el("span", {}, `${bookCount(count)}, ${money(order.total)}`));
    }));
  }

  function address() {
    const form = at("address-form");
    for (const [name, value] of Object.entries(Shop.read().address ?? {})) form.elements[name].value = value;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      Shop.write({ address: Object.fromEntries(new FormData(form)) });
      at("address-status").textContent = "The delivery address is saved";
    });
  }

  function password() {
    const form = at("password-form");
    form.addEventListener("input", () => {
      const same = form.elements.repeat.value === form.elements.new.value;
      form.elements.repeat.setCustomValidity(same ? "" : "The two new passwords differ.");
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.reset();
      at("password-status").textContent = "The password is changed";
    });
  }

  at("sign-in-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    Shop.write({ user: form.elements.email.value.trim() });
    form.reset();
    who();
    at("signed-in").focus();
  });
  at("sign-out").addEventListener("click", () => {
    Shop.write({ user: null });
    who();
  });
  who();
  orders();
  address();
  password();
}
