"use strict";

{
  const { el, money, DELIVERY } = Shop;
  const at = (id) => document.getElementById(id);
  const asked = new URLSearchParams(location.search).get("order");
  const order = Shop.read().orders.find((one) => one.number === asked);

  if (order) {
    at("order-number").textContent = order.number;
    at("order-email").textContent = order.email;
    at("order-address").append(...[order.name, order.street, `${order.town} ${order.postcode}`, order.country]
      .flatMap((text) => [text, el("br")]).slice(0, -1));
    at("order-method").textContent = `${DELIVERY[order.method].label}, ${DELIVERY[order.method].days}`;
    at("order-when").textContent = [order.date, order.time].filter(Boolean).join(" at ") || "No wish given";
    at("order-gift").textContent = order.gift ? order.message || "Wrapped, without a message" : "None";
    at("order-lines").append(...order.lines.map((line) => el("li", {}, el("span", {}, `${line.quantity} × ${line.title}`), el("span", {}, money(line.quantity * line.price)))));
    const extra = (text, price) => el("li", {}, el("span", {}, text), el("span", {}, price ? money(price) : "Free"));
    at("order-lines").append(extra("Delivery", order.delivery));
    if (order.gift) at("order-lines").append(extra("Gift wrap", order.gift));
    at("order-total").textContent = money(order.total);
  }
  at("known").hidden = !order;
  at("unknown").hidden = Boolean(order);
}
