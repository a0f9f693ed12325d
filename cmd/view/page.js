// The page of otf-view: what happens on it, its state in the address, and the first pass.

let timeline = null;

class Page extends Panel {
  constructor(overview) {
    super(overview);
    this.map = new WholeMap();
    this.strips = new Strips(overview.counters, () => this.changed());
    element("title").textContent = overview.trace;
    document.title = `${overview.trace} - otf-view`;
    timeline = this.timeline = new View(document.querySelector("figure.timeline"), overview);
    timeline.changed = () => this.changed();
    timeline.drawn = () => this.map.draw();
    timeline.taken = () => {
      this.map.refresh();
      if (timeline.part.read_to !== null && this.overview.complete) timeline.want(); // it was asked before
    };
    timeline.chosen = (span, tick) => this.showCall(span, tick);
    timeline.step = way => this.step(way);
    this.addEvents();
    this.addTraces();
    this.readHash();
    timeline.show(timeline.from, timeline.to);
    this.tell();
  }

  addEvents() {
    for (const button of document.querySelectorAll("[data-show]"))
      button.addEventListener("click", () => this.showOf(button.dataset.show));
    for (const button of document.querySelectorAll("[data-row]"))
      button.addEventListener("click", () => timeline.actOnRow(button.dataset.row, this.call && this.overview.processes[this.call.index]?.process, this.call?.name));
    element("unselect").addEventListener("click", () => timeline.select(null));
    element("search").addEventListener("input", () => this.search());
    addEventListener("hashchange", () => {
      if (traceOf(location.hash) !== trace) location.reload();
      else if (this.hash !== location.hash) this.readHash();
    });
    document.addEventListener("keydown", event => this.onKey(event));
    const move = event => {
      const width = timeline.to - timeline.from, at = event.offsetX / element("map").clientWidth;
      timeline.show(at - width / 2, at + width / 2);
    };
    element("map").addEventListener("pointerdown", event => { element("map").setPointerCapture(event.pointerId); move(event); });
    element("map").addEventListener("pointermove", event => { if (event.buttons & 1) move(event); });
    element("map").addEventListener("keydown", event => timeline.onKey(event));
  }

  // Keys count anywhere but in a field, and once on the canvases, which have their own.
  onKey(event) {
    if (event.target.matches("input, canvas") || event.defaultPrevented) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      element("search").focus();
    } else timeline.onKey(event);
  }

  // ---- several traces: each shows the same time since its first event ----

  addTraces() {
    const { traces } = this.overview;
    element("traces").hidden = traces.length < 2;
    if (traces.length < 2) return;
    traces.forEach((one, i) => {
      const button = make("button", one.name, element("traces"));
      if (i === trace) button.setAttribute("aria-current", "true");
      else button.addEventListener("click", () => this.goToTrace(i));
    });
  }

  hashOfTrace(i) {
    const { traces } = this.overview, other = traces[i], here = traces[trace];
    const scale = other.resolution && here.resolution ? Number(other.resolution) / Number(here.resolution) : 1;
    const there = share => BigInt(other.first) + BigInt(Math.max(0, Math.round(timeline.since(share) * scale)));
    const parts = [`trace=${i}`];
    if (timeline.range()) parts.push(`t=${there(timeline.from)}:${there(timeline.to)}`);
    if (timeline.selected) parts.push(`s=${timeline.selected.map(there).join(":")}`);
    if (this.shown !== "profile") parts.push(`show=${this.shown}`);
    return `#${parts.join("&")}`;
  }

  goToTrace(i) {
    clearTimeout(this.writing);
    location.hash = this.hashOfTrace(i);
  }

  // ---- state ----

  tell() {
    const { complete, damage, snapshots, processes } = this.overview;
    const parts = [`${processes.length} processes`];
    const to = timeline.whole?.read_to ?? null, done = to === null ? 0 : timeline.share(to);
    if (!complete) parts.push(`the first pass is under way${done > 0 ? `: ${Math.floor(100 * done)}%` : ""}`);
    else if (!snapshots) parts.push("no snapshots: profiles are read from the start of the trace; otf-snap makes that faster");
    if (damage) parts.push(`damage: ${damage}`);
    element("status").textContent = `${parts.join("; ")}.`;
    element("status").classList.toggle("warning", Boolean(damage));
  }

  async wait() {
    while (!this.overview.complete) {
      await new Promise(done => setTimeout(done, 400));
      try {
        this.overview = await ask("overview");
      } catch (error) {
        showError(error);
      }
      timeline.refresh();
      this.tell();
    }
    if (timeline.whole?.read_to !== null)
      new Asker(0).ask("timeline", { columns: 400, bands: 1 }, raw => {
        timeline.whole = timeline.partOf(raw);
        timeline.taken();
      });
  }

  changed() {
    this.showTables();
    this.strips.draw();
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeHash(), 150);
  }

  writeHash() {
    const parts = trace ? [`trace=${trace}`] : [], range = timeline.range();
    if (range) parts.push(`t=${range}`);
    if (timeline.rows) parts.push(`rows=${timeline.rows}`);
    if (timeline.selected) parts.push(`s=${timeline.selected.map(share => timeline.tick(share)).join(":")}`);
    if (timeline.pinned.length) parts.push(`pin=${timeline.pinned.join(",")}`);
    if (timeline.hidden.size) parts.push(`hide=${Array.from(timeline.hidden).join(",")}`);
    if (timeline.sorted !== null) parts.push(`sort=${encodeURIComponent(timeline.sorted)}`);
    for (const name of this.strips.names()) parts.push(`c=${encodeURIComponent(name)}`);
    for (const key of timeline.tree.folded) parts.push(`f=${encodeURIComponent(key)}`);
    if (timeline.depth < Infinity) parts.push(`depth=${timeline.depth}`);
    if (this.shown !== "profile") parts.push(`show=${this.shown}`);
    this.hash = parts.length ? `#${parts.join("&")}` : "";
    history.replaceState(null, "", this.hash || location.pathname);
  }

  readHash() {
    const parts = new URLSearchParams(location.hash.slice(1)), ticks = /^\d{1,20}:\d{1,20}$/;
    const shares = text => text.split(":").map(tick => timeline.share(tick));
    timeline.rows = /^\d{1,10}-\d{1,10}$/.test(parts.get("rows") ?? "") ? parts.get("rows") : undefined;
    const numbers = text => /^\d+(,\d+)*$/.test(text ?? "") ? text.split(",").map(Number) : [];
    timeline.pinned = numbers(parts.get("pin"));
    timeline.hidden = new Set(numbers(parts.get("hide")));
    timeline.sorted = parts.get("sort");
    timeline.tree.folded = new Set(parts.getAll("f"));
    timeline.depth = /^[1-9]\d?$/.test(parts.get("depth") ?? "") ? Number(parts.get("depth")) : Infinity;
    for (const box of document.querySelectorAll("#counters input"))
      if (box.checked !== parts.getAll("c").includes(box.value)) box.click();
    element("counters").open ||= parts.has("c");
    if (ticks.test(parts.get("s") ?? "")) timeline.selected = shares(parts.get("s"));
    if (["waits", "messages", "command"].includes(parts.get("show"))) this.showOf(parts.get("show"));
    if (ticks.test(parts.get("t") ?? "")) timeline.show(...shares(parts.get("t")));
  }
}

let page = null;
const ready = ask("overview").then(overview => {
  page = new Page(overview);
  page.wait();
}, showError);
