// A lattice's picture: moved, zoomed, pointed at and traced.

const SVG = "http://www.w3.org/2000/svg";
const SMALLEST = 0.05;
const LARGEST = 6;
const STEP = 1.3;
const ROOM = 24;
const numbersOf = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);

class Picture {
  // Shows the text of an SVG file in an element; tell(part, point) is called with what is pointed at.
  constructor(view, text, tell) {
    this.view = view;
    this.tell = tell;
    this.svg = Picture.parse(text);
    this.size = { width: Number(this.svg.getAttribute("width")), height: Number(this.svg.getAttribute("height")) };
    this.prepare();
    view.replaceChildren(this.svg);
    this.at = null;
    this.pointers = new Map();
    this.listen();
    // What is hidden has no size yet.
    new ResizeObserver(() => this.resized()).observe(view);
    if (view.clientWidth) {
      this.begin();
    }
  }

  static parse(text) {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (root.namespaceURI !== SVG || root.querySelector("parsererror")) {
      throw new Error("the picture is damaged");
    }
    return document.importNode(root, true);
  }

  prepare() {
    // The page has the style; a picture that is none of ours must not bring anything along.
    this.svg.querySelectorAll("style, .ground, script, foreignObject, a, image, use").forEach((node) => node.remove());
    this.svg.setAttribute("aria-hidden", "true");
    this.boxes = [...this.svg.querySelectorAll("g")].map((node) => ({ node, states: numbersOf(node.dataset.states) }));
    this.links = [...this.svg.querySelectorAll("path")].map((node) => ({ node, ends: node.dataset.boxes ?? "" }));
    this.boxOf = new Map(this.boxes.flatMap((box, place) => box.states.map((state) => [state, place])));
    this.linkOf = new Map(this.links.map((link) => [link.ends, link.node]));
    this.parts = new Map();
    for (const { node } of [...this.links, ...this.boxes]) {
      node.querySelector("title")?.remove();
      const part = { node, sentences: numbersOf(node.dataset.sentences), words: this.wordsOf(node) };
      this.parts.set(node, part);
      if (node.localName === "path") {
        // A thin line is hard to hit.
        const hit = node.cloneNode();
        hit.setAttribute("class", "hit");
        hit.removeAttribute("stroke-width");
        this.svg.insertBefore(hit, this.boxes[0]?.node ?? null);
        this.parts.set(hit, part);
      }
    }
  }

  wordsOf(node) {
    return [...node.querySelectorAll("text")].map((line) => line.textContent).join(" ");
  }

  // ---- Where it is ----

  frame() {
    return { width: this.view.clientWidth || 1, height: this.view.clientHeight || 1 };
  }

  resized() {
    if (!this.view.clientWidth) {
      return;
    }
    if (this.at === null) {
      this.begin();
    } else {
      this.show();
    }
  }

  // The start of a lattice, large enough to be read.
  begin() {
    const { width, height } = this.frame();
    const scale = Math.min(1, Math.max(0.55, height / this.size.height, width / this.size.width));
    const start = this.svg.querySelector("circle");
    this.at = { x: 0, y: Number(start?.getAttribute("cy") ?? this.size.height / 2) - height / scale / 2, scale };
    this.show();
  }

  all() {
    const { width, height } = this.frame();
    const scale = Math.min(1, width / this.size.width, height / this.size.height);
    this.at = { x: (this.size.width - width / scale) / 2, y: (this.size.height - height / scale) / 2, scale };
    this.show();
  }

  show() {
    const { width, height } = this.frame();
    const at = this.at;
    at.scale = Math.min(LARGEST, Math.max(SMALLEST, at.scale));
    at.x = Picture.kept(at.x, width / at.scale, this.size.width);
    at.y = Picture.kept(at.y, height / at.scale, this.size.height);
    this.svg.setAttribute("viewBox", `${at.x} ${at.y} ${width / at.scale} ${height / at.scale}`);
  }

  // A picture that is larger than its frame fills it; a smaller one stays within.
  static kept(begin, seen, whole) {
    const ends = [0, whole - seen];
    return Math.min(Math.max(begin, Math.min(...ends)), Math.max(...ends));
  }

  move(dx, dy) {
    this.at.x -= dx / this.at.scale;
    this.at.y -= dy / this.at.scale;
    this.show();
  }

  // The point, in pixels of the frame, stays where it is.
  zoom(factor, point) {
    const { width, height } = this.frame();
    const { x, y } = point ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.at.scale * factor));
    this.at.x += x / this.at.scale - x / scale;
    this.at.y += y / this.at.scale - y / scale;
    this.at.scale = scale;
    this.show();
  }

  // ---- What people do ----

  listen() {
    const view = this.view;
    view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.press(event));
    view.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      view.addEventListener(name, (event) => this.release(event));
    }
    view.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event));
    view.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.tell(null));
    view.addEventListener("click", (event) => !this.dragged && this.point(event));
    view.addEventListener("keydown", (event) => this.key(event));
  }

  place(event) {
    const frame = this.view.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  wheel(event) {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // Who scrolls down the page does not want to zoom every picture on the way.
    if (!sideways && !event.ctrlKey && !event.metaKey && !this.view.matches(":focus-within")) {
      return;
    }
    event.preventDefault();
    if (sideways) {
      this.move(-(event.deltaX || event.deltaY), 0);
    } else {
      const lines = event.deltaMode === 1 ? 16 : 1;
      this.zoom(Math.exp(Math.max(-100, Math.min(100, -event.deltaY * lines)) / 300), this.place(event));
    }
  }

  press(event) {
    if (event.button === 0) {
      this.pointers.set(event.pointerId, this.place(event));
      this.dragged = false;
      this.from = this.place(event);
    }
  }

  drag(event) {
    const former = this.pointers.get(event.pointerId);
    if (!former) {
      return;
    }
    const now = this.place(event);
    if (!this.dragged && Math.hypot(now.x - this.from.x, now.y - this.from.y) < 4) {
      return;
    }
    if (!this.dragged) {
      this.dragged = true;
      this.view.setPointerCapture(event.pointerId);
      this.tell(null);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.zoom(distance(now) / distance(former), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.move((now.x - former.x) / 2, (now.y - former.y) / 2);
    } else {
      this.move(now.x - former.x, now.y - former.y);
    }
    this.pointers.set(event.pointerId, now);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
  }

  point(event) {
    const node = event.target.closest?.("path, g");
    const part = this.parts.get(node);
    this.mark(part?.sentences.length ? part : null, { x: event.clientX, y: event.clientY });
  }

  mark(part, point) {
    this.svg.querySelectorAll(".pointed").forEach((node) => node.classList.remove("pointed"));
    part?.node.classList.add("pointed");
    this.tell(part, point);
  }

  key(event) {
    const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    const acts = {
      "+": () => this.zoom(STEP), "=": () => this.zoom(STEP), "-": () => this.zoom(1 / STEP),
      0: () => this.all(), 1: () => this.zoom(1 / this.at.scale),
      n: () => this.step(1), p: () => this.step(-1),
    };
    const act = moves[event.key] ? () => this.move(...moves[event.key]) : acts[event.key.toLowerCase()];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }

  // Arcs and boxes from left to right, for the keyboard.
  step(by) {
    this.ordered ??= [...new Set(this.parts.values())].filter((part) => part.sentences.length)
      .map((part) => [part.node.getBBox().x, part]).sort(([one], [other]) => one - other).map(([, part]) => part);
    const count = this.ordered.length;
    this.stepped = ((this.stepped ?? (by > 0 ? -1 : count)) + by + count) % count;
    const part = this.ordered[this.stepped];
    this.bringIn(part.node);
    const frame = part.node.getBoundingClientRect();
    this.mark(part, { x: frame.left + Math.min(frame.width / 2, 40), y: frame.bottom });
  }

  bringIn(node) {
    const { width, height } = this.frame();
    const box = node.getBBox();
    const [seenX, seenY] = [width / this.at.scale, height / this.at.scale];
    if (box.x < this.at.x || box.x + Math.min(box.width, 60) > this.at.x + seenX) {
      this.at.x = box.x - seenX / 3;
    }
    if (box.y < this.at.y || box.y + Math.min(box.height, 40) > this.at.y + seenY) {
      this.at.y = box.y - seenY / 2;
    }
    this.show();
  }

  // ---- Tracing ----

  // The traced path as a whole; without one, the start of the lattice.
  look() {
    const traced = [...this.svg.querySelectorAll(".on")].map((node) => node.getBBox());
    if (!traced.length) {
      this.begin();
      return;
    }
    const { width, height } = this.frame();
    const [left, top] = [Math.min(...traced.map((box) => box.x)), Math.min(...traced.map((box) => box.y))];
    const right = Math.max(...traced.map((box) => box.x + box.width)) + ROOM;
    const bottom = Math.max(...traced.map((box) => box.y + box.height)) + ROOM;
    const scale = Math.min(1, width / (right - left + ROOM), height / (bottom - top + ROOM));
    this.at = { x: (left - ROOM + right) / 2 - width / scale / 2, y: (top - ROOM + bottom) / 2 - height / scale / 2, scale };
    this.show();
  }

  clear() {
    this.svg.classList.remove("tracing");
    for (const { node } of this.parts.values()) {
      node.classList.remove("on", "hued");
      node.style.removeProperty("--hue");
    }
  }

  // Pairs of nodes and sentences; a sentence of -1 is none.
  trace(pairs) {
    this.clear();
    this.svg.classList.add("tracing");
    for (const [node, sentence] of pairs) {
      node?.classList.add("on");
      if (node) {
        paint(node, sentence);
      }
    }
  }

  traceSentence(sentence) {
    const used = [...new Set(this.parts.values())].filter((part) => part.sentences.includes(sentence));
    const ends = [this.boxes[0], this.boxes.at(-1)].map((box) => box?.node);
    this.trace([...used.map((part) => part.node), ...ends].map((node) => [node, sentence]));
  }

  // The sentence of each word of a sample decides on the colour of the step that reads it.
  traceSample(sample, sentenceOf) {
    const pairs = [[this.boxes[0]?.node, sentenceOf[0] ?? -1]];
    for (let place = 1; place < sample.states.length; place += 1) {
      const [from, to] = [this.boxOf.get(sample.states[place - 1]), this.boxOf.get(sample.states[place])];
      const sentence = sentenceOf[Math.min(place, sentenceOf.length) - 1] ?? -1;
      const ways = from === to ? [] : this.way(from, to, place <= sample.words.length);
      pairs.push(...ways.map((node) => [node, sentence]));
    }
    this.trace(pairs.reverse());
  }

  // The nodes after one box up to another.  A word that leads to where other words lead from elsewhere
  // has a box without states in between.
  way(from, to, hasWord) {
    const between = hasWord && this.boxes.findIndex((box, place) => !box.states.length
      && this.linkOf.has(`${from} ${place}`) && this.linkOf.has(`${place} ${to}`));
    const places = hasWord && between >= 0 ? [from, between, to] : [from, to];
    return places.slice(1).flatMap((place, index) => [
      this.linkOf.get(`${places[index]} ${place}`), this.boxes[place]?.node,
    ]).filter(Boolean);
  }
}
