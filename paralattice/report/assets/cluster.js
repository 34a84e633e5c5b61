// One cluster: its sentences, and a card for each version with the lattice and the samples.

class ClusterView {
  // table is the ClusterTable, names the clusters that can be looked into.
  constructor(versions, names, table) {
    this.versions = versions;
    this.places = new Map(names.map((name, place) => [name, place]));
    this.table = table;
    this.hidden = new Set();
    this.cards = [];
    this.buildChips();
    $("sentences").addEventListener("click", (event) => this.chooseSentence(event.target.closest("button")));
  }

  async open(name) {
    this.name = name;
    const record = await unpack(`cluster-${this.places.get(name)}`);
    if (this.name !== name) {
      return;
    }
    this.record = record;
    this.rows = this.table.rowsOf(name);
    const cell = (column) => this.rows.map((row) => this.table.cell(row, column)).find(Boolean) ?? "";
    $("lattices").hidden = false;
    $("lattices-title").textContent = name;
    const split = cell("split") ? `, split ${cell("split")}` : "";
    const problems = record.problems.map((problem) => `. ${problem}`).join("");
    $("about").textContent = `${plural(cell("sentences"), "sentence")}, ${plural(cell("tokens"), "token")}${split}${problems}`;
    this.showSentences();
    this.showCards();
    tip.hide();
  }

  buildChips() {
    $("chips").append(...this.versions.map(([name, words]) => {
      const chip = make("button", { type: "button", className: "chip", textContent: name, title: words });
      chip.setAttribute("aria-pressed", "true");
      chip.addEventListener("click", () => this.toggle(name, chip));
      return chip;
    }));
    $("chips").hidden = this.versions.length < 2;
  }

  toggle(name, chip) {
    if (!this.hidden.delete(name)) {
      this.hidden.add(name);
    }
    chip.setAttribute("aria-pressed", String(!this.hidden.has(name)));
    this.cards.forEach((card) => card.hide(this.hidden.has(card.name)));
  }

  showSentences() {
    $("sources-title").textContent = plural(this.record.sentences.length, "sentence");
    $("sentences").replaceChildren(...this.record.sentences.map((words, sentence) => {
      const button = make("button", { type: "button" }, badge(sentence),
        make("span", { dir: "auto", textContent: words.join(" ") }));
      button.setAttribute("aria-pressed", "false");
      button.dataset.sentence = sentence;
      return make("li", {}, button);
    }));
  }

  showCards() {
    this.cards = this.record.versions.map((version) => new VersionCard(version, this));
    $("cards").replaceChildren(...this.cards.map((card) => card.node));
    this.cards.forEach((card) => {
      card.hide(this.hidden.has(card.name));
      card.draw();
    });
  }

  chooseSentence(button) {
    const pressed = button?.getAttribute("aria-pressed") === "true";
    this.clear();
    if (button && !pressed) {
      button.setAttribute("aria-pressed", "true");
      this.cards.forEach((card) => card.picture?.traceSentence(Number(button.dataset.sentence)));
    }
  }

  // End all tracing.
  clear() {
    this.cards.forEach((card) => card.clear());
    $("sentences").querySelectorAll("[aria-pressed=true]").forEach((node) => node.setAttribute("aria-pressed", "false"));
  }

  // Mark the sentences that use what is pointed at, and name them beside it.
  tell(part, point) {
    const used = new Set(part?.sentences ?? []);
    for (const button of $("sentences").querySelectorAll("button")) {
      button.classList.toggle("used", used.has(Number(button.dataset.sentence)));
    }
    if (part) {
      tip.show(part.words, part.sentences, this.record.sentences, point);
    } else {
      tip.hide();
    }
  }
}

class VersionCard {
  constructor(version, cluster) {
    this.version = version;
    this.cluster = cluster;
    this.name = version.version;
    this.view = make("div", { className: "view", tabIndex: 0 });
    this.view.setAttribute("role", "group");
    this.view.setAttribute("aria-label", `Lattice of ${cluster.name}, ${this.name}. Arrow keys move, plus and minus zoom, N and P go from arc to arc.`);
    this.list = make("ol", { className: "samples" });
    this.node = make("article", { className: "card" }, this.head(), this.view, this.figures(), this.samples());
    this.node.dataset.version = this.name;
    this.node.setAttribute("aria-label", this.name);
    this.list.addEventListener("click", (event) => this.choose(event.target.closest("li > button")));
    this.list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event));
    this.list.addEventListener("pointerleave", () => this.cluster.tell(null));
  }

  head() {
    const words = this.cluster.versions.find(([name]) => name === this.name)?.[1] ?? "";
    const button = (sign, label, act) => {
      const made = make("button", { type: "button", textContent: sign, title: label });
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      return made;
    };
    this.tools = make("div", { className: "tools" },
      button("−", "Zoom out", () => this.picture.zoom(1 / STEP)),
      button("+", "Zoom in", () => this.picture.zoom(STEP)),
      button("All", "Show all of the lattice", () => this.picture.all()),
      button("⤢", "Enlarge", () => this.enlarge()));
    return make("header", {}, make("h3", { textContent: this.name }),
      make("span", { className: "words", textContent: words }), this.tools);
  }

  figures() {
    const row = this.cluster.rows.find((each) => this.cluster.table.cell(each, "version") === this.name) ?? [];
    const counts = [["paths", "path"], ["distinct", "distinct"], ["states", "state"], ["arcs", "arc"]].map(([column, noun]) => {
      const value = this.cluster.table.cell(row, column);
      return `${shown(value) || "?"} ${column === "distinct" || value === "1" ? noun : column}`;
    });
    return make("p", { className: "note", textContent: [...counts, ...this.version.problems].join(" · ") });
  }

  draw() {
    try {
      this.picture = new Picture(this.view, this.version.picture, (part, point) => this.cluster.tell(part, point));
    } catch {
      this.view.replaceWith(make("p", { className: "nothing", textContent: this.version.picture ? "The picture is damaged." : "There is no picture of this lattice." }));
      this.tools.remove();
    }
  }

  hide(hidden) {
    this.node.hidden = hidden;
  }

  enlarge() {
    const large = this.node.classList.toggle("large");
    document.body.classList.toggle("still", large);
    this.view.focus({ preventScroll: true });
    this.picture.begin();
  }

  // ---- Samples ----

  samples() {
    const all = this.version.samples;
    const chosen = all.filter((sample) => sample.chosen);
    const first = chosen.length ? chosen : all.slice(0, 10);
    const title = make("h4", { textContent: chosen.length ? `${plural(chosen.length, "chosen sample")}` : "Samples" });
    const box = make("div", {}, title, this.list);
    this.list.append(...first.map((sample) => this.line(sample)));
    if (all.length > first.length) {
      const more = make("button", { type: "button", className: "more", textContent: `Show ${all.length - first.length} more of ${this.version.novel} new sentences drawn` });
      more.addEventListener("click", () => {
        this.list.append(...all.filter((sample) => !first.includes(sample)).map((sample) => this.line(sample)));
        more.remove();
      });
      box.append(more);
    }
    if (!all.length) {
      box.append(make("p", { className: "note", textContent: "No new sentence was drawn." }));
    }
    return box;
  }

  line(sample) {
    const button = make("button", { type: "button" });
    let begin = 0;
    for (const [sentence, , length] of sample.stretches) {
      const words = sample.words.slice(begin, begin + length).map((word, place) => {
        const node = make("span", { className: "word", textContent: word });
        node.sentences = this.version.sets[sample.users[begin + place]];
        return node;
      });
      const run = paint(make("span", { className: "run", dir: "auto" }), sentence);
      // A number at the end of a line would belong to nothing.
      const first = sentence >= 0 ? make("span", { className: "held" }, badge(sentence), " ", words[0]) : words[0];
      run.append(first, ...words.slice(1).flatMap((node) => [" ", node]));
      button.append(run, " ");
      begin += length;
    }
    button.setAttribute("aria-pressed", "false");
    const line = make("li", {}, button);
    line.sample = sample;
    return line;
  }

  point(event) {
    const word = event.target.closest(".word");
    const part = word?.sentences?.length ? { words: word.textContent, sentences: word.sentences } : null;
    this.cluster.tell(part, { x: event.clientX, y: event.clientY });
  }

  choose(button) {
    const pressed = button?.getAttribute("aria-pressed") === "true";
    this.cluster.clear();
    if (button && !pressed) {
      const { sample } = button.parentElement;
      button.setAttribute("aria-pressed", "true");
      button.after(this.origins(sample));
      this.picture?.traceSample(sample, sample.stretches.flatMap(([sentence, , length]) => Array(length).fill(sentence)));
    }
  }

  // The sentences that a sample is made of, with the words that it took.
  origins(sample) {
    const taken = new Map();
    for (const [sentence, begin, length] of sample.stretches.filter(([each]) => each >= 0)) {
      taken.set(sentence, [...(taken.get(sentence) ?? []), [begin, begin + length]]);
    }
    const lines = [...taken].map(([sentence, parts]) => {
      const words = this.cluster.record.sentences[sentence] ?? [];
      const line = make("li", { dir: "auto" }, badge(sentence), " ");
      let place = 0;
      for (const [begin, end] of parts) {
        const mark = paint(make("mark", { textContent: words.slice(begin, end).join(" ") }), sentence);
        line.append(`${words.slice(place, begin).join(" ")} `, mark, " ");
        place = end;
      }
      line.append(words.slice(place).join(" "));
      return line;
    });
    return make("ul", { className: "origins" }, ...lines);
  }

  clear() {
    this.picture?.clear();
    this.list.querySelectorAll(".origins").forEach((node) => node.remove());
    this.list.querySelectorAll("[aria-pressed=true]").forEach((node) => node.setAttribute("aria-pressed", "false"));
  }
}
