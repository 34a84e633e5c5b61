// What the page holds: how it is loaded and unpacked, and small things that all parts use.

const $ = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// Return the value that a text holds as JSON, deflated and in Base64.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

// The clusters that can be looked into.  The first lie in the page, others in the parts beside it.
class Clusters {
  // names of all; inside the page are the first ones; parts are [file, number of clusters].
  constructor(names, inside, parts) {
    this.names = names;
    this.inside = inside;
    this.places = new Map(names.map((name, place) => [name, place]));
    let first = inside;
    this.parts = parts.map(([file, count]) => ({ file, first, end: (first += count), blocks: null }));
  }

  has(name) {
    return this.places.has(name);
  }

  async get(name) {
    return opened(await this.raw(name));
  }

  async raw(name) {
    const place = this.places.get(name);
    const text = place < this.inside ? $(`cluster-${place}`).textContent : await this.block(place);
    return unpack(text);
  }

  async block(place) {
    const part = this.parts.find(({ end }) => place < end);
    part.blocks ??= this.load(part.file);
    return (await part.blocks)[place - part.first];
  }

  // The names of all clusters; parts that only a search has loaded are forgotten again.
  async* all() {
    yield* this.names.slice(0, this.inside);
    for (const part of this.parts) {
      const kept = part.blocks !== null;
      yield* this.names.slice(part.first, part.end);
      if (!kept) {
        part.blocks = null;
      }
    }
  }

  // A page that was opened as a file cannot fetch anything, but it can run scripts beside it.
  load(file) {
    return new Promise((resolve, reject) => {
      const script = make("script", { src: file });
      script.addEventListener("error", () => reject(new Error(`${file} cannot be read; it belongs to this page`)));
      script.addEventListener("load", () => {
        resolve(Clusters.loaded);
        script.remove();
      });
      document.head.append(script);
    });
  }
}

// Parts call this.
function part(blocks) {
  Clusters.loaded = blocks;
}

// ---- Records ----

// Return the words of tokens: an abbreviation at the end of a sentence has one full stop, where the tokens have two.
function shownWords(tokens) {
  const [before, last] = tokens.slice(-2);
  return last === "." && /[\p{L}\p{N}_]\.$/u.test(before) ? [...tokens.slice(0, -1), ""] : tokens;
}

function joinedText(tokens, joins) {
  const joined = new Set(joins);
  return shownWords(tokens).map((word, place) => (place && word && !joined.has(place) ? ` ${word}` : word)).join("");
}

// Return a record with words in place of numbers.
function opened(record) {
  const sentences = record.sentences.map(([numbers, joins]) => {
    const words = shownWords(numbers.map((number) => record.words[number]));
    return { words, joins: new Set(joins), text: joinedText(words, joins) };
  });
  return { ...record, sentences, versions: record.versions.map((version) => openedVersion(version, record.words)) };
}

function openedVersion(version, words) {
  let source = 0;
  const [steps, lengths, labels, users] = version.arcs;
  const arcs = steps.map((step, place) => {
    source += step;
    return {
      source, target: source + lengths[place], label: labels[place] ? words[labels[place] - 1] : "",
      sentences: version.sets[users[place]],
    };
  });
  const places = wordPlaces(arcs);
  return { ...version, arcs, samples: version.samples.map((sample) => openedSample(sample, arcs, places)) };
}

// Return the place of the word that each sentence takes from each state.
function wordPlaces(arcs) {
  const places = new Map();
  const read = new Map();
  for (const { source, label, sentences } of arcs.filter((arc) => arc.label)) {
    for (const sentence of sentences) {
      places.set(`${sentence} ${source}`, read.get(sentence) ?? 0);
      read.set(sentence, (read.get(sentence) ?? 0) + 1);
    }
  }
  return places;
}

function openedSample([path, joins, chosen, edits, difference, operations, score, sources], arcs, places) {
  const steps = path.map((number) => arcs[number]).filter(Boolean);
  const spoken = steps.filter((arc) => arc.label);
  const words = shownWords(spoken.map((arc) => arc.label));
  return {
    words, joins: new Set(joins), text: joinedText(words, joins), chosen: Boolean(chosen), edits, difference, operations, score,
    states: [0, ...steps.map((arc) => arc.target)],
    users: sources.length ? sources.map(([sentence]) => (sentence === undefined ? [] : [sentence])) : spoken.map((arc) => arc.sentences),
    stretches: sources.length ? madeStretches(sources) : stretchesOf(spoken, places),
  };
}

// Divide a sample into the fewest stretches that each come from one sentence: [sentence, begin, length].
// Of several such sentences one that was named before is preferred, then the first.
function stretchesOf(spoken, places) {
  const found = [];
  const named = new Set();
  let [begin, shared] = [0, []];
  const finish = (end) => {
    const sentence = shared.find((each) => named.has(each)) ?? shared[0] ?? -1;
    named.add(sentence);
    found.push([sentence, sentence < 0 ? -1 : places.get(`${sentence} ${spoken[begin].source}`) ?? -1, end - begin]);
  };
  spoken.forEach(({ sentences }, place) => {
    const both = place ? shared.filter((each) => sentences.includes(each)) : sentences;
    if (place && !both.length && (shared.length || sentences.length)) {
      finish(place);
      [begin, shared] = [place, sentences];
    } else {
      shared = both;
    }
  });
  if (spoken.length) {
    finish(spoken.length);
  }
  return found;
}

// Divide a sentence that was made into stretches of words that are consecutive in one sentence.
function madeStretches(sources) {
  const found = [];
  sources.forEach(([sentence = -1, place = -1], at) => {
    const [before = -1, beside = -1] = at ? sources[at - 1] : [];
    if (at && sentence === before && (sentence < 0 || place === beside + 1)) {
      found.at(-1)[2] += 1;
    } else {
      found.push([sentence, place, 1]);
    }
  });
  return found;
}

// ---- Texts ----

// Return a count for people: exact below ten millions, then as a power of ten.
function shown(text) {
  if (!/^\d+$/.test(text)) {
    return text;
  }
  return text.length < 8 ? Number(text).toLocaleString("en") : `${text[0]}.${text[1]}e${text.length - 1}`;
}

// Neighbours get hues far apart; after twelve sentences come those in between.
function hue(sentence) {
  return (sentence * 150 + Math.floor(sentence / 12) * 15) % 360;
}

function paint(node, sentence) {
  if (sentence >= 0) {
    node.style.setProperty("--hue", hue(sentence));
    node.classList.add("hued");
  }
  return node;
}

function badge(sentence) {
  return paint(make("b", { className: "badge", textContent: sentence + 1 }), sentence);
}

function plural(count, noun) {
  return `${Number(count).toLocaleString("en")} ${noun}${Number(count) === 1 ? "" : "s"}`;
}

// ---- Copies and files ----

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission there is still the old way.
    const area = make("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  done(button, "Copied");
}

function save(text, type, name, button) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name.replace(/[^\p{L}\p{N}_.-]+/gu, "_") });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  done(button, "Saved");
}

// Say for a moment that something was done, on the button and to screen readers.
function done(button, word) {
  const text = button.dataset.text ?? button.textContent;
  button.dataset.text = text;
  button.textContent = `✓ ${word}`;
  $("said").textContent = word;
  setTimeout(() => {
    button.textContent = text;
  }, 1500);
}
