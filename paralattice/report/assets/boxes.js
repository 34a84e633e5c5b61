// The boxes of a lattice's picture: each has the words of a stretch without branches.
//
// An arc is { source, target, label, sentences }; states are numbered from left to right, arcs are sorted
// by their sources.  An arc without a word has the label "".

const union = (arcs) => (arcs.length === 1 ? arcs[0].sentences
  : [...new Set(arcs.flatMap((arc) => arc.sentences))].sort((one, other) => one - other));

// Return the boxes, the start first and the accepting state last, and the links between them, sorted.
function boxesAndLinks(given, states) {
  const { arcs, numbers } = withWordsApart(given, states);
  const entering = numbers.map(() => []);
  const left = numbers.map(() => 0);
  for (const arc of arcs) {
    entering[arc.target].push(arc);
    left[arc.source] += 1;
  }
  // The start is always its own box, even if only one arc leaves it.
  left[0] = 0;
  const boxOf = [];
  const chains = [];
  entering.forEach((into, state) => {
    if (into.length === 1 && state !== numbers.length - 1 && left[into[0].source] === 1) {
      boxOf[state] = boxOf[into[0].source];
      chains[boxOf[state]].push(state);
    } else {
      boxOf[state] = chains.length;
      chains.push([state]);
    }
  });
  const boxes = chains.map((chain) => ({
    states: chain.map((state) => numbers[state]).filter((number) => number !== null),
    words: chain.map((state) => [...new Set(entering[state].map((arc) => arc.label))].sort().join("/")).filter(Boolean),
    sentences: union(entering[chain[0]]),
  }));
  return { boxes, links: linksBetween(arcs, boxOf) };
}

function linksBetween(arcs, boxOf) {
  const between = new Map();
  for (const arc of arcs) {
    const [source, target] = [boxOf[arc.source], boxOf[arc.target]];
    if (source !== target) {
      const key = source * boxOf.length + target;
      between.set(key, [...(between.get(key) ?? []), arc]);
    }
  }
  return [...between].sort(([one], [other]) => one - other).map(([key, group]) => ({
    source: Math.floor(key / boxOf.length), target: key % boxOf.length, sentences: union(group),
  }));
}

// If different words lead to a state from different states, each gets a state before it; otherwise the
// picture would show paths that do not exist.  Return the arcs, and the number that each state had.
function withWordsApart(given, states) {
  const apart = statesWithWordsApart(given, states);
  const numbers = [];
  const place = [];
  const into = new Map();
  const arcs = [];
  for (let state = 0; state < states; state += 1) {
    const groups = apart.get(state) ?? [];
    place[state] = numbers.length + groups.length;
    for (const group of groups) {
      group.forEach((arc) => into.set(arc, numbers.length));
      arcs.push({ source: numbers.length, target: place[state], label: "", sentences: union(group) });
      numbers.push(null);
    }
    numbers.push(state);
  }
  for (const arc of given) {
    arcs.push({ ...arc, source: place[arc.source], target: into.get(arc) ?? place[arc.target] });
  }
  return { arcs: arcs.sort((one, other) => one.source - other.source || one.target - other.target), numbers };
}

function statesWithWordsApart(arcs, states) {
  const entering = Array.from({ length: states }, () => []);
  arcs.filter((arc) => arc.label).forEach((arc) => entering[arc.target].push(arc));
  const apart = new Map();
  entering.forEach((into, state) => {
    const groups = groupsOfWords(into);
    if (groups.length > 1 || (groups.length && state === states - 1)) {
      apart.set(state, groups);
    }
  });
  return apart;
}

// Words that lead from the same states, or differ only in case, stay together.
function groupsOfWords(arcs) {
  const words = new Map();
  for (const arc of arcs) {
    words.set(arc.source, (words.get(arc.source) ?? new Set()).add(arc.label.toLowerCase()));
  }
  const groups = new Map();
  for (const arc of arcs) {
    const key = [...words.get(arc.source)].sort().join(" ");
    groups.set(key, [...(groups.get(key) ?? []), arc]);
  }
  return [...groups.values()];
}
