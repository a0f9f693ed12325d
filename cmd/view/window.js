// Tables of the window, as the answers have them, and command lines.

const ROWS_SHOWN = 200;

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
