"use strict";
// The page is complete without its scripts, which sort and search its tables and zoom its pictures.

function cellValue(row, column) {
  const cell = row.cells[column];
  return cell.dataset.v !== undefined ? Number(cell.dataset.v) : cell.textContent;
}

// Cells without a value come last in both directions.
function compareCells(a, b, isNumber, direction) {
  if (isNumber && (typeof a === "string" || typeof b === "string"))
    return (typeof a === "string") - (typeof b === "string");
  return direction * (isNumber ? a - b : a.localeCompare(b, undefined, { numeric: true }));
}

// The direction of the next sort: numbers descend first.
function nextDirection(th) {
  const old = th.getAttribute("aria-sort");
  return old ? (old === "ascending" ? -1 : 1) : th.classList.contains("number") ? -1 : 1;
}

function sortBy(table, th, direction) {
  const isNumber = th.classList.contains("number");
  const body = table.tBodies[0], rows = Array.from(body.rows, row => [cellValue(row, th.cellIndex), row]);
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  th.setAttribute("aria-sort", direction < 0 ? "descending" : "ascending");
  rows.sort((a, b) => compareCells(a[0], b[0], isNumber, direction));
  body.append(...rows.map(pair => pair[1]));
  table.dispatchEvent(new Event("sorted", { bubbles: true }));
}

function addSorting(table) {
  for (const th of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.append(...th.childNodes);
    button.addEventListener("click", () => sortBy(table, th, nextDirection(th)));
    th.append(button);
  }
}

function addSearch(table) {
  const label = document.createElement("label"), input = document.createElement("input");
  const count = document.createElement("output");
  const rows = Array.from(table.tBodies[0].rows, row => [row.textContent.toLowerCase(), row]);
  function search() {
    const wanted = input.value.toLowerCase();
    let found = 0;
    for (const [text, row] of rows) {
      row.hidden = !text.includes(wanted);
      found += !row.hidden;
    }
    count.textContent = wanted ? ` ${found} of ${rows.length} rows` : "";
  }
  label.className = "search";
  input.type = "search";
  input.placeholder = "search";
  input.setAttribute("aria-label", `search ${table.parentElement.getAttribute("aria-label")}`);
  input.addEventListener("input", search);
  label.append(input, count);
  table.parentElement.before(label);
}

// Shade the squares of the matrix by the value that is chosen.
// At most that many characters; a long name keeps its end, too, as in the pictures.
function shorten(text, most, tail = text.length > 100 ? Math.floor((most - 1) / 3) : 0) {
  if (text.length <= most) return text;
  return text.slice(0, most - 1 - tail) + "\u2026" + text.slice(text.length - tail);
}

function shadeBy(svg, name) {
  const squares = Array.from(svg.querySelectorAll("rect"), rect => [Number(rect.dataset[name] ?? 0), rect]);
  const most = Math.max(...squares.map(pair => pair[0]));
  for (const [value, rect] of squares)
    rect.setAttribute("fill-opacity", most > 0 ? 0.08 + 0.92 * Math.log1p(value) / Math.log1p(most) : 0.08);
}

function addChoice(figure) {
  const svg = figure.querySelector("svg"), choices = document.createElement("div");
  choices.className = "choices";
  for (const [name, text] of [["bytes", "bytes"], ["messages", "messages"], ["latency", "mean latency"]]) {
    const label = document.createElement("label"), input = document.createElement("input");
    label.className = "choice";
    input.type = "radio";
    input.name = "shade";
    input.value = name;
    input.checked = name === "bytes";
    input.addEventListener("change", () => shadeBy(svg, name));
    label.append(input, " " + text);
    choices.append(label);
  }
  figure.prepend(choices);
}

// Whether black text can be read on a color, #rrggbb.
function isLight(color) {
  const rgb = parseInt(color.slice(1), 16);
  return 0.299 * (rgb >> 16) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255) > 140;
}

const SEARCHED = 10; // rows from which a table has a search

for (const table of document.querySelectorAll("main table")) {
  addSorting(table);
  if (table.tBodies[0].rows.length >= SEARCHED) addSearch(table);
}
for (const figure of document.querySelectorAll(".heat")) addChoice(figure);
