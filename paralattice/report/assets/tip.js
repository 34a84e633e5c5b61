// What is said beside the pointer.

const NAMED = 8;

const tip = {
  show(words, sentences, texts, point) {
    const lines = sentences.slice(0, NAMED).map((sentence) =>
      make("li", { dir: "auto" }, badge(sentence), ` ${texts[sentence]?.text ?? ""}`));
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

// End what Escape ends, with clear() at last; what is said goes when the page moves.
function listen(clear) {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      tip.hide();
      hideTerm();
      const large = document.querySelector(".card.large");
      large?.classList.remove("large");
      document.body.classList.remove("still");
      if (!large) {
        clear();
      }
    }
  });
  for (const what of ["scroll", "resize"]) {
    addEventListener(what, () => {
      tip.hide();
      hideTerm();
      // Going to a term with the keyboard may scroll to it.
      if (document.activeElement.dataset.term) {
        showTerm(document.activeElement);
      }
    }, { passive: true });
  }
}
