// Loads the part of the page that changes again, while a run is under way.

const WAIT = 2000;

async function refresh() {
  const view = document.getElementById("view");
  if (!("running" in view.dataset)) {
    return;
  }
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok && !answer.redirected) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What has the focus stays as it is.
    if (!view.contains(document.activeElement)) {
      view.replaceWith(page.getElementById("view"));
    }
  }
  setTimeout(refresh, WAIT);
}

setTimeout(refresh, WAIT);
