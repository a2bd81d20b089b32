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

// Files may be dropped anywhere on a field for files, not on its button alone.
for (const field of document.querySelectorAll(".drop")) {
  const input = field.querySelector("input[type=file]");
  const mark = (event) => { event.preventDefault(); field.classList.toggle("over", event.type === "dragover"); };
  field.addEventListener("dragover", mark);
  field.addEventListener("dragleave", mark);
  field.addEventListener("drop", (event) => {
    mark(event);
    if (input && event.dataTransfer.files.length) { input.files = event.dataTransfer.files; }
  });
}
