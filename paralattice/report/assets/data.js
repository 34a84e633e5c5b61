// What the page holds: how it is unpacked, and small things that all parts use.

const $ = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// Return the value that an element holds as JSON, deflated and in Base64.
async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

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
