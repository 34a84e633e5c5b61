"use strict";
const NAMESPACE = "http://www.w3.org/2000/svg";

function draw(section) {
  const drawing = section.querySelector("svg");
  const origin = drawing.getBoundingClientRect();
  const [first, second] = [...section.querySelectorAll("ol")].map((list) => [...list.children]);
  drawing.replaceChildren();
  for (const link of section.dataset.links.split(" ").filter(Boolean)) {
    const [i, j, probability] = link.split(",").map(Number);
    const from = first[i].getBoundingClientRect();
    const to = second[j].getBoundingClientRect();
    const line = document.createElementNS(NAMESPACE, "line");
    line.setAttribute("x1", from.right - origin.left);
    line.setAttribute("y1", (from.top + from.bottom) / 2 - origin.top);
    line.setAttribute("x2", to.left - origin.left - 28);
    line.setAttribute("y2", (to.top + to.bottom) / 2 - origin.top);
    line.setAttribute("stroke-width", 1 + 2 * probability);
    line.setAttribute("stroke-opacity", 0.4 + 0.6 * probability);
    line.dataset.ends = `0-${i} 1-${j}`;
    drawing.append(line);
  }
}

function point(section, side, place) {
  section.classList.toggle("pointing", place >= 0);
  for (const line of section.querySelectorAll("line")) {
    line.classList.toggle("own", line.dataset.ends.split(" ").includes(`${side}-${place}`));
  }
}

for (const section of document.querySelectorAll("section")) {
  [...section.querySelectorAll("ol")].forEach((list, side) =>
    [...list.children].forEach((item, place) => {
      item.addEventListener("mouseenter", () => point(section, side, place));
      item.addEventListener("mouseleave", () => point(section, side, -1));
    }),
  );
  // Redraw when a new window width or a font loaded late moves the sentences.
  new ResizeObserver(() => draw(section)).observe(section);
}
