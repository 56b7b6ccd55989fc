"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const remembered = { get: () => { try { return localStorage.getItem("tightrope-theme"); } catch { return null; } },
    set: (value) => { try { localStorage.setItem("tightrope-theme", value); } catch { /* a private window */ } } };
  const wanted = remembered.get();
  if (wanted === "dark" || wanted === "light") root.dataset.theme = wanted;
  document.getElementById("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    remembered.set(root.dataset.theme);
  });

  const boards = [...document.querySelectorAll(".storyboard")].map((element) => {
    const scenes = [...element.querySelectorAll(".scene")];
    const dots = [...element.querySelectorAll(".dot")];
    const lines = [...element.parentElement.querySelectorAll(".line")];
    const button = (name) => element.querySelector(`[data-go=${name}]`);
    let at = 0;
    const show = (wanted, speak) => {
      at = Math.max(0, Math.min(scenes.length - 1, wanted));
      scenes.forEach((scene, index) => { scene.hidden = index !== at; });
      dots.forEach((dot, index) => dot.setAttribute("aria-current", String(index === at)));
      element.querySelector(".count").textContent = `${at + 1} / ${scenes.length}`;
      for (const name of ["first", "back"]) button(name).disabled = at === 0;
      for (const name of ["next", "last"]) button(name).disabled = at === scenes.length - 1;
      const place = scenes[at].dataset.line;
      for (const line of lines) {
        const isHere = line.dataset.line === place;
        line.classList.toggle("here", isHere);
        line.classList.toggle("breaks", isHere && "breaks" in scenes[at].dataset);
        if (isHere && speak) line.parentElement.parentElement.scrollTop = line.offsetTop - 80;
      }
      if (speak) element.querySelector(".live").textContent = scenes[at].querySelector("figcaption").textContent;
    };
    const go = { first: () => show(0, true), back: () => show(at - 1, true), next: () => show(at + 1, true), last: () => show(scenes.length - 1, true) };
    for (const name of Object.keys(go)) button(name).addEventListener("click", go[name]);
    dots.forEach((dot, index) => dot.addEventListener("click", () => show(index, true)));
    show(0, false);
    return { element, go };
  });

  // Keys belong to the storyboard that has the focus, or else to the first one that can be seen.
  const current = (target) => boards.find((board) => board.element.parentElement.contains(target)) ??
    boards.find((board) => { const box = board.element.getBoundingClientRect(); return box.bottom > 80 && box.top < innerHeight - 80; });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const name = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" }[event.key];
    const board = name && (current(event.target) ?? (event.key.startsWith("Arrow") ? boards[0] : undefined));
    if (!board) return;
    board.go[name]();
    event.preventDefault();
  });
})();
