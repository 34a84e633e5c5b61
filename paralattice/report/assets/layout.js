// The layout of a lattice's picture from left to right, after Sugiyama, Tagawa and Toda (1981): every box
// has a layer, and a link has a node in each layer that it crosses.

const MARGIN = 16;
const CLEARANCE = 8;
const LINK_HEIGHT = 4;
// The gap between two layers is a sixth of the height that a link climbs: steeper curves are hard to follow.
const [CLIMB, NARROWEST_GAP, WIDEST_GAP] = [6, 28, 72];
const ORDERINGS = 12;
const SETTLINGS = 8;

// sizes has { width, height } of each box; links have source and target, lower boxes first.
function layOut(sizes, links) {
  const layers = layersOf(sizes, links);
  const { nodes, routes } = nodesOf(layers, sizes, links);
  const rows = ordered(nodes, Math.max(...layers) + 1);
  settle(rows);
  const top = Math.min(...nodes.map((node) => node.y - node.height / 2)) - MARGIN;
  nodes.forEach((node) => {
    node.y = Math.round(node.y - top);
  });
  const { left, right } = columns(rows, sizes, layers);
  return {
    layers, left, right,
    x: layers.map((layer) => Math.floor((left[layer] + right[layer]) / 2)),
    y: sizes.map((_, box) => nodes[box].y),
    routes: routes.map((route) => route.map((node) => node.y)),
    width: right.at(-1) + MARGIN,
    height: Math.ceil(Math.max(...nodes.map((node) => node.y + node.height / 2))) + MARGIN,
  };
}

// A box comes after all boxes that lead to it; of several layers it takes one that is wide enough and has room.
function layersOf(sizes, links) {
  const layers = sizes.map(() => 0);
  const [before, after] = [sizes.map(() => []), sizes.map(() => [])];
  for (const { source, target } of links) {
    layers[target] = Math.max(layers[target], layers[source] + 1);
    before[target].push(source);
    after[source].push(target);
  }
  const room = Array.from({ length: layers.at(-1) + 1 }, () => ({ width: 0, height: 0 }));
  const take = (box) => {
    const space = room[layers[box]];
    space.width = Math.max(space.width, sizes[box].width);
    space.height += sizes[box].height;
  };
  const following = (box) => Math.min(...after[box].map((each) => layers[each]));
  const free = sizes.map((_, box) => after[box].length > 0 && before[box].length > 0 && following(box) > layers[box] + 1);
  sizes.forEach((_, box) => free[box] || take(box));
  for (let box = sizes.length - 1; box >= 0; box -= 1) {
    if (free[box]) {
      const first = Math.max(...before[box].map((each) => layers[each] + 1));
      layers[box] = roomiest(first, following(box), room, sizes[box].width);
      take(box);
    }
  }
  return layers;
}

function roomiest(first, end, room, width) {
  const costs = [];
  for (let layer = first; layer < end; layer += 1) {
    const cost = Math.max(width - room[layer].width, 0) + Math.floor(room[layer].height / 2);
    costs.push([cost, Math.abs(2 * layer - first - end + 1), layer]);
  }
  return costs.sort((one, other) => one[0] - other[0] || one[1] - other[1])[0][2];
}

// Return the nodes, boxes first, linked to those of the layers beside them, and the nodes of each link.
function nodesOf(layers, sizes, links) {
  const nodes = sizes.map((size, box) => ({ layer: layers[box], height: size.height, before: [], after: [], y: 0, place: 0 }));
  const routes = links.map(({ source, target, sentences }) => {
    const route = [];
    let last = nodes[source];
    const step = (node) => {
      last.after.push([node, sentences.length + 1]);
      node.before.push([last, sentences.length + 1]);
      last = node;
    };
    for (let layer = layers[source] + 1; layer < layers[target]; layer += 1) {
      const node = { layer, height: LINK_HEIGHT, before: [], after: [], y: 0, place: 0 };
      route.push(node);
      step(node);
    }
    step(nodes[target]);
    return route;
  });
  return { nodes: [...nodes, ...routes.flat()], routes };
}

// Return the nodes of each layer from top to bottom, with few crossings.
function ordered(nodes, depth) {
  let rows = Array.from({ length: depth }, () => []);
  const seen = new Set();
  const stack = [nodes[0]];
  while (stack.length) {
    const node = stack.pop();
    if (!seen.has(node)) {
      seen.add(node);
      rows[node.layer].push(node);
      // What most sentences use is placed first.
      stack.push(...[...node.after].sort((one, other) => one[1] - other[1]).map(([each]) => each));
    }
  }
  numberRows(rows);
  let [best, least] = [rows, crossings(rows)];
  for (let sweep = 0; sweep < ORDERINGS && least; sweep += 1) {
    const down = sweep % 2 === 0;
    rows = sorted(rows, down);
    const count = crossings(rows);
    if (count < least) {
      [best, least] = [rows, count];
    }
  }
  numberRows(best);
  return best;
}

function numberRows(rows) {
  rows.forEach((row) => row.forEach((node, place) => {
    node.place = place;
  }));
}

function sorted(rows, down) {
  const made = [...rows];
  for (let count = 1; count < rows.length; count += 1) {
    const layer = down ? count : rows.length - 1 - count;
    const keyed = made[layer].map((node) => [mean(down ? node.before : node.after, (each) => each.place), node]);
    made[layer] = keyed.sort((one, other) => one[0] - other[0]).map(([, node]) => node);
    made[layer].forEach((node, place) => {
      node.place = place;
    });
  }
  return made;
}

function mean(neighbours, value) {
  let [total, weight] = [0, 0];
  for (const [node, strength] of neighbours) {
    total += strength * value(node);
    weight += strength;
  }
  return total / weight;
}

function crossings(rows) {
  let count = 0;
  for (const row of rows.slice(0, -1)) {
    const ends = row.flatMap((node) => node.after.map(([each]) => each.place).sort((one, other) => one - other));
    const tree = new Array(Math.max(1, ...ends.map((end) => end + 2))).fill(0);
    ends.forEach((end, place) => {
      let before = 0;
      for (let at = end + 1; at > 0; at -= at & -at) {
        before += tree[at];
      }
      count += place - before;
      for (let at = end + 1; at < tree.length; at += at & -at) {
        tree[at] += 1;
      }
    });
  }
  return count;
}

// Place the nodes of each layer near their neighbours, in their order and not too close.
function settle(rows) {
  rows.forEach((row) => spread(row, row.map((_, place) => (place - row.length / 2) * 2 * CLEARANCE)));
  for (let sweep = 0; sweep < SETTLINGS; sweep += 1) {
    const down = sweep % 2 === 0;
    for (let count = 1; count < rows.length; count += 1) {
      const row = rows[down ? count : rows.length - 1 - count];
      spread(row, row.map((node) => mean(down ? node.before : node.after, (each) => each.y)));
    }
  }
}

// The least-squares fit to the wanted places with room between: pool adjacent violators.
function spread(row, wanted) {
  const offsets = [0];
  for (let place = 1; place < row.length; place += 1) {
    offsets.push(offsets[place - 1] + (row[place - 1].height + row[place].height) / 2 + CLEARANCE);
  }
  const pools = [];
  wanted.forEach((want, place) => {
    let pool = { total: want - offsets[place], count: 1 };
    while (pools.length && pools.at(-1).total * pool.count >= pool.total * pools.at(-1).count) {
      const last = pools.pop();
      pool = { total: pool.total + last.total, count: pool.count + last.count };
    }
    pools.push(pool);
  });
  let place = 0;
  for (const { total, count } of pools) {
    for (const end = place + count; place < end; place += 1) {
      row[place].y = total / count + offsets[place];
    }
  }
}

function columns(rows, sizes, layers) {
  const widths = rows.map(() => 0);
  sizes.forEach(({ width }, box) => {
    widths[layers[box]] = Math.max(widths[layers[box]], width);
  });
  const [left, right] = [[], []];
  let x = MARGIN;
  rows.forEach((row, layer) => {
    left.push(x);
    right.push(x + widths[layer]);
    const climb = Math.max(0, ...row.flatMap((node) => node.after.map(([each]) => Math.abs(each.y - node.y))));
    x += widths[layer] + Math.max(NARROWEST_GAP, Math.min(WIDEST_GAP, Math.floor(climb / CLIMB)));
  });
  return { left, right };
}
