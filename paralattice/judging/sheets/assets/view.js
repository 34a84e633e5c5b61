// The page: one item at a time, its questions, and the originals of its cluster.

const SHEET = JSON.parse(document.getElementById("data").textContent);
const SCALES = SHEET.scales.map((scale) => ({ ...scale, grades: [...scale.grades].reverse() }));
// A pair is shown as its two phrases, with their context below.
const ITEMS = SHEET.items.map(([id, cluster, ...texts]) => ({
  id, cluster, texts, sentence: texts.length > 1 ? `${texts[0]} ↔ ${texts[1]}` : texts[0], context: texts[2] ?? "",
}));
const PLACES = new Map(ITEMS.map((item, place) => [item.id, place]));
const CLUSTERS = SHEET.clusters.map((cluster) => ({ ...cluster, places: [] }));
ITEMS.forEach((item, place) => CLUSTERS[item.cluster].places.push(place));
const scores = SHEET.served ? new ServedScores(SHEET.key, SCALES.length) : new Scores(SHEET.key, SCALES.length);
const WIDE = matchMedia("(min-width: 60rem)");

// The judge's position: an item and one of its questions, the originals of a new cluster, or the end.
// If "quiet", the focus is on a question, not on one of its scores.
const at = { place: 0, scale: 0, shown: -1, ended: false, quiet: true };
const begun = new Set();
let exported = true;

const $ = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// With one or two items in a cluster the originals are read together with the first item.
function isBegun(cluster) {
  return (SHEET.together && (begun.size > 0 || ITEMS.some((item) => scores.isTouched(item.id)))) || begun.has(cluster) || CLUSTERS[cluster].places.some((place) => scores.isTouched(ITEMS[place].id));
}

function judgedIn(places) {
  return places.filter((place) => scores.isJudged(ITEMS[place].id)).length;
}

function describe(place) {
  const given = scores.of(ITEMS[place].id);
  return SCALES.map((scale, number) => `${scale.column} ${scoreText(given[number]) || "–"}`).join(", ");
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

// ---- Static elements ----

function buildQuestions() {
  SCALES.forEach((scale, number) => {
    const grades = scale.grades.map((grade) => {
      const input = make("input", { type: "radio", name: scale.column, value: grade.score });
      input.addEventListener("click", () => give(number, grade.score));
      return make("label", { className: "grade" }, input,
        make("span", { className: "digit", textContent: grade.score }),
        make("span", { className: "word", textContent: grade.word }),
        make("span", { className: "meaning", textContent: grade.meaning }));
    });
    const title = make("h3", { id: `title-${number}`, textContent: capital(scale.column) });
    const ask = make("p", { id: `ask-${number}`, textContent: scale.question });
    const group = make("div", { className: "question" }, make("div", { className: "ask" }, title, ask),
      make("div", { className: "grades" }, ...grades));
    group.setAttribute("role", "radiogroup");
    // Screen readers read a new sentence together with the first question.
    group.setAttribute("aria-labelledby", number ? title.id : `where sentence ${title.id}`);
    group.setAttribute("aria-describedby", ask.id);
    group.addEventListener("focusin", () => mark(number, !at.quiet));
    $("questions").append(group);
  });
}

function buildHelp() {
  for (const scale of SCALES) {
    const rows = [...scale.grades].reverse().map((grade) =>
      make("div", {}, make("dt", { textContent: grade.score }),
        make("dd", { textContent: `${grade.word}: ${grade.meaning}` })));
    $("scales").append(make("h3", { textContent: capital(scale.column) }),
      make("p", { textContent: `${scale.question} ${scale.advice}` }), make("dl", {}, ...rows));
  }
  $("notes").append(...SHEET.notes.map((note) => make("li", { textContent: note })));
}

function buildClusters() {
  $("cluster").append(...CLUSTERS.map((_, number) => make("option", { value: number })));
  CLUSTERS.forEach((_, number) => updateCluster(number));
}

// ---- Dynamic elements ----

function updateCluster(number) {
  const { name, places } = CLUSTERS[number];
  const judged = judgedIn(places);
  const sign = judged === places.length ? "✓ " : "";
  $("cluster").options[number].textContent = `${sign}${number + 1}. ${name}: ${judged} of ${places.length}`;
  if (number === at.shown) {
    $("list-title").textContent = `${capital(SHEET.nouns)} of this cluster: ${judged} of ${places.length} judged`;
  }
}

function updateProgress() {
  const judged = ITEMS.filter((item) => scores.isJudged(item.id)).length;
  $("count").textContent = `${judged} of ${ITEMS.length} judged` + (SHEET.served ? `, ${ITEMS.length - judged} left` : "");
  $("progress").max = Math.max(ITEMS.length, 1);
  $("progress").value = judged;
  $("undo").disabled = scores.past.length === 0;
  $("open").disabled = judged === ITEMS.length;
  warn();
}

function updateMark(place) {
  const button = $("list-items").children[place - CLUSTERS[at.shown].places[0]]?.firstChild;
  if (button) {
    const given = scores.of(ITEMS[place].id);
    button.lastChild.textContent = given.map((score) => scoreText(score) || "–").join(" · ");
    button.lastChild.setAttribute("aria-label", describe(place));
  }
}

function showCluster(number) {
  if (at.shown === number) {
    return;
  }
  at.shown = number;
  const { name, originals, places } = CLUSTERS[number];
  $("cluster").value = number;
  $("originals-title").textContent = `Originals of ${name} (${originals.length})`;
  $("originals-list").replaceChildren(...originals.map((text) => make("li", { dir: "auto", textContent: text })));
  $("originals-text").scrollTop = 0;
  $("list-items").replaceChildren(...places.map((place) => {
    const button = make("button", { type: "button" },
      make("span", { dir: "auto", textContent: ITEMS[place].sentence }), make("span", { className: "marks" }));
    button.lastChild.setAttribute("role", "img");
    button.addEventListener("click", () => {
      go(place, 0);
      $("card").scrollIntoView({ block: "nearest" });
    });
    return make("li", {}, button);
  }));
  places.forEach(updateMark);
  updateCluster(number);
}

function markInList() {
  $("list-items").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = $("list-items").children[at.place - CLUSTERS[at.shown].places[0]]?.firstChild;
  button?.setAttribute("aria-current", "true");
}

function show() {
  const item = ITEMS[at.place];
  showCluster(item.cluster);
  markInList();
  const waiting = at.ended || !isBegun(item.cluster);
  document.body.classList.toggle("reading", waiting && !at.ended);
  $("questions").hidden = $("sentence").hidden = waiting;
  $("context").hidden = waiting || !item.context;
  $("panel").hidden = !waiting;
  $("list").hidden = waiting;
  if (waiting) {
    showPanel(item.cluster);
  } else {
    showItem(item);
  }
  $("back").disabled = at.place === 0 && !at.ended;
  $("next").disabled = at.ended;
}

function showItem(item) {
  const { name, places } = CLUSTERS[item.cluster];
  $("where").textContent = `${capital(SHEET.noun)} ${at.place - places[0] + 1} of ${places.length} in ${name}`;
  $("sentence").textContent = item.sentence;
  $("context").textContent = item.context;
  const given = scores.of(item.id);
  SCALES.forEach((_, number) => radios(number).forEach((radio, index) => {
    radio.checked = index + 1 === given[number];
    radio.parentElement.classList.toggle("given", radio.checked);
  }));
  mark(at.scale);
}

function showPanel(number) {
  const { name, originals, places } = CLUSTERS[number];
  if (at.ended) {
    $("where").textContent = "The end";
    $("panel-text").textContent = `All ${ITEMS.length} ${SHEET.nouns} are judged. ${scores.ending()}`;
    $("panel-button").textContent = "Export CSV";
  } else {
    $("where").textContent = `Cluster ${number + 1} of ${CLUSTERS.length}: ${name}`;
    $("panel-text").textContent =
      `Read the originals (${originals.length}) first. Then come ${places.length} ${places.length === 1 ? SHEET.noun : SHEET.nouns} to judge: ` +
      `${SHEET.task}. Help explains them.`;
    $("panel-button").textContent = "Begin";
  }
}

function mark(scale, choosing = false) {
  at.scale = scale;
  [...$("questions").children].forEach((group, number) => {
    group.classList.toggle("current", number === scale);
    group.classList.toggle("choosing", number === scale && choosing);
  });
}

function warn() {
  $("warning").hidden = !scores.warning();
  $("warning").textContent = scores.warning();
  $("kept").textContent = scores.whereabouts();
}

function say(text) {
  $("message").textContent = text;
}
