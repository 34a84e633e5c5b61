// The new sentences of the run, and the search through all sentences of the clusters on the page.

const FIRST_SHOWN = 8;
const MOST_FOUND = 200;

class SentenceList {
  // first has [cluster, version, text, edits]; open(cluster, version, text) is called for a chosen sentence.
  constructor(first, clusters, open) {
    this.first = first;
    this.clusters = clusters;
    this.open = open;
    this.turn = 0;
    $("search").addEventListener("input", () => this.search($("search").value));
    $("new").addEventListener("click", (event) => this.choose(event.target.closest("li > button")));
    $("new-tools").append(
      textButton("Copy", (button) => copy(this.text(), button)),
      textButton("Save", (button) => save(this.text(), "text/plain", `${RUN.name}-sentences.txt`, button)));
    $("new-more").addEventListener("click", () => this.show(this.first));
    this.show(first.slice(0, FIRST_SHOWN));
  }

  text() {
    return this.listed.map(([, , text]) => `${text}\n`).join("");
  }

  show(rows) {
    this.listed = rows;
    $("new").replaceChildren(...rows.map((row) => this.line(row)));
    $("new-more").hidden = rows.length >= this.first.length || Boolean($("search").value.trim());
    $("new-tools").hidden = !rows.length;
    $("new-none").hidden = rows.length > 0;
    if (!rows.length) {
      $("new-none").textContent = RUN.none;
    }
  }

  line([cluster, version, text, edits]) {
    const button = make("button", { type: "button", dir: "auto", textContent: text });
    const line = make("li", {}, button, make("p", { className: "note" }, `${cluster} · `, version ? term(version) : "given sentence",
      (edits ?? null) === null ? "" : ` · ${plural(edits, "edit")} from the nearest sentence`));
    line.row = [cluster, version, text];
    return line;
  }

  choose(button) {
    if (button) {
      this.open(...button.parentElement.row);
    }
  }

  async search(query) {
    this.turn += 1;
    const turn = this.turn;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) {
      $("found").textContent = "";
      this.show(this.first.slice(0, FIRST_SHOWN));
      return;
    }
    const rows = [];
    let looked = 0;
    for await (const name of this.clusters.all()) {
      const found = textsOf(await this.clusters.raw(name)).filter(([, text]) => words.every((word) => text.toLowerCase().includes(word)));
      if (this.turn !== turn) {
        return;
      }
      rows.push(...found.map(([version, text, edits]) => [name, version, text, edits]));
      looked += 1;
      if (looked % 50 === 0) {
        this.tell(rows, looked);
      }
      if (rows.length >= MOST_FOUND) {
        break;
      }
    }
    this.tell(rows, looked);
    if (!rows.length) {
      $("new-none").textContent = `No sentence of these clusters has “${query.trim()}”.`;
    }
  }

  tell(rows, looked) {
    this.show(rows.slice(0, MOST_FOUND));
    const more = rows.length >= MOST_FOUND ? "the first " : "";
    $("found").textContent = `${more}${plural(Math.min(rows.length, MOST_FOUND), "sentence")} in ${looked.toLocaleString("en")} of ${plural(this.clusters.names.length, "cluster")}`;
  }
}

// Return the texts of a record: [version, text, edits], new sentences first; given sentences have no version.
function textsOf(record) {
  const texts = record.versions.flatMap((version) => version.samples.map(([path, joins, , edits]) => {
    const labels = path.map((number) => version.arcs[2][number]).filter(Boolean);
    return [version.version, joinedText(labels.map((label) => record.words[label - 1]), joins), edits];
  }));
  const given = record.sentences.map(([numbers, joins]) => ["", joinedText(numbers.map((number) => record.words[number]), joins)]);
  return [...texts, ...given];
}
