// Terms that are explained when one points at them or goes to them with the keyboard.

// Return a term: a button, so that the keyboard reaches it.
function term(name, text = name) {
  return RUN.terms[name] ? explain(make("button", { type: "button", className: "term", textContent: text }), name) : text;
}

function explain(node, name) {
  if (RUN.terms[name]) {
    node.dataset.term = name;
  }
  return node;
}

function showTerm(node) {
  const box = node.getBoundingClientRect();
  $("explained").textContent = RUN.terms[node.dataset.term];
  $("explained").hidden = false;
  node.setAttribute("aria-describedby", "explained");
  const { offsetWidth: width, offsetHeight: height } = $("explained");
  $("explained").style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  $("explained").style.top = `${box.bottom + height + 8 < innerHeight ? box.bottom + 6 : Math.max(8, box.top - height - 6)}px`;
}

function hideTerm() {
  $("explained").hidden = true;
  document.querySelectorAll("[aria-describedby=explained]").forEach((node) => node.removeAttribute("aria-describedby"));
}

for (const [begin, end] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(begin, (event) => {
    const node = event.target.closest?.("[data-term]");
    if (node && RUN.terms[node.dataset.term]) {
      hideTerm();
      showTerm(node);
    }
  });
  // A pointer that leaves one term, because the page scrolls under it, hides no other's explanation.
  document.addEventListener(end, (event) => event.target.closest?.("[aria-describedby=explained]") && hideTerm());
}

// A button with a text; act gets the button.
function textButton(text, act) {
  const button = make("button", { type: "button", className: "small", textContent: text });
  button.addEventListener("click", () => act(button));
  return button;
}
