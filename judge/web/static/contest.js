// The scoreboard's own: the clock counts down, the own row stays marked, changes are shown, a projector pages on.
"use strict";
(() => {
  const PAGE_MS = 12000;
  const clock = document.querySelector(".clock");
  const table = document.querySelector("table.standing");
  let serverMs = clock ? Number(clock.dataset.now) : 0, saidMs = performance.now(); // not this machine's clock
  let page = 0;

  const two = (n) => String(n).padStart(2, "0");

  function tick() {
    const until = document.querySelector("[data-until]");
    if (!clock || !until) return;
    const at = Number(until.dataset.until);
    const now = serverMs + performance.now() - saidMs;
    const left = Math.max(0, Math.round((at - now) / 1000));
    clock.hidden = !at;
    const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
    clock.querySelector(".left").textContent =
      hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
    clock.querySelector(".until").textContent = until.dataset.untilWords;
  }

  // A machine that slept has lost the time.
  async function woken() {
    if (document.hidden) return;
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    const said = Date.parse(answer.headers.get("date"));
    if (said) [serverMs, saidMs] = [said, performance.now()];
  }

  function told() {
    return new Map([...table.querySelectorAll("tr[data-team]")].map(
      (row) => [row.dataset.team, [...row.cells].map((cell) => cell.textContent)]));
  }

  function marked() {
    const own = table.dataset.own;
    const row = own && [...table.querySelectorAll("tr[data-team]")].find((one) => one.dataset.team === own);
    if (!row || row.classList.contains("own")) return;
    row.classList.add("own");
    row.setAttribute("aria-current", "true");
    const said = document.createElement("span");
    said.className = "unseen";
    said.textContent = ", your team";
    row.querySelector("th").append(said);
  }

  function freshened(before) {
    for (const row of table.querySelectorAll("tr[data-team]")) {
      const old = before.get(row.dataset.team);
      if (!old) continue;
      [...row.cells].forEach((cell, at) => {
        if (cell.classList.contains("try") && cell.textContent !== old[at]) cell.classList.add("fresh");
      });
    }
  }

  function turned() {
    const bodies = [...table.tBodies];
    if (bodies.length < 2) return;
    page %= bodies.length;
    bodies.forEach((body, at) => {
      body.hidden = at !== page;
      body.classList.toggle("now", at === page);
    });
  }

  if (clock) {
    setInterval(tick, 500);
    document.addEventListener("visibilitychange", () => woken().catch(() => {})); // without a network the clock goes on
  }
  if (table && table.hasAttribute("sse-swap")) {
    let before = told();
    new MutationObserver(() => {
      freshened(before);
      marked();
      before = told();
      turned();
    }).observe(table, { childList: true });
    setInterval(() => { page += 1; turned(); }, PAGE_MS);
  }
  document.addEventListener("keydown", (event) => {
    const rel = { ArrowRight: "next", PageDown: "next", ArrowLeft: "prev", PageUp: "prev" }[event.key];
    const link = rel && document.querySelector(`a[rel=${rel}]`);
    if (link) link.click();
  });
})();
