// Rows of the timeline that are folded into one: the threads of a process, the processes of a node.

class Tree {
  constructor(processes) {
    this.of = new Map(processes.map(process => [process.process, process]));
    this.parents = new Set(processes.map(process => process.parent).filter(parent => parent !== null));
    this.nodes = new Set(processes.map(process => process.node).filter(node => node !== null));
    this.folded = new Set(); // keys of what is folded
    this.depths = [[], [...this.parents].map(parent => `p${parent}`), [...this.nodes].map(node => `n${node}`)]
      .filter((keys, i) => !i || keys.length && keys.length < processes.length);
  }

  // What a process is in, the outermost first: "nNODE", then "pPROCESS" of parents with threads.
  around(token) {
    const keys = [];
    let at = this.of.get(token);
    if (at && this.parents.has(at.process)) keys.push(`p${at.process}`);
    for (const seen = new Set(); at && at.parent !== null && !seen.has(at.parent); at = this.of.get(at.parent)) {
      seen.add(at.parent);
      keys.push(`p${at.parent}`);
    }
    if (at && at.node !== null) keys.push(`n${at.node}`);
    return keys.reverse();
  }

  foldedOf(token) {
    return this.around(token).find(key => this.folded.has(key));
  }

  nameOf(key) {
    return key[0] === "n" ? key.slice(1) : this.of.get(Number(key.slice(1)))?.name ?? key.slice(1);
  }

  // One step further out, or all that is around it back.
  toggle(token) {
    const keys = this.around(token), outermost = keys.findIndex(key => this.folded.has(key));
    if (outermost < 0) {
      if (keys.length) this.folded.add(keys.at(-1));
    } else if (outermost > 0) this.folded.add(keys[outermost - 1]);
    else this.unfold(token);
  }

  unfold(token) {
    for (const key of this.around(token)) this.folded.delete(key);
  }

  // Fold all threads, then all processes of nodes, then nothing.
  next() {
    const at = this.depths.findLastIndex(keys => keys.every(key => this.folded.has(key)));
    this.folded = new Set(this.depths[(at + 1) % this.depths.length]);
  }

  // An answer with the rows that are folded as one row each.
  fold(answer) {
    const rows = [], place = [], first = new Map();
    answer.rows.forEach((row, i) => {
      const key = answer.per_row > 1 ? undefined : this.foldedOf(row.process);
      if (key === undefined || !first.has(key)) {
        if (key !== undefined) first.set(key, rows.length);
        rows.push({ row, key, members: [] });
      }
      place[i] = key === undefined ? rows.length - 1 : first.get(key);
      rows[place[i]].members.push(row);
    });
    if (rows.length === answer.rows.length) return answer;
    const at = row => row === null ? null : place[row];
    return { ...answer, rows: rows.map(({ row, key, members }) => members.length > 1 ? this.join(answer, row, key, members) : row),
             messages: answer.messages.map(each => ({ ...each, sender_row: at(each.sender_row), receiver_row: at(each.receiver_row) }))
               .filter(each => each.sender_row !== each.receiver_row),
             markers: answer.markers.map(each => ({ ...each, row: at(each.row) })) };
  }

  join(answer, row, key, members) {
    return { process: row.process, processes: members.length, name: `${this.nameOf(key)}: ${members.length} rows`, isFolded: true,
             spans: joinSpans(answer, members.map(member => shareOut(answer, member))), operations: [] };
  }
}

// What shares of each column of a row its keys have: [key, share] by column; of depths the innermost call counts.
function shareOut(answer, row) {
  const columns = Array.from({ length: answer.columns }, () => new Map());
  for (const [, , , key, share, begin, end] of row.spans)
    for (let column = begin; column < end; column++) {
      if (!answer.shares) columns[column].clear(); // a deeper one follows
      columns[column].set(key, share ?? 1);
    }
  return columns;
}

// The keys by group, so that bands of one group are next to each other.
function joinSpans(answer, members) {
  const order = answer.keys.map((key, i) => i).sort((a, b) => answer.keys[a][1] < answer.keys[b][1] ? -1 : answer.keys[a][1] > answer.keys[b][1] ? 1 : a - b);
  const rank = [], open = new Array(answer.lanes).fill(null), spans = [], ticks = Number(BigInt(answer.to) - BigInt(answer.from)) / answer.columns;
  const tick = column => BigInt(answer.from) + BigInt(Math.round(column * ticks));
  const close = (lane, column) => {
    const bar = open[lane];
    if (bar) spans.push([lane, tick(bar.begin), tick(column), bar.key, bar.sum / (column - bar.begin), bar.begin, column]);
    open[lane] = null;
  };
  order.forEach((key, i) => { rank[key] = i; });
  for (let column = 0; column <= answer.columns; column++) {
    const sums = new Map();
    if (column < answer.columns)
      for (const member of members)
        for (const [key, share] of member[column]) sums.set(key, (sums.get(key) ?? 0) + share / members.length);
    const sorted = [...sums].sort((a, b) => rank[a[0]] - rank[b[0]]);
    for (let lane = 0; lane < answer.lanes; lane++) {
      const middle = (lane + 0.5) / answer.lanes;
      let at = 0;
      const found = sorted.find(pair => (at += pair[1]) > middle);
      if (open[lane]?.key !== found?.[0]) {
        close(lane, column);
        if (found) open[lane] = { key: found[0], begin: column, sum: 0 };
      }
      if (found) open[lane].sum += found[1];
    }
  }
  return spans.sort((a, b) => a[0] - b[0] || a[5] - b[5]);
}
