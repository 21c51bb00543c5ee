"use strict";

document.getElementById("callback").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target));
  document.getElementById("callback-status").textContent = `We will call ${values.name}`;
  if (parent !== window) parent.postMessage({ form: "call back", values }, location.origin);
});
