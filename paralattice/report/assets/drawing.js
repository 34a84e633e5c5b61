// A lattice as an SVG picture, drawn when somebody looks at it.

const [FONT_SIZE, LINE_HEIGHT, PADDING, RADIUS] = [13, 16, 8, 7];
const [THINNEST, THICKEST] = [1.25, 8];
const NARROWEST_LINE = 150;
const ASPECT = 5;
const MOST_BOXES = 600;
// Traced words are bold.
const FONT = `600 ${FONT_SIZE}px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif`;
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const textWidth = (() => {
  const widths = new Map();
  let context = null;
  return (text) => {
    if (!widths.has(text)) {
      context ??= Object.assign(document.createElement("canvas").getContext("2d"), { font: FONT });
      widths.set(text, context.measureText(text).width);
    }
    return widths.get(text);
  };
})();

// Return words as lines of text: few words are one line, many a block that is wider than high.
function wrapped(words) {
  const space = textWidth(" ");
  const whole = words.reduce((sum, word) => sum + textWidth(word) + space, 0);
  const limit = Math.max(NARROWEST_LINE, Math.sqrt(whole * LINE_HEIGHT * ASPECT));
  const lines = [];
  let used = Infinity;
  for (const word of words) {
    const width = textWidth(word);
    // A line that begins with a comma is harder to read than one that is a little longer.
    if (used + width > limit + (/^[.,;:!?)]$/.test(word) ? LINE_HEIGHT : 0)) {
      lines.push(word);
      used = width + space;
    } else {
      lines[lines.length - 1] += ` ${word}`;
      used += width + space;
    }
  }
  return lines;
}

function blockOf(words) {
  const lines = wrapped(words);
  if (!lines.length) {
    return { lines, width: 2 * RADIUS, height: 2 * RADIUS };
  }
  const width = Math.max(...lines.map(textWidth));
  return { lines, width: 2 * Math.ceil(width / 2) + 2 * PADDING, height: LINE_HEIGHT * lines.length + PADDING };
}

// Return the text of an SVG file, or nothing if the lattice is too large to be looked at: boxes have data-states and data-sentences, arcs data-boxes and data-sentences.
function drawn(arcs, states) {
  const { boxes, links } = boxesAndLinks(arcs, states);
  if (boxes.length > MOST_BOXES) {
    return "";
  }
  const blocks = boxes.map((box) => blockOf(box.words));
  const layout = layOut(blocks, links);
  const total = new Set(arcs.flatMap((arc) => arc.sentences)).size;
  const end = (box) => `<g data-states="${boxes[box].states[0]}"><circle cx="${layout.x[box]}" cy="${layout.y[box]}" r="${RADIUS}"/></g>`;
  return [
    `<svg xmlns="${SVG}" class="lattice" role="img" width="${layout.width}" height="${layout.height}" viewBox="0 0 ${layout.width} ${layout.height}"`
      + ` font-size="${FONT_SIZE}" stroke-width="${THINNEST}" aria-label="Word lattice of ${total} sentences">`,
    '<rect class="ground" width="100%" height="100%"/>',    ...links.map((link, place) => arcMarkup(link, layout, blocks, layout.routes[place], total)),
    end(0),
    ...boxes.slice(1, -1).map((box, place) => boxMarkup(box, blocks[place + 1], layout.x[place + 1], layout.y[place + 1], total)),
    end(boxes.length - 1),
    "</svg>\n",
  ].join("\n");
}

function noteOf(sentences, total) {
  const strength = 1 + Math.floor(3 * Math.sqrt((sentences.length - 1) / Math.max(total - 1, 1)));
  return `${sentences.length > 1 ? ` class="s${strength}"` : ""} data-sentences="${sentences.join(" ")}"`;
}

function titleOf(sentences) {
  return `<title>Sentence${sentences.length === 1 ? "" : "s"} ${sentences.map((each) => each + 1).join(", ") || "unknown"}</title>`;
}

function arcMarkup({ source, target, sentences }, layout, blocks, route, total) {
  const begin = layout.x[source] + blocks[source].width / 2;
  const end = layout.x[target] - blocks[target].width / 2;
  const width = Math.min(THINNEST * (1 + Math.log2(Math.max(sentences.length, 1))), THICKEST);
  const stroke = width > THINNEST ? ` stroke-width="${width.toFixed(2)}"` : "";
  const curve = curveOf(layout, layout.layers[source], [layout.y[source], ...route, layout.y[target]]);
  return `<path${noteOf(sentences, total)} data-boxes="${source} ${target}"${stroke} d="M${begin} ${curve}H${end}">${titleOf(sentences)}</path>`;
}

// Horizontal within layers, bent between them.
function curveOf(layout, first, heights) {
  let [y] = heights;
  let curve = `${y}`;
  heights.forEach((next, place) => {
    if (next !== y) {
      const [edge, x] = [layout.right[first + place - 1], layout.left[first + place]];
      const bend = Math.floor((edge + x) / 2);
      curve += `H${edge}C${bend} ${y} ${bend} ${next} ${x} ${next}`;
      y = next;
    }
  });
  return curve;
}

function boxMarkup(box, block, x, y, total) {
  const top = y - block.height / 2;
  const lines = block.lines.map((line, place) => `<text x="${x}" y="${top + LINE_HEIGHT * (place + 1)}">${escaped(line)}</text>`);
  return `<g${noteOf(box.sentences, total)} data-states="${box.states.join(" ")}">${titleOf(box.sentences)}`
    + `<rect x="${x - block.width / 2}" y="${top}" width="${block.width}" height="${block.height}"/>${lines.join("")}</g>`;
}
