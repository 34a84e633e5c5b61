// The page as a whole.

const RUN = JSON.parse($("run").textContent);
const NAMED = 8;

// What is said beside the pointer.
const tip = {
  show(words, sentences, texts, point) {
    const lines = sentences.slice(0, NAMED).map((sentence) =>
      make("li", { dir: "auto" }, badge(sentence), ` ${(texts[sentence] ?? []).join(" ")}`));
    const rest = sentences.length - lines.length;
    const title = `${plural(sentences.length, "sentence")} of ${texts.length}${words ? `: ${words}` : ""}`;
    $("tip").replaceChildren(make("p", { textContent: title }), make("ul", {}, ...lines),
      ...(rest > 0 ? [make("p", { textContent: `and ${rest} more: ${sentences.slice(NAMED).map((each) => each + 1).join(", ")}` })] : []));
    $("tip").hidden = false;
    const { offsetWidth: width, offsetHeight: height } = $("tip");
    const below = point.y + 18 + height < innerHeight;
    $("tip").style.left = `${Math.max(8, Math.min(point.x + 12, innerWidth - width - 8))}px`;
    $("tip").style.top = `${below ? point.y + 18 : Math.max(8, point.y - height - 14)}px`;
  },
  hide() {
    $("tip").hidden = true;
  },
};

function nameInAddress() {
  const name = location.hash.startsWith("#cluster=") ? decodeURIComponent(location.hash.slice(9)) : "";
  return RUN.shown.includes(name) ? name : "";
}

async function start() {
  const known = new Set(RUN.shown);
  const table = new ClusterTable(await unpack("rows"), (name) => known.has(name), (name) => go(name, true));
  const view = new ClusterView(RUN.versions, RUN.shown, table);

  async function go(name, scroll) {
    table.mark(name);
    $("choice").value = name;
    history.replaceState(null, "", `#cluster=${encodeURIComponent(name)}`);
    await view.open(name);
    if (scroll) {
      $("lattices").scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    }
  }

  function goBy(step) {
    const count = RUN.shown.length;
    go(RUN.shown[(RUN.shown.indexOf(view.name) + step + count) % count], false);
  }

  $("choice").append(...RUN.shown.map((name) => make("option", { value: name, textContent: name })));
  $("choice").addEventListener("change", () => go($("choice").value, false));
  $("previous").addEventListener("click", () => goBy(-1));
  $("next").addEventListener("click", () => goBy(1));
  addEventListener("hashchange", () => nameInAddress() && go(nameInAddress(), true));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      tip.hide();
      const large = document.querySelector(".card.large");
      large?.classList.remove("large");
      document.body.classList.remove("still");
      if (!large) {
        view.clear();
      }
    }
  });
  addEventListener("scroll", () => tip.hide(), { passive: true });
  if (matchMedia("(max-width: 59.99rem)").matches) {
    $("sources").open = false;
  }
  if (RUN.shown.length) {
    const asked = nameInAddress();
    await view.open(asked || RUN.shown[0]);
    $("choice").value = view.name;
    table.mark(view.name);
    if (asked) {
      $("lattices").scrollIntoView();
    }
  }
  // Milliseconds from the call for the page until it can be used.
  document.documentElement.dataset.ready = Math.round(performance.now());
}

start().catch((error) => {
  $("alarm").hidden = false;
  $("alarm").textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old for the page: it takes one of 2023 or later."
    : `The page is damaged: ${error.message}`;
});
