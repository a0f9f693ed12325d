// The panel beside the timeline: the tables of the window, the call that was clicked, and what a search finds.

const MOST_KNOWN = 20; // answers

const MOST_SHOWN = 200; // characters of an argument

function shortened(text) {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text;
}

class Panel {
  constructor(overview) {
    this.overview = overview;
    this.shown = "profile";
    this.tables = new Asker(350);
    this.calls = new Asker(0);
    this.known = new Map(); // answers for the tables
  }

  // ---- tables ----

  showOf(what) {
    this.shown = what;
    for (const button of document.querySelectorAll("[data-show]"))
      button.setAttribute("aria-pressed", button.dataset.show === what);
    this.changed();
  }

  showTables() {
    const put = this.shown === "command" ? putCommands : putTables;
    element("window-title").textContent = timeline.selected ? "Selection" : "Window";
    element("unselect").hidden = !timeline.selected;
    for (const link of document.querySelectorAll("[data-picture]"))
      link.href = address("picture", { ...timeline.asked(), format: link.dataset.picture });
    const args = { ...timeline.asked(), by: this.shown === "profile" ? "function" : undefined }, key = address(this.shown, args);
    const show = answer => {
      element("tables").setAttribute("aria-busy", "false");
      put(answer);
    };
    if (this.known.has(key)) {
      this.tables.stop();
      show(this.known.get(key));
      return;
    }
    element("tables").setAttribute("aria-busy", "true");
    if (!element("tables").childElementCount) make("p", "The window is being read.", element("tables")).className = "note";
    this.tables.ask(this.shown, args, answer => {
      this.known.set(key, answer);
      if (this.known.size > MOST_KNOWN) this.known.delete(this.known.keys().next().value);
      show(answer);
    }, () => {
      element("tables").setAttribute("aria-busy", "false");
      element("tables").replaceChildren();
    });
  }

  // ---- a call ----

  fact(name, value) {
    if (value === null || value === undefined || value === "") return;
    const box = make("div", undefined, element("call").querySelector("dl"));
    make("dt", name, box);
    make("dd", value, box);
  }

  // A call was clicked: what the trace says of that instant.
  showCall(span, tick) {
    const row = timeline.level().rows[span.row], index = timeline.index.get(row.process);
    if (index === undefined) return;
    this.call = { ...span, index };
    this.calls.ask("at", { row: index, t: tick }, answer => {
      const call = answer.calls.findLast(each => each.name === span.name && (span.share !== null || BigInt(each.begin) === BigInt(span.begin))) ?? answer.calls.at(-1);
      element("call").hidden = false;
      element("call").querySelector("dl").replaceChildren();
      this.fact("process", answer.name);
      this.fact("function", call ? call.name : "no call is open");
      this.fact("group", call?.group);
      this.fact("begin", call && `+${timeline.format(timeline.since(timeline.share(call.begin)))}, tick ${call.begin}`);
      if (span.share === null) {
        this.fact("duration", timeline.format(Number(BigInt(span.end) - BigInt(span.begin))));
        this.fact("ticks", `${span.begin} to ${span.end}`);
      }
      this.fact("source", call?.file && `${call.file}:${call.line}`);
      for (const argument of call?.arguments ?? []) this.fact(argument.name ?? `key ${argument.key}`, shortened(argument.value));
      this.fact("path", answer.calls.map(each => each.name).join(" > "));
      for (const counter of answer.counters) this.fact(counter.name, `${counter.value} ${counter.unit ?? ""}`);
      this.fact("messages under way", answer.messages.length ? `${answer.messages.length}, the oldest to ${answer.messages[0].receiver_name}` : null);
      if (call) this.call = { ...this.call, name: call.name, begin: call.begin };
    });
  }

  // To the next or previous call of the name, by the same process.
  step(way) {
    if (!this.call) return;
    const { name, index, begin } = this.call;
    this.calls.ask("calls", { name, row: index, from: begin, limit: 1, near: 1 }, answer => {
      const call = (way > 0 ? answer.next : answer.previous)[0];
      if (call) this.goTo(call, name);
      else showError(new Error(`${name}: there is no ${way > 0 ? "later" : "earlier"} call by this process`));
    });
  }

  goTo(call, name) {
    const begin = timeline.share(call.begin), end = call.end === null ? begin : timeline.share(call.end);
    const width = Math.max(timeline.to - timeline.from, (end - begin) * 1.5), middle = (begin + end) / 2;
    this.call = { name, index: call.row, begin: call.begin };
    timeline.selected = [begin, Math.max(end, begin + 1 / timeline.span)];
    timeline.show(middle - width / 2, middle + width / 2);
  }

  goToTime(time) {
    const middle = timeline.share(time), width = timeline.to - timeline.from < 1 ? timeline.to - timeline.from : 0.05;
    timeline.show(middle - width / 2, middle + width / 2);
  }

  // ---- search ----

  search() {
    const wanted = element("search").value.toLowerCase(), list = element("found").querySelector("ul");
    const names = new Set(this.overview.functions.filter(name => name.toLowerCase().includes(wanted)));
    list.replaceChildren();
    element("found").hidden = !wanted;
    if (!wanted) return;
    const add = (text, action) => make("button", text, make("li", undefined, list)).addEventListener("click", action);
    for (const name of [...names].slice(0, 30)) add(name, () => this.showCalls(name));
    this.overview.processes.forEach((process, i) => {
      if (list.children.length < 60 && process.name.toLowerCase().includes(wanted))
        add(`process ${process.name}`, () => timeline.showRows(`${i}-${i}`));
    });
    for (const marker of timeline.whole?.markers ?? [])
      if (list.children.length < 80 && `${marker.name} ${marker.text}`.toLowerCase().includes(wanted))
        add(`marker ${marker.name}: ${marker.text}`, () => this.goToTime(marker.time));
    if (!list.children.length) make("li", "no function, process or marker has such a name", list);
  }

  showCalls(name) {
    const list = element("found").querySelector("ul");
    this.calls.ask("calls", { name, from: timeline.tick(timeline.from), limit: 10 }, answer => {
      list.replaceChildren();
      make("li", `${name}: ${answer.calls} calls; the longest:`, list);
      for (const call of answer.longest)
        make("button", `${timeline.format(Number(call.duration))} on ${call.process_name} at +${timeline.format(timeline.since(timeline.share(call.begin)))}`,
             make("li", undefined, list)).addEventListener("click", () => this.goTo(call, name));
    });
  }
}
