// The timeline whose levels of detail are answers of the server: what is asked for a window, and what rows are made of it.

const NO_LEVEL = { columns: 1, lanes: 1, shares: false, decoded: [], from: 0, width: 1, keys: [], messages: [], rows: [] };
const COLUMN = 2.2, BAND = 3; // pixels
const MOST_COLUMNS = 32768, MARGIN = 0.25; // of the window, on each side
const MOST_ROWS = 128, BANDS_LEAST = 2;

class Answers extends Timeline {
  constructor(figure, overview) {
    figure.dataset.trace = overview.trace === "stdin" ? "TRACE" : overview.trace;
    super(figure, { from: String(overview.from), to: String(overview.to), first: String(overview.first),
                    resolution: String(overview.resolution ?? 0), rows: [], levels: [], keys: [], messages: [] });
    this.overview = overview;
    this.tree = new Tree(overview.processes);
    this.index = new Map(overview.processes.map((process, i) => [process.process, i]));
    this.asker = new Asker(40);
    this.pinned = []; // processes
    this.hidden = new Set();
    this.sorted = null; // name of a function
    this.depth = Infinity; // lanes of a row at most
    this.data.rows = this.expectedRows();
  }

  // The names of the rows before the first answer.
  expectedRows() {
    const { processes } = this.overview, per = Math.ceil(processes.length / MOST_ROWS);
    return processes.filter((process, i) => i % per === 0).map(process => process.name);
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

  messages() {
    return this.level().messages.map(message =>
      [this.share(message.sent), message.sender_row, this.share(message.received), message.receiver_row]);
  }

  rowHeight() {
    const rows = Math.max(1, this.data.rows.length), lanes = this.level().shares ? 1 : this.level().lanes;
    const least = rows <= 8 ? 34 : rows <= 24 ? 22 : rows <= 64 ? 12 : 7;
    return Math.max(least, Math.min(lanes * 13 + 2, Math.floor(720 / rows)));
  }

  // The window that is selected, else the visible one: ticks.
  asked() {
    const [from, to] = this.selected ?? [this.from, this.to], first = this.tick(from), last = this.tick(to);
    return { from: first, to: last > first ? last : first + 1n };
  }

  // ---- questions ----

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

  // The first pass has come further.
  refresh() {
    if (!this.asker.abort) this.want();
  }

  // ---- answers ----

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

  // ---- rows ----

  // Rows show fewer depths of the call stack, or more.
  fold(more) {
    if (!this.raw || this.raw.shares) return;
    const depth = Math.min(this.depth, this.raw.lanes) + more;
    this.depth = depth >= this.raw.lanes ? Infinity : Math.max(1, depth);
    this.rearrange();
  }

  showRows(rows) {
    this.rows = rows;
    this.want();
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
}
