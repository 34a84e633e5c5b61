// The page of trials: sends the form, follows the trial, shows its results as they become ready.

const RUN = JSON.parse($("facts").textContent);
const FIELDS = [...document.querySelectorAll(".options [id]")];
const WAIT = 250;
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// ---- The form ----

const checks = () => [...document.querySelectorAll("[name=version]")];

function fill(trial) {
  $("text").value = trial.text;
  checks().forEach((check) => { check.checked = trial.versions.includes(check.value); });
  for (const field of FIELDS) {
    const [stage, name] = field.id.split(".");
    field.value = name ? trial[stage][name] : trial[stage];
  }
}

function asked() {
  const trial = { text: $("text").value, versions: checks().filter((check) => check.checked).map((check) => check.value) };
  for (const field of FIELDS) {
    const [stage, name] = field.id.split(".");
    if (name) {
      trial[stage] = { ...trial[stage], [name]: field.valueAsNumber };
    } else {
      trial[stage] = field.value;
    }
  }
  return trial;
}

function offerExamples() {
  const examples = new Map(RUN.examples.split(/^# /m).filter(Boolean).map((part) => {
    const [name, ...lines] = part.trim().split("\n");
    return [name, `${lines.join("\n")}\n`];
  }));
  examples.set("all of them", RUN.examples);
  $("example").append(...[...examples.keys()].map((name) => make("option", { value: name, textContent: name })));
  $("example").addEventListener("change", () => {
    $("text").value = examples.get($("example").value) ?? $("text").value;
  });
}

async function take(file) {
  if (file) {
    $("text").value = (await file.text()).slice(0, $("text").maxLength);
  }
}

function problem(text) {
  $("problem").textContent = text;
  $("problem").hidden = !text;
}

// Return the answer of the server as JSON; throw its message if it refuses.
async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { Accept: "application/json", ...options.headers } }).catch(() => null);
  const reply = await answer?.json().catch(() => null);
  if (!reply || !answer.ok) {
    throw new Error(reply?.error ?? "The server does not answer.");
  }
  return reply;
}

async function send(event) {
  event.preventDefault();
  problem("");
  $("state").textContent = "sending…";
  $("warnings").replaceChildren();
  if ($("text").value !== sent) {
    former = null;
    $("changes").replaceChildren();
  }
  sent = $("text").value;
  try {
    const headers = { "Content-Type": "application/json", "X-XSRFToken": RUN.token };
    const { name } = await ask("/try", { method: "POST", headers, body: JSON.stringify(asked()) });
    if (location.pathname !== `/try/${name}`) {
      history.pushState(null, "", `/try/${name}`);
    }
    await follow(name);
  } catch (error) {
    problem(error.message);
    $("state").textContent = "";
  }
}

// ---- The trial ----

let turn = 0;
// The texts of the last trial, of the sentences that were sent.
let former = null;
let sent = RUN.trial.text;

async function follow(name) {
  turn += 1;
  const mine = turn;
  let have = "";
  RUN.name = name;
  $("kept").hidden = true;
  for (;;) {
    const reply = await ask(`/try/${name}/results?have=${encodeURIComponent(have)}`);
    if (turn !== mine) {
      return;
    }
    if (reply.clusters) {
      have = reply.versions.join(",");
      await show(reply);
    }
    tell(reply);
    if (reply.state === "ended") {
      end(name, reply);
      return;
    }
    await pause(WAIT);
  }
}

function tell({ state, before, now, seconds, error }) {
  const waiting = before ? `waiting for ${plural(before, "trial")}` : "waiting for the workers to start (the first time on a machine up to half a minute)";
  const ended = error || seconds === null ? "" : `done in ${seconds} s`;
  $("state").textContent = { waiting, computing: `computing ${now?.join(", ")}…`, ended }[state];
}

function end(name, { error, warnings, rows, columns }) {
  const failed = (rows ?? shownRows).filter((row) => row[(columns ?? shownColumns).indexOf("status")] === "failed")
    .map((row) => `${row[0]}: ${row[(columns ?? shownColumns).indexOf("reason")]}`);
  problem([error, ...new Set(failed)].filter(Boolean).join("\n"));
  $("warnings").replaceChildren(...(warnings ?? []).map((text) => make("li", { textContent: text })));
  $("kept").hidden = Boolean(error);
  $("link").href = `/try/${name}`;
  $("report").href = `/runs/${name}/report.html`;
  $("files").href = `/runs/${name}/files.zip`;
  former = texts;
}

// ---- The results ----

let view = null;
let shownRows = [];
let shownColumns = [];
let texts = new Map();

async function show({ versions, columns, rows, clusters }) {
  [shownRows, shownColumns] = [rows, columns];
  const names = Object.keys(clusters);
  const table = {
    rowsOf: (name) => rows.filter((row) => row[columns.indexOf("cluster")] === name),
    cell: (row, column) => row[columns.indexOf(column)] ?? "",
  };
  const records = new Map(await Promise.all(names.map(async (name) => [name, await unpack(clusters[name])])));
  texts = new Map([...records].flatMap(([name, record]) => record.versions.map((version) => [
    `${name} ${version.version}`, textsOf(record, version),
  ])));
  const chosen = view?.name;
  $("results").replaceChildren(...(names.length ? [$("blank").content.cloneNode(true)] : []));
  if (!names.length) {
    view = null;
    return;
  }
  view = new ClusterView(RUN.versions.filter(([name]) => versions.includes(name)), { get: async (name) => opened(records.get(name)) }, table);
  $("choice").parentElement.hidden = names.length < 2;
  $("choice").append(...names.map((name) => make("option", { value: name, textContent: name })));
  const go = async (name) => {
    $("choice").value = name;
    await view.open(name);
    mark();
  };
  const step = (by) => go(names[(names.indexOf(view.name) + by + names.length) % names.length]);
  $("choice").addEventListener("change", () => go($("choice").value));
  $("previous").addEventListener("click", () => step(-1));
  $("next").addEventListener("click", () => step(1));
  $("sources").open = !matchMedia("(max-width: 59.99rem)").matches;
  await go(names.includes(chosen) ? chosen : names[0]);
}

// Return the new sentences of a version of a packed record.
function textsOf(record, version) {
  return new Set(openedVersion(version, record.words).samples.map(({ text }) => text));
}

// Mark the sentences that the last trial did not have, and name those that are gone.
function mark() {
  const parts = view.record.versions.filter(({ version }) => former?.has(`${view.name} ${version}`)).map(({ version }) => {
    const [old, now] = [former.get(`${view.name} ${version}`), texts.get(`${view.name} ${version}`)];
    const gone = [...old].filter((text) => !now.has(text));
    const fresh = [...now].filter((text) => !old.has(text));
    const card = view.cards.find(({ name }) => name === version);
    card.lines.forEach((line) => line.classList.toggle("fresh", fresh.includes(line.sample.text)));
    const summary = make("summary", { textContent: `${version}: ${fresh.length} new since the last trial, ${gone.length} gone` });
    return make("details", {}, summary, make("ul", {}, ...gone.map((text) => make("li", { className: "gone", textContent: text }))));
  });
  $("changes").replaceChildren(...parts);
}

// ---- The start ----

offerExamples();
fill(RUN.trial);
$("try").addEventListener("submit", send);
$("file").addEventListener("change", () => take($("file").files[0]));
for (const [name, over] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
  $("text").addEventListener(name, (event) => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      $("text").classList.toggle("over", over);
      take(event.dataTransfer.files[0]);
    }
  });
}
addEventListener("popstate", () => location.reload());
listen(() => view?.clear());
if (RUN.name) {
  follow(RUN.name).catch((error) => problem(error.message));
}
