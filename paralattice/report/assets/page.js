// The page as a whole.

const RUN = JSON.parse($("run").textContent);

function nameInAddress(clusters) {
  const name = location.hash.startsWith("#cluster=") ? decodeURIComponent(location.hash.slice(9)) : "";
  return clusters.has(name) ? name : "";
}

async function start() {
  const { shown: names, columns, rows } = await unpack($("rows").textContent);
  const clusters = new Clusters(names, RUN.inside, RUN.parts);
  const table = new ClusterTable({ columns, rows }, (name) => clusters.has(name), (name) => go(name, true));
  const view = new ClusterView(RUN.versions, clusters, table);
  new SentenceList(await unpack($("first").textContent), clusters, async (name, version, text) => {
    await go(name, true);
    view.trace(version, text);
  });

  async function go(name, scroll) {
    table.mark(name);
    fillChoice();
    $("choice").value = name;
    history.replaceState(null, "", `#cluster=${encodeURIComponent(name)}`);
    await view.open(name).catch(fail);
    if (scroll) {
      $("lattices").scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    }
  }

  function goBy(step) {
    go(names[(clusters.places.get(view.name) + step + names.length) % names.length], false);
  }

  // Thousands of names take time, and few people look at them.
  function fillChoice() {
    if ($("choice").length < names.length) {
      $("choice").replaceChildren(...names.map((name) => make("option", { value: name, textContent: name })));
    }
  }

  $("choice").addEventListener("pointerdown", fillChoice);
  $("choice").addEventListener("focus", fillChoice);
  $("choice").addEventListener("change", () => go($("choice").value, false));
  $("previous").addEventListener("click", () => goBy(-1));
  $("next").addEventListener("click", () => goBy(1));
  addEventListener("hashchange", () => nameInAddress(clusters) && go(nameInAddress(clusters), true));
  listen(() => view.clear());
  if (matchMedia("(max-width: 59.99rem)").matches) {
    $("sources").open = false;
  }
  document.querySelectorAll("[data-explain]").forEach((node) => node.replaceChildren(term(node.dataset.explain, node.textContent)));
  if (names.length) {
    const asked = nameInAddress(clusters);
    await view.open(asked || names[0]);
    $("choice").replaceChildren(make("option", { value: view.name, textContent: view.name }));
    table.mark(view.name);
    if (asked) {
      $("lattices").scrollIntoView();
    }
  }
  // Milliseconds from the call for the page until it can be used.
  document.documentElement.dataset.ready = Math.round(performance.now());
}

function fail(error) {
  $("alarm").hidden = false;
  $("alarm").textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old for the page: it takes one of 2023 or later."
    : `The page is damaged: ${error.message}`;
}

start().catch(fail);
