// What all scripts of otf-view use: questions to the server, elements of the page, errors.

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
