// What is shown is in the fragment of the address, so that a link shows the same:
//   #SECTION&t=FROM:TO&sort.TABLE=-COLUMN&open=0,2     ticks; - is descending; the numbers of parts that are unfolded

const timelineData = document.getElementById("timeline-data");
const timeline = timelineData && new Timeline(document.querySelector(".timeline"), JSON.parse(timelineData.textContent));

const sortable = Array.from(document.querySelectorAll("main table"));
const folds = Array.from(document.querySelectorAll("details"));
const labelOf = table => table.parentElement.getAttribute("aria-label");

function stateParts() {
  const parts = [], range = timeline?.range();
  if (range) parts.push(`t=${range}`);
  for (const table of sortable) {
    const th = table.tHead.querySelector("[aria-sort]");
    if (th) parts.push(`sort.${labelOf(table)}=${th.getAttribute("aria-sort") === "descending" ? "-" : ""}${th.dataset.name}`);
  }
  const open = folds.flatMap((fold, i) => fold.open ? [i] : []);
  if (open.length) parts.push(`open=${open}`);
  return parts.map(encodeURI);
}

// The section and the parts of a fragment.
function splitHash() {
  const parts = location.hash.slice(1).split("&").filter(Boolean);
  return [parts.find(part => !part.includes("=")) ?? "", parts.filter(part => part.includes("="))];
}

function writeState() {
  const hash = [splitHash()[0], ...stateParts()].filter(Boolean).join("&");
  if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

// Browsers refuse many changes in a short time.
let writing = 0;
function changed() {
  clearTimeout(writing);
  writing = setTimeout(writeState, 150);
}

function applySort(label, column) {
  const table = sortable.find(each => labelOf(each) === label), name = column.replace(/^-/, "");
  const th = table && Array.from(table.tHead.rows[0].cells).find(cell => cell.dataset.name === name);
  if (th) sortBy(table, th, column.startsWith("-") ? -1 : 1);
}

function applyPart(part) {
  const at = part.indexOf("="), key = part.slice(0, at), value = part.slice(at + 1);
  if (key === "t" && /^\d{1,20}:\d{1,20}$/.test(value)) timeline?.showTicks(...value.split(":"));
  else if (key.startsWith("sort.")) applySort(key.slice(5), value);
  else if (key === "open") for (const i of value.split(",")) if (folds[i]) folds[i].open = true;
}

// A link of the page has no parts: what is shown stays.
function readState() {
  const [section, parts] = splitHash();
  for (const part of parts) {
    try {
      applyPart(decodeURI(part));
    } catch {
      continue; // it is no text
    }
  }
  if (parts.length && section) document.getElementById(section)?.scrollIntoView({ behavior: "instant" });
  changed();
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-from]");
  if (link) timeline?.showTicks(link.dataset.from, link.dataset.to);
});
document.addEventListener("sorted", changed);
for (const fold of folds) fold.addEventListener("toggle", changed);
if (timeline) timeline.changed = changed;
addEventListener("hashchange", readState);
if (location.hash) readState();
