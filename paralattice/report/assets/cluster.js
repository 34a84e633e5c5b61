// One cluster: its sentences, and a card for each version with the lattice and the samples.

class ClusterView {
  // clusters is what can be looked into, table the ClusterTable.
  constructor(versions, clusters, table) {
    this.versions = versions;
    this.clusters = clusters;
    this.table = table;
    this.hidden = new Set();
    this.cards = [];
    this.buildChips();
    $("sentences").addEventListener("click", (event) => this.chooseSentence(event.target.closest("button")));
  }

  async open(name) {
    this.name = name;
    const record = await this.clusters.get(name);
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
    this.showOne();
    this.showSentences();
    this.showCards();
    tip.hide();
  }

  // What the page says of a version: its name, what it is, whether its sentences are drawn, and its rank if it makes one sentence for the
  // cluster, otherwise false.
  about(version) {
    return this.versions.find(([name]) => name === version) ?? [version, "", true, false];
  }

  buildChips() {
    $("chips").append(...this.versions.map(([name]) => {
      const chip = make("button", { type: "button", className: "chip", textContent: name });
      chip.dataset.term = name;
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

  // The sentences that tell the whole cluster come before all.
  showOne() {
    const rank = ({ version }) => this.about(version)[3];
    const made = this.record.versions.filter((each) => rank(each) && each.samples.length).sort((one, other) => rank(one) - rank(other));
    $("one").replaceChildren(...made.map(({ version, samples: [{ text }] }) => make("p", {}, make("span", { dir: "auto", textContent: text }), " ", term(version))));
  }

  showSentences() {
    $("sources-title").textContent = plural(this.record.sentences.length, "sentence");
    $("sentences").replaceChildren(...this.record.sentences.map(({ text }, sentence) => {
      const button = make("button", { type: "button" }, badge(sentence),
        make("span", { dir: "auto", textContent: text }));
      button.setAttribute("aria-pressed", "false");
      button.dataset.sentence = sentence;
      return make("li", {}, button);
    }));
  }

  showCards() {
    const draws = ({ version }) => this.about(version)[2];
    const versions = [...this.record.versions].sort((one, other) => draws(one) - draws(other));
    this.cards = versions.map((version) => new VersionCard(version, this));
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
      this.cards.forEach((card) => card.traceSentence(Number(button.dataset.sentence)));
    }
  }

  // Trace a sentence that was found by its text, and show it.
  trace(version, text) {
    const place = this.record.sentences.findIndex((sentence) => sentence.text === text);
    if (version) {
      this.cards.find((card) => card.name === version && !card.node.hidden)?.traceText(text);
    } else if (place >= 0) {
      this.chooseSentence($("sentences").querySelector(`[data-sentence="${place}"]`));
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
    this.lines = [...this.list.children];
    this.node.dataset.version = this.name;
    this.node.setAttribute("aria-label", this.name);
    this.list.addEventListener("click", (event) => this.choose(event.target.closest("li > button")));
    this.list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event));
    this.list.addEventListener("pointerleave", () => this.cluster.tell(null));
  }

  head() {
    const words = this.cluster.about(this.name)[1];
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
    return make("header", {}, make("h3", {}, term(this.name)),
      make("span", { className: "words", textContent: words }), this.tools);
  }

  figures() {
    const row = this.cluster.rows.find((each) => this.cluster.table.cell(each, "version") === this.name) ?? [];
    const counts = [["paths", "path"], ["distinct", "distinct"], ["states", "state"], ["arcs", "arc"]].map(([column, noun]) => {
      const value = this.cluster.table.cell(row, column);
      return [shown(value) || "?", column === "distinct" || value === "1" ? noun : column];
    });
    const save = textButton("Save picture", (button) => this.savePicture(button));
    const copied = textButton("Copy picture", (button) => this.copyPicture(button));
    this.pictureTools = make("span", { className: "do" }, save, copied);
    const texts = counts.flatMap(([count, noun], place) => [place ? " · " : "", `${count} `, term(noun)]);
    return make("p", { className: "note row" }, make("span", {}, ...texts, ...this.version.problems.map((problem) => ` · ${problem}`)), this.pictureTools);
  }

  draw() {
    try {
      this.svg = this.version.arcs.length ? drawn(this.version.arcs, this.version.states) : "";
    } catch {
      this.svg = "";
    }
    if (this.svg) {
      this.picture = new Picture(this.view, this.svg, (part, point) => this.cluster.tell(part, point));
    } else {
      const why = this.version.arcs.length ? "This lattice is too large to be drawn." : "There is no lattice to draw.";
      this.view.replaceWith(make("p", { className: "nothing", textContent: why }));
      this.tools.remove();
      this.pictureTools.remove();
    }
  }

  hide(hidden) {
    this.node.hidden = hidden;
  }

  enlarge() {
    const large = this.node.classList.toggle("large");
    document.body.classList.toggle("still", large);
    this.view.focus({ preventScroll: true });
    this.picture.look();
  }

  // The picture with its own style: that of the page does not go with it.
  file() {
    return this.svg.replace(">", `><style>${RUN.style}</style>`);
  }

  savePicture(button) {
    save(this.file(), "image/svg+xml", `${this.cluster.name}-${this.name}.svg`, button);
  }

  async copyPicture(button) {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(this.file())))}`;
    await image.decode();
    const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = new Promise((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      done(button, "Copied");
    } catch {
      done(button, "Not allowed: save it");
    }
  }

  traceSentence(sentence) {
    this.picture?.traceSentence(sentence);
    if (this.node.classList.contains("large")) {
      this.picture?.look();
    }
  }

  traceText(text) {
    const line = [...this.list.children].find((each) => each.sample.text === text);
    if (line) {
      this.choose(line.firstChild);
      line.scrollIntoView({ block: "center" });
    }
  }

  // ---- Samples ----

  samples() {
    const all = this.version.samples;
    const chosen = all.filter((sample) => sample.chosen);
    const title = make("h4", {}, ...(chosen.length ? [`${chosen.length.toLocaleString("en")} `, term("chosen"), ` sentence${chosen.length === 1 ? "" : "s"}`] : ["New sentences"]));
    const texts = () => all.map((sample) => `${sample.text}\n`).join("");
    const tools = make("span", { className: "do" },
      textButton("Copy sentences", (button) => copy(texts(), button)),
      textButton("Save sentences", (button) => save(texts(), "text/plain", `${this.cluster.name}-${this.name}.txt`, button)));
    const box = make("div", {}, make("div", { className: "row" }, title, all.length ? tools : ""), this.list);
    this.list.append(...all.map((sample) => this.line(sample)));
    if (this.version.novel > all.length) {
      const command = `orchestrator samples RUN --version ${this.name} --cluster ${this.cluster.name}`;
      box.append(make("p", { className: "more" }, `All ${this.version.novel} new sentences: `, make("code", { textContent: command })));
    }
    if (!all.length) {
      const { problems, none } = this.version;
      box.append(make("p", { className: "nothing", textContent: problems.length ? "The sentences cannot be shown." : none }));
    }
    return box;
  }

  line(sample) {
    const button = make("button", { type: "button" });
    let begin = 0;
    for (const [sentence, , length] of sample.stretches) {
      const words = sample.words.slice(begin, begin + length).map((word, place) => {
        const node = make("span", { className: "word", textContent: word });
        node.sentences = sample.users[begin + place];
        return node;
      });
      const run = paint(make("span", { className: "run", dir: "auto" }), sentence);
      // A number at the end of a line would belong to nothing.
      const first = sentence >= 0 ? make("span", { className: "held" }, badge(sentence), " ", words[0]) : words[0];
      run.append(first, ...words.slice(1).flatMap((node, place) => [sample.joins.has(begin + place + 1) ? "" : " ", node]));
      button.append(begin && !sample.joins.has(begin) ? " " : "", run);
      begin += length;
    }
    button.setAttribute("aria-pressed", "false");
    const line = make("li", {}, button, ...this.origin(sample));
    line.sample = sample;
    return line;
  }

  // What was done to make a sentence, and how far it is from the originals.
  origin(sample) {
    const far = `${plural(sample.edits, "edit")} from the nearest sentence, difference ${sample.difference?.toFixed(2)}`;
    const notes = [sample.operations, sample.edits === null ? "" : far];
    const text = notes.filter(Boolean).join(" · ");
    return text ? [make("p", { className: "note origin", textContent: text })] : [];
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
      if (this.node.classList.contains("large")) {
        this.picture?.look();
      }
    }
  }

  // The sentences that a sample is made of, with the words that it took.
  origins(sample) {
    const taken = new Map();
    for (const [sentence, begin, length] of sample.stretches.filter(([each]) => each >= 0)) {
      taken.set(sentence, [...(taken.get(sentence) ?? []), [begin, begin + length]]);
    }
    const lines = [...taken].map(([sentence, parts]) => {
      const { words, joins } = this.cluster.record.sentences[sentence] ?? { words: [], joins: new Set() };
      const line = make("li", { dir: "auto" }, badge(sentence), " ");
      const text = (begin, end) => words.slice(begin, end).map((word, place) => (place && !joins.has(begin + place) ? ` ${word}` : word)).join("");
      const gap = (place) => (place && !joins.has(place) ? " " : "");
      let place = 0;
      // A made sentence may take words in another order, and a word twice.
      for (const [first, end] of parts.sort(([one], [other]) => one - other)) {
        const begin = Math.max(first, place);
        if (begin >= end) {
          continue;
        }
        line.append(gap(place), text(place, begin), begin > place ? gap(begin) : "", paint(make("mark", { textContent: text(begin, end) }), sentence));
        place = end;
      }
      line.append(gap(place), text(place));
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
