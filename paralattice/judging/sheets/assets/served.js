// Scores that the server has too. Each has a stamp; wherever two scores meet, the newer one stays.

class ServedScores extends Scores {
  constructor(key, width) {
    super(key, width);
    // The stamps of each item, in the order of the scales, and those of the scores that the server has.
    this.stamps = new Map();
    this.sent = new Map();
    this.last = 0;
    this.trouble = "";
    this.pause = 0;
    this.sending = false;
    this.receive(SHEET.served);
  }

  stampsOf(item, among = this.stamps) {
    if (!among.has(item)) {
      among.set(item, Array(this.blank.length).fill(0));
    }
    return among.get(item);
  }

  // Take over newer scores, and return whether there are any.
  merge(changes) {
    let changed = false;
    for (const [item, scale, score, stamp] of changes) {
      const stamps = this.stampsOf(item);
      this.last = Math.max(this.last, stamp);
      if (stamp > stamps[scale] || (stamp === stamps[scale] && score > this.of(item)[scale])) {
        super.assign([item, scale, score]);
        stamps[scale] = stamp;
        changed = true;
      }
    }
    return changed;
  }

  receive({ scores: changes, seen, now }) {
    this.seen = seen;
    // The server's clock, going on at this machine's pace: a clock that is put forward or back does no harm.
    this.base = now - performance.now();
    this.confirm(changes);
    return this.merge(changes);
  }

  confirm(changes) {
    for (const [item, scale, , stamp] of changes) {
      const sent = this.stampsOf(item, this.sent);
      sent[scale] = Math.max(sent[scale], stamp);
    }
  }

  assign([item, scale, score]) {
    this.last = Math.max(Math.floor(this.base + performance.now()), this.last + 1);
    this.merge([[item, scale, score, this.last]]);
  }

  changes() {
    return [...this.stamps].flatMap(([item, stamps]) =>
      stamps.map((stamp, scale) => [item, scale, this.of(item)[scale], stamp]).filter((change) => change[3]));
  }

  unsent() {
    return this.changes().filter(([item, scale, , stamp]) => stamp > this.stampsOf(item, this.sent)[scale]);
  }

  save() {
    // Another tab may have stored newer scores.
    const { place } = this;
    this.read();
    this.place = place;
    const text = JSON.stringify({ place, changes: this.changes() });
    try {
      localStorage.setItem(this.key, text);
      this.kept = localStorage.getItem(this.key) === text;
    } catch {
      this.kept = false;
    }
    this.send();
  }

  load() {
    this.read();
    if (this.unsent().length) {
      this.send();
    }
  }

  read() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.key)) ?? { changes: [] };
      this.merge(saved.changes.filter(([item, scale, score, stamp]) =>
        PLACES.has(item) && scale in this.blank && isScore(score) && Number.isSafeInteger(stamp)));
      this.place = saved.place ?? this.place;
    } catch {
      // Storage is blocked, or the stored text is not from this page.
    }
  }

  // Send what the server lacks, and receive what other devices have sent; try again until it succeeds.
  async send() {
    if (this.sending) {
      return;
    }
    this.sending = true;
    clearTimeout(this.timer);
    const before = this.trouble;
    let changed = false;
    try {
      do {
        const sent = this.unsent().slice(0, 500);
        const reply = await this.exchange(sent);
        this.confirm(sent);
        changed = this.receive(reply) || changed;
      } while (this.unsent().length);
      this.trouble = "";
      this.pause = 0;
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.message : "The server cannot be reached.";
      this.pause = Math.min(2 * this.pause || 1000, 30_000);
      this.timer = setTimeout(() => this.send(), this.pause);
    }
    this.sending = false;
    if (changed || at.ended) {
      refresh();
      show();
    } else if (this.trouble !== before) {
      warn();
    }
  }

  async exchange(changes) {
    const answer = await fetch(location.pathname, {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "Accept": "application/json" },
      body: JSON.stringify({ scores: changes, seen: this.seen }),
      signal: AbortSignal.timeout(20_000),
    });
    const reply = await answer.json();
    if (!answer.ok) {
      throw new Refusal(reply.error);
    }
    return reply;
  }

  warning() {
    const fate = this.kept
      ? "New scores are kept in this browser and sent as soon as possible."
      : "This browser does not keep scores either: leave this page open, or export.";
    return this.trouble && `${this.trouble} ${fate}`;
  }

  whereabouts() {
    return "Every score is saved on the server as soon as you give it, and in this browser until the server has it.";
  }

  ending() {
    return this.unsent().length
      ? "Leave this page open until the server has all scores."
      : "The server has all scores: there is nothing to send back.";
  }

  atRisk() {
    return !this.kept && this.unsent().length > 0;
  }
}

// An answer of the server that it does not save scores.
class Refusal extends Error {}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && scores.send());
window.addEventListener("online", () => scores.send());
