"use strict";
// The scores of a sheet: stored in the browser, exported to and imported from CSV.

// A cell that a spreadsheet program may read as a formula, as in escape_cell of sheet_tables.py.
const FORMULA = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

class Scores {
  // The scores of each item, in the order of the scales; 0 for no score.
  constructor(key, width) {
    this.key = key;
    this.blank = Array(width).fill(0);
    this.values = new Map();
    this.past = [];
    this.place = "";
    this.kept = true;
  }

  of(item) {
    return this.values.get(item) ?? this.blank;
  }

  isJudged(item) {
    return this.of(item).every((score) => score > 0);
  }

  isTouched(item) {
    return this.of(item).some((score) => score > 0);
  }

  // Each change is [item, scale, score]; one undo reverts all of them.
  put(changes, place) {
    this.past.push({ place, former: changes.map(([item, scale]) => [item, scale, this.of(item)[scale]]) });
    changes.forEach((change) => this.assign(change));
    this.save();
  }

  assign([item, scale, score]) {
    const scores = [...this.of(item)];
    scores[scale] = score;
    this.values.set(item, scores);
  }

  // Revert the last changes, and return the place where they were made.
  undo() {
    const { place, former } = this.past.pop();
    former.reverse().forEach((change) => this.assign(change));
    this.save();
    return place;
  }

  save() {
    const touched = [...this.values].filter(([item]) => this.isTouched(item));
    const text = JSON.stringify({ place: this.place, scores: Object.fromEntries(touched) });
    try {
      localStorage.setItem(this.key, text);
      this.kept = localStorage.getItem(this.key) === text;
    } catch {
      this.kept = false;
    }
  }

  // Find out whether the browser stores anything, without touching the scores: what another process of the
  // browser has just stored may not be readable yet, and must not be overwritten by a page that knows none.
  probe() {
    const key = `${this.key}?`;
    try {
      localStorage.setItem(key, "1");
      this.kept = localStorage.getItem(key) === "1";
      localStorage.removeItem(key);
    } catch {
      this.kept = false;
    }
  }

  // Whether scores are lost when the page is closed, unless they were exported.
  atRisk() {
    return !this.kept;
  }

  // Why scores may be lost; empty if they may not.
  warning() {
    return this.kept ? "" :
      "This browser does not let the page save scores: they are lost when you close it. Export before you close it; " +
      "to go on, open the page again and import the file.";
  }

  // Where scores are saved.
  whereabouts() {
    return this.kept
      ? "Every score is saved in this browser, on this machine, as soon as you give it."
      : "This browser does not let the page save scores.";
  }

  // What a judge does when all is judged.
  ending() {
    return `Export the scores, and send back the file ${SHEET.file}.`;
  }

  load() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.key)) ?? { scores: {} };
      const sound = ([, scores]) => Array.isArray(scores) && scores.length === this.blank.length && scores.every(isScore);
      this.values = new Map(Object.entries(saved.scores).filter(sound));
      this.place = saved.place ?? "";
    } catch {
      // Storage is blocked, which probe() reports, or the stored text is not from this page.
    }
  }
}

function isScore(score) {
  return Number.isInteger(score) && score >= 0 && score <= SCALES[0].grades.length;
}

function csvCell(value) {
  const text = FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeCsv(rows) {
  return "\ufeff" + rows.map((row) => row.map(csvCell).join(",") + "\r\n").join("");
}

// Spreadsheet programs of some countries write semicolons; others write tabs.
function delimiterOf(text) {
  const head = text.split(/[\r\n]/, 1)[0];
  return [",", ";", "\t"].reduce((best, sign) => (head.split(sign).length > head.split(best).length ? sign : best));
}

// Return rows of cells, each row with the 1-based line where it begins.
function parseCsv(text) {
  const body = text.replace(/^\ufeff/, "");
  const delimiter = delimiterOf(body) === "\t" ? "\\t" : delimiterOf(body);
  const token = new RegExp(`("(?:[^"]|"")*"|[^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*|)(${delimiter}|\\r\\n|\\r|\\n|$)`, "y");
  const rows = [];
  let row = { line: 1, cells: [] };
  let line = 1;
  while (token.lastIndex < body.length) {
    const found = token.exec(body);
    if (!found) {
      throw new Error(`line ${line}: a quotation mark is out of place`);
    }
    row.cells.push(found[1].startsWith('"') ? found[1].slice(1, -1).replaceAll('""', '"') : found[1]);
    line += (found[0].match(/\r\n|\r|\n/g) ?? []).length;
    if (/[\r\n]/.test(found[2]) || token.lastIndex >= body.length) {
      rows.push(row);
      row = { line, cells: [] };
    }
  }
  return rows;
}

// Return the changes in a filled-in table, and the number of its rows from other sheets.
function readScores(text, items, columns) {
  if (text.startsWith("PK")) {
    throw new Error("this is a workbook; send it back as it is, or save it as CSV first");
  }
  const [head, ...rows] = parseCsv(text).filter((row) => row.cells.some((cell) => cell));
  const places = ["item", ...columns].map((name) => head?.cells.indexOf(name) ?? -1);
  if (places.includes(-1)) {
    throw new Error(`no table with the columns item, ${columns.join(" and ")}`);
  }
  const changes = [];
  let strangers = 0;
  for (const row of rows) {
    const [item, ...scores] = places.map((place) => (row.cells[place] ?? "").trim());
    if (items.has(item)) {
      scores.forEach((score, scale) => score && changes.push([item, scale, scoreIn(score, row.line)]));
    } else {
      strangers += 1;
    }
  }
  if (strangers && strangers === rows.length) {
    throw new Error("it is of another sheet: no item of it is in this one");
  }
  return { changes, strangers };
}

function scoreIn(text, line) {
  const { grades } = SCALES[0];
  const named = SHEET.inWords ? grades.find((grade) => grade.word === text.toLowerCase()) : undefined;
  if (named) {
    return named.score;
  }
  const score = /^[1-9]$/.test(text) ? Number(text) : 0;
  if (score < 1 || score > grades.length) {
    throw new Error(`line ${line}: “${text}” is no score from 1 to ${grades.length}`);
  }
  return score;
}

// Return the text of a score's cell.
function scoreText(score) {
  return SHEET.inWords ? SCALES[0].grades.find((grade) => grade.score === score)?.word ?? "" : score || "";
}
