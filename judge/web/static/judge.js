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

// A file may be dropped anywhere on the page of a problem: beside its field, a browser would leave the page to show it.
(() => {
  const box = document.querySelector(".drop");
  const field = box && box.querySelector("input[type=file]");
  if (!field) return;
  const marked = (event, over) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    box.classList.toggle("over", over);
  };
  document.addEventListener("dragover", (event) => marked(event, true));
  document.addEventListener("dragleave", (event) => marked(event, false));
  document.addEventListener("drop", (event) => {
    marked(event, false);
    if (event.dataTransfer.files.length) field.files = event.dataTransfer.files;
  });
})();

// A double click sends a form once. After a while it may be sent again: where the answer is a file, the page stays.
(() => {
  const SOON_MS = 1000;
  const sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    const before = sent.get(event.target);
    if (before !== undefined && event.timeStamp - before < SOON_MS) event.preventDefault();
    else sent.set(event.target, event.timeStamp);
  });
})();
