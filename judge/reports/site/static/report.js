/* The script of every page of a run. Without it the pages are whole, but for plots, sorting and filters.
 *
 * Plots: a <figure class="plot"> with a <script type="application/json"> of a Plot (judge/reports/plots/plot.py) gets a
 *   canvas when it is scrolled to. Chart.js draws it, in the colours of the style; it is drawn anew when these change.
 * Tables: in a <table data-sortable> each head cell becomes a button, unless it has data-sort="none". A cell sorts by
 *   its data-value, a number, else by a time or ratio that it says, else by its text. Empty ones stay at the end.
 * Filters: a <table data-filter> gets a form before its region. Rows may have data-group; cells whose column has
 *   <th data-column="NAME"> have a verdict as their class, and their columns can be hidden.
 * State: what is sorted and filtered stands in the URL behind "#?", so that it survives reload and can be sent.
 */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, words = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(words)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };

  // --- state in the URL --------------------------------------------------------------------------------------------
  const readState = () => new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
  const keep = (name, value) => {
    const state = readState();
    if (value) state.set(name, value);
    else state.delete(name);
    const text = state.toString();
    history.replaceState(null, "", text ? `#?${text}` : location.href.split("#")[0]);
  };

  // --- sorting -----------------------------------------------------------------------------------------------------
  const collator = new Intl.Collator("en", { numeric: true });
  const UNITS = { ms: 1e-3, s: 1, min: 60, x: 1, "": 1 };
  const measured = (text) => {
    const [, number, unit] = /^([\d.,]+) ?(ms|s|min|x|)(?: \u00b1.*)?$/.exec(text) || [];
    return number === undefined ? text : Number(number.replaceAll(",", "")) * UNITS[unit];
  };
  const valueOf = (row, at) => {
    const cell = row.cells[at];
    if (!cell) return "";
    if (cell.dataset.value === undefined) return measured(cell.textContent.trim());
    return cell.dataset.value === "" ? "" : Number(cell.dataset.value);
  };
  const compare = (one, other) => (typeof one === "number" && typeof other === "number" ? one - other : collator.compare(one, other));

  const sort = (table, at, direction) => {
    const sign = direction === "descending" ? -1 : 1;
    for (const body of table.tBodies) {
      const rows = [...body.rows].map((row) => [row, valueOf(row, at)]);
      const full = rows.filter(([, value]) => value !== "" && !Number.isNaN(value));
      const empty = rows.filter(([, value]) => value === "" || Number.isNaN(value));
      full.sort((one, other) => sign * compare(one[1], other[1]));
      body.append(...full.concat(empty).map(([row]) => row));
    }
    heads(table).forEach((head, number) => {
      if (number === at) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
  };
  const heads = (table) => (table.tHead ? [...table.tHead.rows[0].cells] : []);
  const sortable = (table) => {
    const order = [...table.tBodies].map((body) => [...body.rows]);
    const name = `${table.id}.sort`;
    heads(table).forEach((head, at) => {
      if (head.dataset.sort === "none") return;
      const words = (head.dataset.column || head.textContent).trim();
      const button = make("button", { type: "button", class: "sort" });
      if (head.querySelector("a")) button.setAttribute("aria-label", `sort by ${words}`);
      else button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        sort(table, at, direction);
        keep(name, `${at}${direction === "descending" ? "d" : "a"}`);
      });
    });
    const restore = () => {
      const [, at, way] = /^(\d{1,4})([ad])$/.exec(readState().get(name) || "") || [];
      if (at !== undefined && heads(table)[at]) sort(table, Number(at), way === "d" ? "descending" : "ascending");
      else if (table.querySelector("[aria-sort]")) {
        [...table.tBodies].forEach((body, number) => body.append(...order[number]));
        heads(table).forEach((head) => head.removeAttribute("aria-sort"));
      }
    };
    restore();
    addEventListener("hashchange", restore);
  };

  // --- filters -----------------------------------------------------------------------------------------------------
  const choice = (label, options) => {
    const select = make("select", {}, ...options.map(([value, text]) => make("option", { value }, text)));
    return [make("label", {}, label, select), select];
  };
  const filterable = (table) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    const noun = table.dataset.filter;
    const columns = heads(table).flatMap((head, at) => (head.dataset.column ? [{ at, name: head.dataset.column }] : []));
    const groups = [...new Set(rows.map((row) => row.dataset.group).filter(Boolean))];
    const search = make("input", { type: "search", autocomplete: "off" });
    const [groupLabel, group] = choice("Group", [["", "all groups"], ...groups.map((name) => [name, name])]);
    const [onlyLabel, only] = choice("Rows", [
      ["", `all ${noun}`],
      ["missed", `only ${noun} that somebody misses`],
      ["differ", `only ${noun} where verdicts differ`],
    ]);
    const [cellsLabel, cells] = choice("Cells", [["", "verdicts and times"], ["letters", "verdicts"], ["times", "times"]]);
    const boxes = columns.map(({ name }) => [make("input", { type: "checkbox" }), name]);
    const chosen = make("summary");
    const list = make("ul", {}, ...boxes.map(([box, name]) => make("li", {}, make("label", {}, box, make("bdi", {}, name)))));
    const status = make("p", { role: "status" });
    const clear = make("button", { type: "button" }, "Show all");
    const form = make("form", { class: "filter", "aria-label": `Filter of the ${noun}` }, make("label", {}, "Search", search));
    if (groups.length > 1) form.append(groupLabel);
    if (columns.length) form.append(onlyLabel, cellsLabel);
    if (columns.length > 1) form.append(make("details", {}, chosen, list));
    form.append(clear, status);
    table.parentElement.before(form);

    const apply = () => {
      const hidden = new Set(columns.filter((_, k) => !boxes[k][0].checked).map(({ at }) => at));
      const seen = columns.filter(({ at }) => !hidden.has(at)).map(({ at }) => at);
      const wanted = search.value.trim().toLowerCase();
      let shown = 0;
      for (const row of rows) {
        const verdicts = new Set(seen.map((at) => row.cells[at].className).filter((one) => one !== "plain"));
        const heading = [...row.cells].filter((_, at) => !columns.some((one) => one.at === at)).map((cell) => cell.textContent);
        row.hidden = !(
          (!group.value || row.dataset.group === group.value) &&
          (!wanted || heading.join(" ").toLowerCase().includes(wanted)) &&
          (only.value !== "missed" || [...verdicts].some((one) => one !== "AC")) &&
          (only.value !== "differ" || verdicts.size > 1)
        );
        shown += !row.hidden;
      }
      for (const row of table.rows) for (const { at } of columns) if (row.cells[at]) row.cells[at].hidden = hidden.has(at);
      table.classList.toggle("letters", cells.value === "letters");
      table.classList.toggle("times", cells.value === "times");
      chosen.textContent = `Submissions: ${seen.length} of ${columns.length}`;
      status.textContent = `${shown} of ${rows.length} ${noun} shown`;
    };
    const fields = { q: search, group, only, cells };
    const restore = () => {
      const state = readState();
      for (const [name, field] of Object.entries(fields)) {
        field.value = state.get(`${table.id}.${name}`) || "";
        if (field.selectedIndex === -1) field.value = "";
      }
      const hidden = new Set((state.get(`${table.id}.hide`) || "").split("."));
      boxes.forEach(([box], k) => (box.checked = !hidden.has(String(k + 1))));
      apply();
    };
    const changed = () => {
      apply();
      for (const [name, field] of Object.entries(fields)) keep(`${table.id}.${name}`, field.value);
      keep(`${table.id}.hide`, boxes.flatMap(([box], k) => (box.checked ? [] : [k + 1])).join("."));
    };
    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("keydown", (event) => {
      const opened = form.querySelector("details[open]");
      if (event.key !== "Escape" || !opened) return;
      opened.open = false;
      chosen.focus();
    });
    clear.addEventListener("click", () => {
      for (const field of Object.values(fields)) field.value = "";
      for (const [box] of boxes) box.checked = true;
      changed();
    });
    restore();
    addEventListener("hashchange", restore);
  };

  // --- plots -------------------------------------------------------------------------------------------------------
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paper = matchMedia("print");
  let printing = false; // the event comes before the media query says so
  const inDark = () => dark.matches && !paper.matches && !printing;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const short = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
  const shown = (value, unit) => {
    if (unit !== "s") return `${short(value)}${unit ? ` ${unit}` : ""}`;
    if (value === 0) return "0 s";
    return value < 1 ? `${short(value * 1e3)} ms` : `${short(value)} s`;
  };
  const scale = (axis, limits) => {
    const common = {
      title: { display: true, text: axis.label, color: colour("text") },
      border: { color: colour("soft") },
      grid: { color: colour("line") },
    };
    const ticks = { color: colour("soft") };
    if (axis.names) return { ...common, type: "category", labels: axis.names, ticks };
    ticks.callback = (value) => shown(value, axis.unit);
    if (axis.whole) ticks.precision = 0;
    if (!axis.log) return { ...common, ...limits, type: "linear", ticks };
    const wide = Math.log10(limits.max / limits.min) > 2.5;
    const labelled = (value) => {
      const first = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
      return (wide ? [1] : [1, 2, 5]).some((one) => Math.abs(first - one) < 1e-6);
    };
    ticks.callback = (value) => (labelled(value) ? shown(value, axis.unit) : null);
    return { ...common, ...limits, type: "logarithmic", ticks };
  };
  const limitsOf = (values, axis) => {
    const good = values.filter((value) => Number.isFinite(value) && (!axis.log || value > 0));
    const [low, high] = good.length ? [Math.min(...good), Math.max(...good)] : [1, 10];
    if (!axis.log) return { suggestedMin: Math.min(0, low), suggestedMax: high };
    const room = Math.max(1.25, (high / low) ** 0.07); // for the words at a line of reference
    return { min: low / room, max: high * room };
  };
  const cut = (name) => (name.length > 60 ? `${name.slice(0, 36)} \u2026 ${name.slice(-20)}` : name); // its end may be a law
  const dataset = (series) => {
    const of = (list) => list[(series.style || 0) % list.length];
    const tint = of(LOOKS.colours)[inDark() ? 1 : 0];
    const [shape, turn] = of(LOOKS.shapes);
    const page = colour("page");
    return {
      type: series.line === "bars" ? "bar" : "scatter",
      label: cut(series.name || ""),
      data: series.dots,
      showLine: Boolean(series.line),
      stepped: series.line === "steps" ? "after" : false,
      borderDash: of(LOOKS.dashes),
      borderColor: tint,
      borderWidth: 1.75,
      clip: 8,
      backgroundColor: tint,
      pointBackgroundColor: series.dots.map((dot) => (dot.open ? page : tint)),
      pointStyle: shape,
      pointRotation: turn,
      pointRadius: series.bare ? 0 : series.dots.length > 40 ? 2.5 : 3.5,
      pointHoverRadius: series.bare ? 0 : 6,
      pointHitRadius: series.bare ? 0 : 6,
    };
  };
  const marks = (plot) => ({
    id: "marks",
    beforeDatasetsDraw: ({ ctx, chartArea, scales: { y } }) => {
      ctx.save();
      ctx.beginPath();
      ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
      ctx.clip();
      ctx.strokeStyle = ctx.fillStyle = colour("text");
      ctx.setLineDash([5, 4]);
      ctx.font = "12px system-ui, sans-serif";
      for (const mark of plot.marks || []) {
        const height = y.getPixelForValue(mark.at);
        ctx.beginPath();
        ctx.moveTo(chartArea.left, height);
        ctx.lineTo(chartArea.right, height);
        ctx.stroke();
        const low = height > chartArea.bottom - 0.2 * chartArea.height;
        ctx.fillText(mark.label, chartArea.left + 6, height + (low ? 14 : -5));
      }
      ctx.restore();
    },
  });
  const spans = (plot) => {
    const values = (kind) => plot.series.flatMap((series) => series.dots.map((dot) => dot[kind]));
    const marked = (plot.marks || []).map((mark) => mark.at);
    return { x: limitsOf(values("x"), plot.x), y: limitsOf([...values("y"), ...marked], plot.y) };
  };
  const toggle = (event, item, legend) => {
    const { chart } = legend;
    const visible = !chart.isDatasetVisible(item.datasetIndex);
    let at = item.datasetIndex;
    do chart.setDatasetVisibility(at, visible);
    while (chart.data.datasets[++at]?.label === "");
    chart.update();
  };
  const configured = (plot) => {
    const { x, y } = spans(plot);
    const named = plot.series.filter((series) => series.name).length;
    const label = ({ raw, dataset: { label: name } }) => [
      ...[name, raw.label].filter(Boolean),
      ...(plot.x.names ? [] : [`${plot.x.label}: ${shown(raw.x, plot.x.unit)}`]),
      `${plot.y.label}: ${raw.open ? "over " : ""}${shown(raw.y, plot.y.unit)}`,
    ];
    const labels = { color: colour("text"), usePointStyle: true, boxHeight: 8, filter: (item) => item.text !== "" };
    return {
      type: "scatter",
      data: { datasets: plot.series.map(dataset) },
      plugins: [marks(plot)],
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: { x: scale(plot.x, x), y: scale(plot.y, y) },
        plugins: {
          legend: { position: "bottom", labels, display: named > 1, onClick: toggle },
          tooltip: { callbacks: { label, title: () => "" }, displayColors: false },
        },
      },
    };
  };
  const read = (figure) => {
    const plot = JSON.parse(figure.querySelector("script").textContent);
    const [across, up] = ["x", "y"].map((axis) => (value) => (value !== null && plot[axis].unit === "s" ? value / 1e3 : value));
    for (const series of plot.series || []) {
      const open = new Set(series.open);
      const dots = series.y || [];
      series.dots = dots.map((y, at) => ({ x: across(series.x ? series.x[at] : at + 1), y: up(y), label: series.labels?.[at], open: open.has(at) }));
    }
    for (const mark of plot.marks || []) mark.at = up(mark.at);
    return plot;
  };
  const NUMBERS = "Its numbers are in the tables.";
  const save = (chart, title) => {
    const { canvas, ctx } = chart;
    ctx.save();
    ctx.globalCompositeOperation = "destination-over"; // the page behind it, so that it can be read anywhere
    ctx.fillStyle = colour("page");
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.restore();
    make("a", { href: chart.toBase64Image(), download: `${title}.png` }).click();
  };
  const drawn = new Map(); // of each figure that was scrolled to, its chart
  const draw = (figure) => {
    if (drawn.has(figure)) return;
    const plot = read(figure);
    const canvas = make("canvas", { role: "img", "aria-label": `${plot.title}. ${plot.summary || ""} ${NUMBERS}` });
    const box = figure.querySelector(".canvas");
    box.append(canvas);
    const chart = new window.Chart(canvas, configured(plot));
    const legend = chart.options.plugins.legend.display ? chart.legend.height : 0;
    box.style.height = `${box.clientHeight + legend}px`; // many names leave the plot as much room as few
    const button = make("button", { type: "button" }, "Save as PNG");
    button.addEventListener("click", () => save(chart, plot.title));
    figure.querySelector("figcaption").append(button);
    drawn.set(figure, [chart, plot]);
  };
  const redraw = () => {
    for (const [chart, plot] of drawn.values()) {
      const { data, options } = configured(plot);
      const visible = chart.data.datasets.map((_, at) => chart.isDatasetVisible(at));
      chart.options = options;
      data.datasets.forEach((one, at) => Object.assign(chart.data.datasets[at], one));
      visible.forEach((one, at) => chart.setDatasetVisibility(at, one));
      chart.update("none");
    }
  };
  const plots = () => {
    const figures = all("figure.plot");
    if (!figures.length || !window.Chart) return;
    for (const figure of figures) figure.querySelector(".unplotted").replaceWith(make("div", { class: "canvas" }));
    const watcher = new IntersectionObserver(
      (entries) => entries.filter((one) => one.isIntersecting).forEach((one) => draw(one.target)),
      { rootMargin: "200px" },
    );
    figures.forEach((figure) => watcher.observe(figure));
    const turnTo = (onPaper) => {
      printing = onPaper;
      if (onPaper) figures.forEach(draw);
      redraw();
      for (const [chart] of drawn.values()) chart.resize();
    };
    dark.addEventListener("change", redraw);
    addEventListener("beforeprint", () => turnTo(true));
    addEventListener("afterprint", () => turnTo(false));
  };

  all("table[data-filter]").forEach(filterable);
  all("table[data-sortable]").forEach(sortable);
  document.addEventListener("DOMContentLoaded", plots);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
