// The page of otf-view: the timeline of a report, which asks the server for what is on the screen.

// Ticks may exceed what a number holds exactly; such a one becomes a BigInt, which takes its time.
function parseAnswer(text) {
  return !/(?<![.\d])(\d{17}|9\d{15})/.test(text) ? JSON.parse(text) : JSON.parse(text, (key, value, context) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) &&
    /^\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value);
}

// Which of several traces the page shows.
function traceOf(hash) {
  return Number(/^\d{1,6}$/.exec(new URLSearchParams(hash.slice(1)).get("trace") ?? "") ?? 0);
}

const trace = traceOf(location.hash);

function address(what, args) {
  const query = new URLSearchParams(Object.entries(args).filter(pair => pair[1] !== undefined));
  if (trace) query.set("trace", trace);
  return `${what}?${query}`;
}

async function ask(what, args = {}, signal) {
  const response = await fetch(address(what, args), { signal }), answer = parseAnswer(await response.text());
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

const element = id => document.getElementById(id);

function make(name, text, parent) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

function showError(error) {
  if (error?.name === "AbortError") return;
  element("error").hidden = !error;
  element("error").textContent = error ? error.message : "";
}

// One question of a kind at a time: a later one takes the place of the one before, after a short rest.
class Asker {
  constructor(rest) {
    this.rest = rest;
    this.open = 0; // questions without an answer
  }

  stop() {
    clearTimeout(this.timer);
    this.abort?.abort();
    this.abort = null;
  }

  ask(what, args, then, failed = () => {}) {
    this.stop();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.open++;
    signal.addEventListener("abort", () => { this.open--; }, { once: true });
    this.timer = setTimeout(async () => {
      try {
        const answer = await ask(what, args, signal);
        if (signal.aborted) return;
        showError(null);
        then(answer);
      } catch (error) {
        if (!signal.aborted) {
          showError(error);
          failed();
        }
      }
      if (!signal.aborted) this.open--;
      if (this.abort?.signal === signal) this.abort = null;
    }, this.rest);
  }
}

const NO_LEVEL = { columns: 1, lanes: 1, shares: false, decoded: [], from: 0, width: 1, keys: [], messages: [], rows: [] };
const OPERATION = 3, COLUMN = 2.2, BAND = 3; // pixels
const MOST_COLUMNS = 32768, MARGIN = 0.25; // of the window, on each side
const MOST_ROWS = 128, BANDS_LEAST = 2, COLORS_NAMED = 12, SVG = "http://www.w3.org/2000/svg";

class View extends Timeline {
  constructor(figure, overview) {
    figure.dataset.trace = overview.trace === "stdin" ? "TRACE" : overview.trace;
    super(figure, { from: String(overview.from), to: String(overview.to), first: String(overview.first),
                    resolution: String(overview.resolution ?? 0), rows: [], levels: [], keys: [], messages: [] });
    this.overview = overview;
    this.tree = new Tree(overview.processes);
    this.index = new Map(overview.processes.map((process, i) => [process.process, i]));
    this.asker = new Asker(40);
    this.marks = [];
    this.pinned = []; // processes
    this.hidden = new Set();
    this.sorted = null; // name of a function
    this.depth = Infinity; // lanes of a row at most
    this.data.rows = this.expectedRows();
    this.addDepth();
    this.canvas.addEventListener("pointerup", event => this.onUp(event));
    this.canvas.setAttribute("aria-label", "timeline; W S zoom, A D and the arrow keys move, 0 shows all");
    this.under.setAttribute("aria-live", "polite");
  }

  // The names of the rows before the first answer.
  expectedRows() {
    const { processes } = this.overview, per = Math.ceil(processes.length / MOST_ROWS);
    return processes.filter((process, i) => i % per === 0).map(process => process.name);
  }

  addDepth() {
    const tools = this.figure.querySelector(".tools");
    for (const [text, label, more] of [["\u25b4", "fewer depths (comma)", -1], ["\u25be", "more depths (full stop)", 1]]) {
      const button = make("button", text);
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => this.fold(more));
      this.where.before(button);
    }
    if (this.tree.depths.length > 1) {
      const button = make("button", "fold rows");
      button.title = "threads into their processes, processes into their nodes, back (F: those under the pointer)";
      button.addEventListener("click", () => {
        this.tree.next();
        this.rearrange();
      });
      this.where.before(button);
    }
    this.legend = make("ul");
    this.legend.className = "legend";
    this.canvas.after(this.legend);
  }

  // Rows show fewer depths of the call stack, or more.
  fold(more) {
    if (!this.raw || this.raw.shares) return;
    const depth = Math.min(this.depth, this.raw.lanes) + more;
    this.depth = depth >= this.raw.lanes ? Infinity : Math.max(1, depth);
    this.rearrange();
  }

  // ---- what is visible ----

  level() {
    return this.part ?? NO_LEVEL;
  }

  finest() {
    return this.level();
  }

  least() {
    return Math.min(1, 8 / this.span);
  }

  lane(level, i) {
    return level.decoded[i] ?? [];
  }

  show(from, to) {
    super.show(from, to);
    this.want();
  }

  share(tick) {
    const from = this.overview.from;
    return (typeof tick === "number" && typeof from === "number" ? tick - from : Number(BigInt(tick) - BigInt(from))) / this.span;
  }

  // The part that is drawn has what the window needs.
  isEnough() {
    const part = this.part, wanted = this.plot() / COLUMN / (this.to - this.from);
    if (!part || part.rowsAsked !== this.rows || part.read_to !== null) return false;
    const last = part.from + part.width, slack = 1e-9;
    if (part.from > this.from + slack || last < this.to - slack) return false;
    return part.columns / part.width >= 0.9 * wanted || part.asked / part.width >= 0.9 * wanted;
  }

  want() {
    if (this.isEnough()) return;
    const margin = this.from > 0 || this.to < 1 ? (this.to - this.from) * MARGIN : 0;
    const from = Math.max(0, this.from - margin), to = Math.min(1, this.to + margin), rows = this.rows;
    const columns = Math.min(MOST_COLUMNS, Math.ceil(this.plot() / COLUMN * (to - from) / (this.to - this.from)));
    const first = this.tick(from), last = this.tick(to), bands = Math.max(BANDS_LEAST, Math.floor(this.rowHeight() / BAND));
    this.asker.ask("timeline", { from: first, to: last > first ? last : first + 1n, columns, rows, bands },
                   answer => this.take({ ...answer, asked: columns }, rows));
  }

  // The order of the rows: those that are pinned, then as sorted; without those that are hidden.
  orderOf(rows, keys) {
    const place = row => this.pinned.includes(row.process) ? this.pinned.indexOf(row.process) : this.pinned.length;
    const order = rows.map((row, i) => i).filter(i => !this.hidden.has(rows[i].process)), spent = new Map();
    if (this.sorted !== null)
      for (const i of order)
        spent.set(i, rows[i].spans.reduce((sum, span) => keys[span[3]][0] === this.sorted ? sum + span[6] - span[5] : sum, 0));
    return order.sort((a, b) => place(rows[a]) - place(rows[b]) || (spent.get(b) ?? 0) - (spent.get(a) ?? 0) || a - b);
  }

  // The same answer in the order that the user wants.
  arrange(raw) {
    const answer = this.tree.fold(raw);
    const order = this.orderOf(answer.rows, answer.keys), place = new Map(order.map((old, i) => [old, i]));
    const has = old => old === null || place.has(old), rowOf = old => old === null ? null : place.get(old);
    return { ...answer, rows: order.map(i => answer.rows[i]),
             messages: answer.messages.filter(each => has(each.sender_row) && has(each.receiver_row))
               .map(each => ({ ...each, sender_row: rowOf(each.sender_row), receiver_row: rowOf(each.receiver_row) })),
             markers: answer.markers.filter(each => has(each.row)).map(each => ({ ...each, row: rowOf(each.row) })) };
  }

  rearrange() {
    if (this.raw) this.take(this.raw, this.part.rowsAsked);
    this.changed?.();
  }

  // What a key, or a button of the panel, does with a row.
  actOnRow(key, process, name) {
    if (key === "u") {
      this.pinned = [];
      this.hidden.clear();
      this.tree.folded.clear();
      this.sorted = null;
      if (this.rows !== undefined) {
        this.showRows(undefined);
        return;
      }
    } else if (key === "o") {
      if (name !== undefined) this.sorted = this.sorted === name ? null : name;
    } else if (process === undefined) return;
    else if (key === "f") this.tree.toggle(process);
    else if (key === "p") this.pinned = this.pinned.includes(process) ? this.pinned.filter(each => each !== process) : [...this.pinned, process];
    else if (this.level().rows.length > 1) this.hidden.add(process);
    this.rearrange();
  }

  actUnderPointer(key) {
    const event = this.last, row = event && Math.floor((event.offsetY - this.top) / this.row);
    this.actOnRow(key, this.level().rows[row]?.process, event && this.spanAt(event)?.name);
  }

  // An answer becomes a level of detail: bars by row and lane. One call begins and ends where it does, also in a column.
  partOf(raw, rows) {
    const answer = this.arrange(raw), from = this.share(answer.from), width = this.share(answer.to) - from;
    const lanes = raw.shares ? raw.lanes : Math.min(raw.lanes, this.depth);
    const part = { ...answer, lanes, from, width, decoded: [], spans: [], rowsAsked: rows };
    const column = (tick, least, most) => Math.min(most, Math.max(least, (this.share(tick) - from) / width * raw.columns));
    answer.rows.forEach((row, r) => {
      for (const span of row.spans) {
        if (span[0] >= lanes) continue;
        const lane = r * lanes + span[0], isOne = span[4] === null;
        (part.decoded[lane] ??= []).push(isOne ? column(span[1], span[5], span[6]) : span[5],
                                         isOne ? column(span[2], span[5], span[6]) : span[6], span[3]);
        (part.spans[lane] ??= []).push(span);
      }
    });
    return part;
  }

  take(raw, rows) {
    const part = this.partOf(raw, rows);
    this.raw = raw;
    this.part = part;
    const pin = row => this.pinned.includes(row.process) ? "\u2022 " : "";
    if (part.rows.length) this.data.rows = part.rows.map(row => pin(row) + (row.processes > 1 && !row.isFolded ? `${row.name} +${row.processes - 1}` : row.name));
    this.common = commonStart(this.data.rows);
    if (rows === undefined && part.width > 0.999) this.whole = part;
    this.draw();
    this.taken?.();
  }

  // What the colors mean: the groups, or the functions, with the largest parts of what is drawn.
  nameColors() {
    const key = this.level(), sums = new Map();
    for (const bars of key.decoded)
      for (let i = 0; bars && i < bars.length; i += 3) sums.set(bars[i + 2], (sums.get(bars[i + 2]) ?? 0) + bars[i + 1] - bars[i]);
    const named = new Map();
    for (const [i, sum] of sums) {
      const name = key.keys[i][this.by === GROUP ? 1 : 0], old = named.get(name);
      named.set(name, { color: key.keys[i][this.by], sum: (old?.sum ?? 0) + sum });
    }
    const shown = [...named].sort((a, b) => b[1].sum - a[1].sum);
    this.legend.replaceChildren();
    for (const [name, { color }] of shown.slice(0, COLORS_NAMED)) {
      const item = make("li", undefined, this.legend), box = document.createElementNS(SVG, "svg"), square = document.createElementNS(SVG, "rect");
      for (const [what, value] of [["width", 12], ["height", 12], ["fill", color]]) square.setAttribute(what, value);
      box.setAttribute("aria-hidden", "true");
      box.append(square);
      item.append(box, ` ${shorten(name, 60)}`);
    }
    if (shown.length > COLORS_NAMED) make("li", `and ${shown.length - COLORS_NAMED} more`, this.legend);
  }

  // The first pass has come further.
  refresh() {
    if (!this.asker.abort) this.want();
  }

  messages() {
    return this.level().messages.map(message =>
      [this.share(message.sent), message.sender_row, this.share(message.received), message.receiver_row]);
  }

  rowHeight() {
    const rows = Math.max(1, this.data.rows.length), lanes = this.level().shares ? 1 : this.level().lanes;
    const least = rows <= 8 ? 34 : rows <= 24 ? 22 : rows <= 64 ? 12 : 7;
    return Math.max(least, Math.min(lanes * 13 + 2, Math.floor(720 / rows)));
  }

  // ---- what is under the pointer ----

  spanAt(event) {
    const bar = this.barAt(event);
    if (!bar) return null;
    const level = this.level(), [, begin, end, , share] = level.spans[bar.row * level.lanes + bar.lane][bar.at];
    return { row: bar.row, name: bar.key[0], group: bar.key[1], begin, end, share };
  }

  markerAt(event) {
    const row = Math.floor((event.offsetY - this.top) / this.row), near = 4 / this.plot() * (this.to - this.from);
    return this.level().markers?.find(each => (each.row === null || each.row === row) && Math.abs(this.share(each.time) - this.placeOf(event)) <= near);
  }

  operationAt(event) {
    const y = event.offsetY - this.top, row = Math.floor(y / this.row), at = this.placeOf(event);
    if (y - row * this.row < this.row - OPERATION - 2) return undefined;
    return this.level().rows[row]?.operations?.find(([begin, end]) => this.share(begin) <= at && at <= this.share(end));
  }

  explain(event) {
    const marker = this.markerAt(event), operation = this.operationAt(event);
    if (marker || operation) {
      this.canvas.title = marker ? `marker ${marker.name}: ${marker.text}, at +${this.format(this.since(this.share(marker.time)))}` :
        `collective operation ${operation[2]}, ${this.format(Number(BigInt(operation[1]) - BigInt(operation[0])))}`;
      return;
    }
    const span = this.spanAt(event);
    if (!span) {
      this.canvas.title = "";
      return;
    }
    const length = this.format(Number(BigInt(span.end) - BigInt(span.begin)));
    const what = span.name === span.group ? span.name : `${span.name}, ${span.group}`;
    const much = span.share === null ? length : `${(100 * span.share).toPrecision(3)}% of ${length}`;
    this.canvas.title = `${this.data.rows[span.row]}: ${what}, ${much} at +${this.format(this.since(this.share(span.begin)))}`;
  }

  // ---- events ----

  onWheel(event) {
    event.preventDefault();
    if (event.shiftKey) this.pan(Math.sign(event.deltaY || event.deltaX) * 0.15);
    else this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.placeOf(event));
  }

  onKey(event) {
    const actions = { w: () => this.zoom(0.5, this.pointed), s: () => this.zoom(2, this.pointed), a: () => this.pan(-0.25),
                      d: () => this.pan(0.25), m: () => this.mark(), "[": () => this.step?.(-1), "]": () => this.step?.(1),
                      ",": () => this.fold(-1), ".": () => this.fold(1), Escape: () => this.select(null) };
    for (const key of "fphou") actions[key] = () => this.actUnderPointer(key);
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) {
      super.onKey(event);
      return;
    }
    event.preventDefault();
    actions[event.key]();
  }

  onDown(event) {
    if (event.shiftKey || event.button === 1) super.onDown(event);
    else if (event.button === 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragged = { x: event.offsetX, at: this.placeOf(event), moved: false };
    }
  }

  onMove(event) {
    this.pointed = this.placeOf(event);
    this.last = event;
    const dragged = this.dragged;
    if (!dragged) {
      super.onMove(event);
      return;
    }
    dragged.moved ||= Math.abs(event.offsetX - dragged.x) > 4;
    if (!dragged.moved) return;
    this.selected = [dragged.at, this.pointed].sort((a, b) => a - b).map(share => Math.min(1, Math.max(0, share)));
    this.draw();
  }

  onUp(event) {
    const dragged = this.dragged;
    this.dragged = null;
    if (!dragged) return;
    if (dragged.moved) this.select(this.selected);
    else this.click(event);
  }

  click(event) {
    if (event.offsetX < this.left) {
      this.unfold(Math.floor((event.offsetY - this.top) / this.row));
      return;
    }
    const span = this.spanAt(event);
    if (span) this.chosen?.(span, this.tick(this.placeOf(event)));
  }

  // A click on the name of a row of several processes gives each its own.
  unfold(row) {
    const at = this.level().rows[row];
    if (!at) return;
    const first = this.index.get(at.process) ?? 0;
    if (at.isFolded) {
      this.tree.unfold(at.process);
      this.rearrange();
      return;
    }
    this.showRows(at.processes > 1 ? `${first}-${first + at.processes - 1}` : undefined);
  }

  showRows(rows) {
    this.rows = rows;
    this.want();
    this.changed?.();
  }

  select(span) {
    this.selected = span;
    this.draw();
    this.changed?.();
  }

  mark() {
    this.marks.push(this.pointed ?? (this.from + this.to) / 2);
    if (this.marks.length > 2) this.marks.shift();
    this.draw();
  }

  // The window that is selected, else the visible one: ticks.
  asked() {
    const [from, to] = this.selected ?? [this.from, this.to], first = this.tick(from), last = this.tick(to);
    return { from: first, to: last > first ? last : first + 1n };
  }

  // ---- drawing ----

  // The calls are drawn again only if they change, so that a selection follows the pointer.
  drawCalls() {
    const canvas = this.canvas, now = [this.part, this.data.rows, this.from, this.to, this.by, canvas.clientWidth, devicePixelRatio,
                                       matchMedia("(prefers-color-scheme: dark)").matches];
    if (this.calls && now.every((each, i) => each === this.drawnOf[i])) {
      this.pen.setTransform(1, 0, 0, 1, 0, 0);
      this.pen.clearRect(0, 0, canvas.width, canvas.height);
      this.pen.drawImage(this.calls, 0, 0);
      this.pen.scale(devicePixelRatio || 1, devicePixelRatio || 1);
      this.pen.translate(0, this.top);
      this.tell(this.level());
      return;
    }
    super.draw();
    if (!this.drawnOf || now[0] !== this.drawnOf[0] || now[4] !== this.drawnOf[4]) this.nameColors();
    this.calls ??= document.createElement("canvas");
    this.calls.width = canvas.width;
    this.calls.height = canvas.height;
    if (canvas.width && canvas.height) this.calls.getContext("2d").drawImage(canvas, 0, 0);
    else this.calls = null;
    this.drawnOf = now;
  }

  draw() {
    if (!this.overview) return; // not made yet
    this.drawCalls();
    const pen = this.pen, height = this.data.rows.length * this.row;
    const x = share => this.left + (share - this.from) / (this.to - this.from) * this.plot();
    pen.save();
    pen.beginPath();
    pen.rect(this.left, -this.top, this.plot(), height + this.top);
    pen.clip();
    this.drawOperations(x);
    this.drawMarkers(x, height);
    this.drawUnread(x, height);
    if (this.selected) {
      pen.fillStyle = "rgb(80 140 255 / 25%)";
      pen.fillRect(x(this.selected[0]), -this.top, Math.max(1, x(this.selected[1]) - x(this.selected[0])), height + this.top);
    }
    pen.fillStyle = this.colors.text;
    for (const mark of this.marks) pen.fillRect(x(mark), -this.top, 1, height + this.top);
    pen.restore();
    this.drawn?.();
  }

  // A line below the calls of a row.
  drawOperations(x) {
    const pen = this.pen;
    pen.fillStyle = this.colors.text;
    this.level().rows.forEach((row, i) => {
      for (const [begin, end] of row.operations ?? []) {
        const at = x(this.share(begin));
        pen.fillRect(at, (i + 1) * this.row - OPERATION - 1, Math.max(1, x(this.share(end)) - at), OPERATION);
      }
    });
  }

  // What the first pass has not come to.
  drawUnread(x, height) {
    const pen = this.pen, to = this.part?.read_to ?? null, at = this.part ? Math.max(this.left, x(to === null ? 1 : this.share(to))) : this.left;
    if (this.part && to === null) return;
    pen.fillStyle = this.colors.band;
    pen.fillRect(at, 0, this.left + this.plot() - at, height);
    pen.fillStyle = this.colors.text;
    pen.textAlign = "left";
    pen.globalAlpha = 0.7;
    pen.fillText(this.part ? "is being read" : "waits for the first answer", at + 8, Math.min(12, height / 2));
    pen.globalAlpha = 1;
  }

  drawMarkers(x, height) {
    const pen = this.pen;
    pen.fillStyle = this.colors.accent;
    for (const marker of this.level().markers ?? []) {
      const at = x(this.share(marker.time)), y = marker.row === null ? 0 : marker.row * this.row;
      pen.fillRect(at, y, 1, marker.row === null ? height : this.row);
      pen.beginPath();
      pen.moveTo(at - 4, y);
      pen.lineTo(at + 4, y);
      pen.lineTo(at, y + 6);
      pen.fill();
    }
  }

  tell(level) {
    const { from, to } = { from: this.tick(this.from), to: this.tick(this.to) };
    this.where.textContent = `${this.format((this.to - this.from) * this.span)} from +${this.format(this.since(this.from))}`;
    this.command.textContent = `otf-draw -t ${from}:${to} -o part.svg ${quote(this.figure.dataset.trace)}`;
    const parts = [`The ${level.shares ? "heights in a row are shares of the time" : "lanes of a row are depths of the call stack"}.`];
    if (level.asked > level.columns * 1.1 && level.read_to === null)
      parts.push("Columns are coarser than the screen: there is no finer level of so long a window (--memory).");
    if (level.shares === false && this.raw && level.lanes < this.raw.lanes) parts.push(`${level.lanes} of ${this.raw.lanes} depths are shown.`);
    if (level.per_row > 1) parts.push(`${level.per_row} processes a row: a click on a name shows each.`);
    if (level.messages_in_all === null && level.read_to === null)
      parts.push(`${level.messages.length} of the longest messages of the whole trace are drawn.`);
    else if (level.messages.length < (level.messages_in_all ?? 0))
      parts.push(`The ${level.messages.length} longest of ${level.messages_in_all} messages are drawn.`);
    if (level.markers_left_out) parts.push(`${level.markers_left_out} markers are not drawn.`);
    if (this.hidden.size) parts.push(`${this.hidden.size} rows are hidden.`);
    if (this.rows !== undefined) parts.push("Some processes alone are shown: a click on a name, or U, shows all.");
    if (level.rows.some(row => row.isFolded)) parts.push("A folded row has the shares of its rows.");
    if (this.tree.folded.size && level.per_row > 1) parts.push("Rows of several processes are not folded: show fewer.");
    if (this.sorted !== null) parts.push(`Rows are sorted by the time in ${this.sorted} that is drawn.`);
    if (this.selected) parts.push(`Selected: ${this.format((this.selected[1] - this.selected[0]) * this.span)}.`);
    if (this.marks.length > 1) parts.push(`Between the marks: ${this.format(Math.abs(this.marks[1] - this.marks[0]) * this.span)}.`);
    this.under.textContent = parts.join(" ");
  }
}

// ---- tables of the window ----

const ROWS_SHOWN = 200, MOST_KNOWN = 20;

// Columns that are ticks: of all tables, and of some.
const TICKS = { "": /^latency_/, function: /^(exclusive|inclusive|sum|min|max|mean|p\d+)$/, collective: /^(time|min|max|mean|p\d+)$/,
                file: /^(time|min|max|mean|p\d+)$/, wait: /^(sum|max)$/, worst: /^time$/, messages: /^latency$/,
                efficiency: /^(runtime|ideal|useful|mean_useful|max_useful)$/ };
const INSTANTS = { "": /^begin$/, wait: /^max_start$/, worst: /^start$/, messages: /^(sent|received)$/ };

// A value as text; ticks as a time if it is known how long they are.
function textOf(value, table, column) {
  const is = names => timeline.resolution && (names[""].test(column) || names[table]?.test(column));
  if (is(TICKS)) return timeline.format(Number(value));
  if (is(INSTANTS)) return `+${timeline.format(timeline.since(timeline.share(value)))}`;
  return Number.isInteger(value) || typeof value === "bigint" ? String(value) : value.toPrecision(4);
}

function isToken(column, columns) {
  return columns.includes(`${column}_name`);
}

function putTable(parent, name, rows) {
  const columns = Object.keys(rows[0]).filter((column, i, all) => !isToken(column, all));
  make("h3", name, parent);
  const box = make("div", undefined, parent), table = make("table", undefined, box);
  const head = table.createTHead().insertRow(), body = table.createTBody();
  box.className = "scroll";
  box.tabIndex = 0;
  box.setAttribute("aria-label", name);
  for (const column of columns) {
    const th = make("th", column.replace(/_name$/, ""), head);
    if (rows.some(row => typeof row[column] === "number" || typeof row[column] === "bigint")) th.className = "number";
  }
  for (const row of rows.slice(0, ROWS_SHOWN)) {
    const line = body.insertRow();
    for (const column of columns) {
      const value = row[column], cell = line.insertCell();
      if (typeof value === "number" || typeof value === "bigint") {
        cell.className = "number";
        cell.dataset.v = value;
        cell.textContent = textOf(value, name, column);
        if (cell.textContent !== String(value)) cell.title = value;
      } else if (value === null || value === undefined) cell.textContent = "-";
      else cell.textContent = typeof value === "object" ? JSON.stringify(value) : value;
    }
  }
  addSorting(table);
  const first = Array.from(head.cells).find(th => ["exclusive", "sum", "time"].includes(th.textContent));
  if (first) sortBy(table, first, -1);
  if (rows.length > ROWS_SHOWN) make("p", `${ROWS_SHOWN} of ${rows.length} rows; the command prints all.`, parent).className = "note";
}

function putTables(answer) {
  const to = element("tables"), tables = Object.entries(answer).filter(([, rows]) => Array.isArray(rows) && rows.length && typeof rows[0] === "object");
  to.replaceChildren();
  for (const [name, rows] of tables) putTable(to, name, rows);
  if (!tables.length) make("p", "Nothing in this window.", to).className = "note";
}

function putCommands(answer) {
  element("tables").replaceChildren();
  for (const line of Object.values(answer)) make("code", line, make("p", undefined, element("tables")));
}

// ---- the page ----

let timeline = null;

class Page {
  constructor(overview) {
    this.overview = overview;
    this.shown = "profile";
    this.tables = new Asker(350);
    this.calls = new Asker(0);
    this.strips = new Map();
    this.known = new Map(); // answers for the tables
    element("title").textContent = overview.trace;
    document.title = `${overview.trace} - otf-view`;
    timeline = this.timeline = new View(document.querySelector("figure.timeline"), overview);
    timeline.changed = () => this.changed();
    timeline.drawn = () => this.drawMap();
    timeline.taken = () => {
      this.map = null;
      this.drawMap();
      if (timeline.part.read_to !== null && this.overview.complete) timeline.want(); // it was asked before
    };
    timeline.chosen = (span, tick) => this.showCall(span, tick);
    timeline.step = way => this.step(way);
    this.addEvents();
    this.addTraces();
    this.addCounters();
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

  // ---- state ----

  tell() {
    const { complete, damage, snapshots, processes } = this.overview;
    const parts = [`${processes.length} processes`];
    const to = timeline.whole?.read_to ?? null, done = to === null ? 0 : timeline.share(to);
    if (!complete) parts.push(`the first pass is under way${done > 0 ? `: ${Math.floor(100 * done)}%` : ""}`);
    else if (!snapshots) parts.push("no snapshots: profiles and calls are read from the start of the trace; otf-snap makes that faster");
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
    for (const name of this.strips.keys()) this.drawStrip(name);
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
    for (const name of this.strips.keys()) parts.push(`c=${encodeURIComponent(name)}`);
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

  // ---- the panel ----

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

  // ---- the map of the whole ----

  drawMap() {
    const canvas = element("map"), width = canvas.clientWidth, height = canvas.clientHeight, pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement), whole = timeline.whole;
    canvas.width = width;
    canvas.height = height;
    pen.fillStyle = style.getPropertyValue("--band");
    pen.fillRect(0, 0, width, height);
    if (whole) pen.drawImage(this.map ??= this.paintMap(whole, width, height), 0, 0, width, height);
    pen.strokeStyle = style.getPropertyValue("--accent");
    pen.lineWidth = 2;
    pen.strokeRect(timeline.from * width + 1, 1, Math.max(3, (timeline.to - timeline.from) * width - 2), height - 2);
  }

  paintMap(whole, width, height) {
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d"), rows = whole.rows.length, high = height / rows;
    canvas.width = Math.max(1, width);
    canvas.height = height;
    for (let row = 0; row < rows; row++) {
      for (let lane = 0; lane < whole.lanes; lane++) {
        const bars = whole.decoded[row * whole.lanes + lane] ?? [];
        for (let i = 0; i < bars.length; i += 3) {
          const x = timeline.shareOf(whole, bars[i]) * width, end = timeline.shareOf(whole, bars[i + 1]) * width;
          pen.fillStyle = whole.keys[bars[i + 2]][timeline.by];
          pen.fillRect(x, (row + lane / whole.lanes) * high, Math.max(0.5, end - x), high / whole.lanes);
        }
      }
    }
    return canvas;
  }

  // ---- counters ----

  addCounters() {
    const names = new Set(this.overview.counters);
    element("counters").hidden = !names.size;
    for (const name of names) {
      const label = make("label", undefined, make("li", undefined, element("counters").querySelector("ul")));
      const box = make("input", undefined, label);
      box.type = "checkbox";
      box.value = name;
      label.append(` ${name}`);
      box.addEventListener("change", () => this.showStrip(name, box.checked));
    }
  }

  showStrip(name, shown) {
    if (!shown) {
      this.strips.get(name)?.canvas.remove();
      this.strips.delete(name);
      this.changed();
      return;
    }
    const canvas = make("canvas", undefined, element("strips"));
    canvas.className = "strip";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `counter ${name}`);
    this.strips.set(name, { canvas, asker: new Asker(120) });
    this.changed();
  }

  drawStrip(name) {
    const { canvas, asker } = this.strips.get(name);
    const window = { from: timeline.tick(timeline.from), to: timeline.tick(timeline.to) };
    if (window.to <= window.from) window.to = window.from + 1n;
    asker.ask("counter", { ...window, name, columns: Math.ceil(timeline.plot()) }, answer => {
      const pen = canvas.getContext("2d"), counter = answer.counters.find(each => each.name === name) ?? answer.counters[0], style = getComputedStyle(document.documentElement);
      canvas.width = canvas.clientWidth;
      canvas.height = canvas.clientHeight;
      pen.font = "11px system-ui, sans-serif";
      pen.fillStyle = style.getPropertyValue("--text");
      pen.fillText(counter ? `${name}${counter.unit ? ` [${counter.unit}]` : ""}${counter.is_rate ? " per s" : ""}: ${counter.least.toPrecision(4)} to ${counter.most.toPrecision(4)}` : `${name}: no value here`, 2, 10);
      pen.strokeStyle = style.getPropertyValue("--accent");
      for (const curve of counter?.curves ?? []) {
        const y = value => canvas.height - 3 - (value - counter.least) / (counter.most - counter.least || 1) * (canvas.height - 18);
        pen.beginPath();
        curve.points.forEach(([column, first, least, most, last], i) => {
          const x = timeline.left + column / answer.columns * timeline.plot();
          if (i && !counter.is_rate) pen.lineTo(x, y(curve.points[i - 1][4])); // a level holds
          if (i) pen.lineTo(x, y(first));
          else pen.moveTo(x, y(first));
          pen.lineTo(x, y(least));
          pen.lineTo(x, y(most));
          pen.lineTo(x, y(last));
        });
        if (!counter.is_rate && curve.points.length) pen.lineTo(timeline.left + timeline.plot(), y(curve.points.at(-1)[4]));
        pen.stroke();
      }
    });
  }
}

let page = null;
const ready = ask("overview").then(overview => {
  page = new Page(overview);
  page.wait();
}, showError);
