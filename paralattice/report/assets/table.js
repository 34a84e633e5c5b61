// The table of clusters and versions: sorted, filtered, and made a piece at a time.

const PIECE = 200;
const NAMES = new Intl.Collator("en", { numeric: true });

class ClusterTable {
  // Rows are lists of texts; open(name, version) is called for a row whose cluster can be looked into.
  constructor(data, canOpen, open) {
    this.columns = data.columns;
    this.rows = data.rows;
    this.canOpen = canOpen;
    this.open = open;
    this.place = Object.fromEntries(data.columns.map((name, place) => [name, place]));
    this.visible = data.columns.map((_, place) => place).filter((place) => this.isWorthShowing(place));
    this.numeric = data.columns.map((_, place) => this.isNumeric(place));
    this.order = { column: -1, down: false };
    this.buildHead();
    this.buildFilter();
    $("frame").addEventListener("scroll", () => this.fillUp());
    $("table").tBodies[0].addEventListener("click", (event) => this.choose(event.target.closest("tr")));
    this.update();
  }

  // The reason stands with the status; a column that says nothing is no use.
  isWorthShowing(place) {
    return this.columns[place] !== "reason" && this.rows.some((row) => row[place] && row[place] !== "0");
  }

  isNumeric(place) {
    return this.rows.some((row) => row[place]) && this.rows.every((row) => /^-?\d*$/.test(row[place]));
  }

  cell(row, name) {
    return row[this.place[name]] ?? "";
  }

  rowsOf(name) {
    return this.rows.filter((row) => this.cell(row, "cluster") === name);
  }

  buildHead() {
    $("table").tHead.rows[0].append(...this.visible.map((place) => {
      const button = make("button", { type: "button", textContent: this.columns[place].replace("_", " ") });
      explain(button, this.columns[place]);
      button.addEventListener("click", () => this.sort(place));
      const head = make("th", { scope: "col", className: this.numeric[place] ? "number" : "" }, button);
      head.dataset.place = place;
      return head;
    }));
  }

  buildFilter() {
    for (const name of ["version", "status"]) {
      const values = new Set(this.rows.map((row) => this.cell(row, name)));
      $(name).append(...[...values].map((value) => make("option", { value, textContent: value })));
      $(name).addEventListener("change", () => this.update());
    }
    $("find").addEventListener("input", () => this.update());
  }

  sort(place) {
    const again = this.order.column === place;
    this.order = { column: place, down: again ? !this.order.down : this.numeric[place] };
    for (const head of $("table").tHead.rows[0].cells) {
      head.removeAttribute("aria-sort");
      if (Number(head.dataset.place) === place) {
        head.setAttribute("aria-sort", this.order.down ? "descending" : "ascending");
      }
    }
    this.update();
  }

  // What a cell is ordered by; counts may be too large for floating-point numbers.
  key(row) {
    const text = row[this.order.column];
    return this.numeric[this.order.column] && text ? BigInt(text) : text;
  }

  sorted(rows) {
    if (this.order.column < 0) {
      return rows;
    }
    const numeric = this.numeric[this.order.column];
    const sign = this.order.down ? -1 : 1;
    const keyed = rows.map((row) => [this.key(row), row]);
    keyed.sort(([one], [other]) => {
      if (one === "" || other === "") {
        // What is unknown comes last either way.
        return (one === "") - (other === "");
      }
      return sign * (numeric ? (one > other) - (one < other) : NAMES.compare(one, other));
    });
    return keyed.map(([, row]) => row);
  }

  update() {
    const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = ["version", "status"].map((name) => [name, $(name).value]).filter(([, value]) => value);
    const holds = (row) => {
      const text = ["cluster", "split", "sentence", "reason"].map((name) => this.cell(row, name)).join(" ").toLowerCase();
      return words.every((word) => text.includes(word)) && wanted.every(([name, value]) => this.cell(row, name) === value);
    };
    this.list = this.sorted(this.rows.filter(holds));
    $("none").hidden = this.list.length > 0;
    $("count").textContent = `${this.list.length.toLocaleString("en")} of ${plural(this.rows.length, "row")}`;
    $("table").tBodies[0].replaceChildren();
    $("frame").scrollTop = 0;
    this.fillUp();
  }

  fillUp() {
    const [frame, body] = [$("frame"), $("table").tBodies[0]];
    while (body.rows.length < this.list.length
        && (!body.rows.length || frame.scrollTop + 2 * frame.clientHeight > frame.scrollHeight)) {
      const made = body.rows.length;
      body.append(...this.list.slice(made, made + PIECE).map((row) => this.line(row)));
    }
  }

  line(row) {
    const name = this.cell(row, "cluster");
    const line = make("tr", {}, ...this.visible.map((place) => this.tableCell(row, place)));
    line.row = row;
    if (this.canOpen(name)) {
      line.className = "open";
      const first = line.cells[0];
      first.replaceChildren(make("button", { type: "button", textContent: name, title: "Look into this cluster" }));
    }
    if (name === this.current) {
      line.setAttribute("aria-current", "true");
    }
    return line;
  }

  tableCell(row, place) {
    const text = row[place];
    const cell = make("td", { className: this.numeric[place] ? "number" : "" });
    if (this.columns[place] === "status") {
      const reason = this.cell(row, "reason");
      cell.append(make("span", { className: `status ${text === "done" ? "" : "bad"}`, textContent: text }));
      cell.append(reason ? ` ${reason}` : "");
      cell.classList.toggle("reason", Boolean(reason));
    } else if (this.columns[place] === "sentence") {
      cell.textContent = text;
      cell.className = text ? "reason told" : "";
      cell.dir = "auto";
    } else if (this.columns[place] === "version") {
      cell.append(term(text));
    } else {
      cell.textContent = this.numeric[place] ? shown(text) : text;
      if (cell.textContent !== text && text.length > 7) {
        cell.title = text;
      }
      cell.dir = this.numeric[place] ? "" : "auto";
    }
    return cell;
  }

  choose(line) {
    const name = line && this.cell(line.row, "cluster");
    if (line && this.canOpen(name)) {
      this.open(name, this.cell(line.row, "version"));
    }
  }

  mark(name) {
    this.current = name;
    for (const line of $("table").tBodies[0].rows) {
      line.toggleAttribute("aria-current", false);
      if (this.cell(line.row, "cluster") === name) {
        line.setAttribute("aria-current", "true");
      }
    }
  }
}
