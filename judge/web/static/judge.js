// What htmx does not do by itself. Every page works without this.
"use strict";

// A part that is sent again as it was stays as it is: so what has the focus keeps it.
(() => {
  const last = new WeakMap();
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    const { target, detail } = event;
    if (last.get(target) === detail.data) event.preventDefault();
    last.set(target, detail.data);
  });
})();
