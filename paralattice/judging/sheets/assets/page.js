// Actions of the judge: moving, scoring, files and keys.

// ---- Moving ----

function radios(scale) {
  return [...$("questions").children[scale].querySelectorAll("input")];
}

function focusHere() {
  if (!$("panel").hidden) {
    $("panel-button").focus();
  } else {
    const group = radios(at.scale);
    at.quiet = true;
    (group.find((radio) => radio.checked) ?? group[0]).focus({ preventScroll: true });
    at.quiet = false;
    mark(at.scale);
    // On a phone not all questions are in view at once: with the first one, show the sentence.
    (at.scale ? $("questions").children[at.scale] : $("where")).scrollIntoView({ block: "nearest" });
  }
}

function go(place, scale) {
  const turned = at.ended || ITEMS[place].cluster !== at.shown || !$("panel").hidden;
  Object.assign(at, { place, scale, ended: false });
  scores.place = ITEMS[place].id;
  show();
  focusHere();
  if (turned) {
    document.querySelector("main").scrollIntoView();
  }
}

function goOpen() {
  const open = (place) => !scores.isJudged(ITEMS[place].id);
  const places = [...ITEMS.keys()];
  const place = places.slice(at.place + 1).find(open) ?? places.find(open);
  if (place === undefined) {
    at.ended = true;
    show();
    focusHere();
  } else {
    go(place, Math.max(scores.of(ITEMS[place].id).indexOf(0), 0));
  }
}

function goNext() {
  if (!$("panel").hidden) {
    begin();
  } else if (at.place + 1 < ITEMS.length) {
    go(at.place + 1, 0);
  } else {
    goOpen();
  }
}

function goBack(scale = 0) {
  if (at.ended) {
    go(at.place, scale);
  } else if (at.place > 0) {
    go(at.place - 1, scale);
  }
}

function stepBack() {
  if ($("panel").hidden && at.scale > 0) {
    go(at.place, at.scale - 1);
  } else {
    goBack(SCALES.length - 1);
  }
}

function stepOn() {
  if (at.scale + 1 < SCALES.length) {
    go(at.place, at.scale + 1);
  } else {
    goNext();
  }
}

// ---- Scoring ----

function give(scale, score) {
  const { id, cluster } = ITEMS[at.place];
  const complete = scores.isJudged(id);
  scores.place = id;
  scores.put([[id, scale, score]], at.place);
  exported = false;
  updateProgress();
  updateMark(at.place);
  updateCluster(cluster);
  $("last").textContent = `${capital(SHEET.noun)} ${at.place - CLUSTERS[cluster].places[0] + 1}: ${describe(at.place)}`;
  say("");
  const open = scores.of(id).indexOf(0);
  if (open >= 0) {
    go(at.place, open);
  } else if (complete && scale + 1 < SCALES.length) {
    go(at.place, scale + 1);
  } else if (!complete && ITEMS.every((item) => scores.isJudged(item.id))) {
    goOpen();
  } else {
    goNext();
  }
}

function undo() {
  if (scores.past.length) {
    const scale = scores.past.at(-1).former[0]?.[1] ?? 0;
    const place = scores.undo();
    exported = false;
    refresh();
    go(place, scale);
    $("last").textContent = "Undone.";
  }
}

// Redraw everything after many scores have changed.
function refresh() {
  updateProgress();
  CLUSTERS.forEach((_, number) => updateCluster(number));
  CLUSTERS[at.shown]?.places.forEach(updateMark);
}

// ---- Files ----

function exportScores() {
  const rows = ITEMS.map((item, place) => {
    const given = scores.of(item.id).map(scoreText);
    return [item.id, CLUSTERS[item.cluster].name, place + 1, ...item.texts, ...given];
  });
  const blob = new Blob([writeCsv([SHEET.columns, ...rows])], { type: "text/csv;charset=utf-8" });
  const link = make("a", { href: URL.createObjectURL(blob), download: SHEET.file });
  link.click();
  // Some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  exported = true;
  say(`Exported to ${SHEET.file}: ${$("count").textContent}.`);
}

async function importScores(file) {
  try {
    const { changes, strangers } = readScores(await file.text(), PLACES, SCALES.map((scale) => scale.column));
    const fresh = changes.filter(([item, scale, score]) => scores.of(item)[scale] !== score);
    if (fresh.length) {
      scores.put(fresh, at.place);
    }
    refresh();
    const others = strangers ? ` ${strangers} rows are of another sheet and were left out.` : "";
    say(`Imported ${file.name}: ${changes.length} scores, ${fresh.length} of them new.${others}`);
    goOpen();
  } catch (error) {
    say(`Not imported: ${file.name}: ${error.message}.`);
  }
}

// ---- Keys ----

function digitOf(event) {
  // On some keyboards digits need the shift key, or are not European; then the key's position decides.
  const digit = event.shiftKey ? event.key : event.code.replace(/^Digit/, "");
  return [event.key, digit].map(Number).find((number) => number >= 1 && number <= SCALES[0].grades.length);
}

function isChoosing() {
  return $("questions").children[at.scale].classList.contains("choosing");
}

function moveWithin(by) {
  const group = radios(at.scale);
  const now = group.indexOf(document.activeElement) + (isChoosing() ? by : 0);
  group[(now + group.length) % group.length].focus();
  mark(at.scale, true);
}

function choose() {
  const score = Number(document.activeElement.value);
  if (isChoosing()) {
    give(at.scale, score);
  } else {
    mark(at.scale, true);
    say(`Press again for the score ${score}.`);
  }
}

const KEYS = {
  ArrowUp: stepBack,
  ArrowDown: stepOn,
  Backspace: stepBack,
  ArrowLeft: () => moveWithin(-1),
  ArrowRight: () => moveWithin(1),
  Enter: choose,
  " ": choose,
  n: goOpen,
  u: undo,
};

function onKey(event) {
  const here = document.activeElement;
  // In the list of clusters, letters and digits look for a name.
  const free = here !== $("cluster");
  if ($("about").open || event.altKey || event.isComposing || !free) {
    return;
  }
  const action = actionOf(event, here.type === "radio");
  if (action) {
    event.preventDefault();
    // A key that is held down would score sentence after sentence.
    if (!event.repeat) {
      action();
    }
  }
}

function actionOf(event, onScore) {
  if (event.ctrlKey || event.metaKey) {
    return event.key === "z" ? undo : undefined;
  }
  const digit = digitOf(event);
  if (digit) {
    return $("panel").hidden ? () => give(at.scale, digit) : undefined;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return onScore || /^(Backspace|[nu])$/.test(key) ? KEYS[key] : undefined;
}

// ---- Beginning ----

function begin() {
  if (at.ended) {
    exportScores();
  } else {
    begun.add(ITEMS[at.place].cluster);
    go(at.place, at.scale);
  }
}

function listen() {
  const clicks = {
    "back": () => goBack(), "next": goNext, "undo": undo, "open": goOpen, "export": exportScores,
    "import": () => $("file").click(), "panel-button": begin,
    "help": () => $("about").showModal(), "close": () => $("about").close(),
  };
  Object.entries(clicks).forEach(([id, action]) => $(id).addEventListener("click", action));
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) {
      await importScores(file);
      $("file").value = "";
    }
  });
  $("cluster").addEventListener("change", () => {
    const { places } = CLUSTERS[$("cluster").value];
    go(places.find((place) => !scores.isJudged(ITEMS[place].id)) ?? places[0], 0);
  });
  document.addEventListener("keydown", onKey);
  // The same sheet in another tab, or scores that come late because the browser was busy when the page was loaded.
  window.addEventListener("storage", (event) => {
    if (event.key === SHEET.key) {
      scores.load();
      refresh();
      if (begun.size === 0 && scores.past.length === 0) {
        resume();
      }
      show();
    }
  });
  window.addEventListener("beforeunload", (event) => {
    if (scores.atRisk() && !exported) {
      event.preventDefault();
    }
  });
}

// Go where the judge was, or to the next sentence that is not judged.
function resume() {
  at.place = PLACES.get(scores.place) ?? 0;
  at.ended = false;
  if (scores.isJudged(ITEMS[at.place].id)) {
    const places = [...ITEMS.keys()];
    at.ended = places.every((place) => scores.isJudged(ITEMS[place].id));
    at.place = places.slice(at.place).find((place) => !scores.isJudged(ITEMS[place].id)) ?? at.place;
  }
  at.scale = Math.max(scores.of(ITEMS[at.place].id).indexOf(0), 0);
}

function start() {
  document.body.classList.toggle("together", SHEET.together);
  $("who").textContent = `${SHEET.run} · ${SHEET.judge}`;
  $("list").open = WIDE.matches;
  scores.probe();
  scores.load();
  buildQuestions();
  buildHelp();
  buildClusters();
  listen();
  updateProgress();
  resume();
  show();
}

start();
