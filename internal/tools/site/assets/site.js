// Figures with hover and the diagram. What a page does not show, it does not load; where a script or a
// specification cannot be had, as in pages opened from a disk, the picture stays.
(() => {
  const folder = new URL(".", document.currentScript.src);
  const loaded = new Map();
  const load = name => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = new URL(name, folder);
        script.onload = resolve;
        script.onerror = () => reject(new Error(name + " does not load"));
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  };

  const draw = async box => {
    const picture = box.querySelector("img");
    const answer = await fetch(new URL(box.dataset.spec, document.baseURI));
    if (!answer.ok) return;
    const spec = await answer.json();
    for (const name of ["vega.min.js", "vega-lite.min.js", "vega-embed.min.js"]) await load(name);
    const view = document.createElement("div");
    view.hidden = true;
    box.append(view);
    await vegaEmbed(view, spec, {mode: "vega-lite", renderer: "svg", actions: false});
    const svg = view.querySelector("svg");
    if (!svg.hasAttribute("viewBox")) {
      svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
    }
    // The marks of a figure are no list to be read one by one: its picture has the words.
    view.setAttribute("aria-hidden", "true");
    view.querySelectorAll("[tabindex]").forEach(e => e.removeAttribute("tabindex"));
    view.hidden = false;
    picture.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
    box.classList.add("fsnb-drawn");
  };

  // The search of the theme has no name for screen readers, and scrolls without the keyboard.
  const search = () => {
    document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
    document.querySelector(".md-search__scrollwrap")?.setAttribute("tabindex", "0");
  };

  // What scrolls can be reached with the keyboard. The theme takes this from code that it measured
  // before it was shown.
  const scrollers = () => {
    for (const e of document.querySelectorAll(".fsnb-table, .md-typeset__scrollwrap, .md-typeset pre > code, .fsnb-diagram")) {
      const scrolls = e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
      if (scrolls && e.tabIndex !== 0) e.tabIndex = 0;
    }
  };

  // Columns of sentences keep a readable width where a table has many columns; numbers, days and names
  // stay on one line.
  const prose = () => {
    for (const cell of document.querySelectorAll(".md-typeset table:not([class]) td")) {
      const length = cell.textContent.length;
      if (length > 36) cell.classList.add("fsnb-prose");
      if (length <= 14) cell.classList.add("fsnb-short");
    }
    // A header without a name puzzles screen readers.
    for (const head of document.querySelectorAll(".md-typeset th:empty")) {
      head.replaceWith(document.createElement("td"));
    }
  };

  const start = async () => {
    search();
    prose();
    const near = new IntersectionObserver(entries => {
      for (const e of entries) {
        if (!e.isIntersecting) continue;
        near.unobserve(e.target);
        draw(e.target).catch(failed => console.error(`${e.target.dataset.spec}: ${failed}`));
      }
    }, {rootMargin: "400px"});
    for (const box of document.querySelectorAll(".fsnb-figure[data-spec]")) near.observe(box);
    const diagrams = [...document.querySelectorAll(".fsnb-diagram")];
    if (diagrams.length > 0) {
      const sources = diagrams.map(e => e.textContent);
      await load("mermaid.min.js");
      mermaid.initialize({startOnLoad: false, theme: "neutral", flowchart: {htmlLabels: false, useMaxWidth: true, nodeSpacing: 12, rankSpacing: 36, padding: 6},
        fontFamily: getComputedStyle(document.body).fontFamily});
      diagrams.forEach((e, i) => mermaid.mermaidAPI.render("diagram-" + i, sources[i], svg => { e.innerHTML = svg; }));
    }
    scrollers();
    addEventListener("load", scrollers);
    addEventListener("resize", scrollers);
    new MutationObserver(scrollers).observe(document.body, {subtree: true, attributeFilter: ["tabindex"]});
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
