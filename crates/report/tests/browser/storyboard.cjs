// Opens each page in a real browser, in both themes, and uses its storyboard by mouse and by keyboard. Ends with 77 if there is no browser to use.
// TIGHTROPE_SCREENSHOTS names a folder for pictures of all of it.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => fs.existsSync(file));
let playwright;
try {
  const folder = process.env.TIGHTROPE_PLAYWRIGHT;
  playwright = require(folder ? path.join(folder, "node_modules", "playwright-core") : "playwright-core");
} catch {
  playwright = undefined;
}
if (!playwright || !browserPath) {
  console.log("no browser, or no playwright-core");
  process.exit(77);
}

const complaints = [];
const expect = (condition, what) => { if (!condition) complaints.push(what); };

// What a person would see of the picture that is shown: the boxes of its cards.
const boxes = (page) => page.evaluate(() => {
  const scene = document.querySelector(".scene:not([hidden])");
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; };
  const cards = [...scene.querySelectorAll(".card")];
  return cards.map((card) => {
    const parts = [...card.querySelectorAll("rect")].map(box);
    return { name: card.dataset.object, parts, texts: [...card.querySelectorAll("text:not(.array-name)")].map(box) };
  });
});

const overlaps = (one, other) => one.x + one.width > other.x + 0.5 && other.x + other.width > one.x + 0.5
  && one.y + one.height > other.y + 0.5 && other.y + other.height > one.y + 0.5;

const look = async (page, where) => {
  const cards = await boxes(page);
  cards.forEach((one, index) => cards.slice(index + 1).forEach((other) => {
    const touch = one.parts.some((part) => other.parts.some((there) => overlaps(part, there)));
    expect(!touch, `${where}: ${one.name} and ${other.name} overlap`);
  }));
  for (const card of cards) {
    const left = Math.min(...card.parts.map((part) => part.x));
    const right = Math.max(...card.parts.map((part) => part.x + part.width));
    for (const text of card.texts) expect(text.x >= left - 3 && text.x + text.width <= right + 3, `${where}: text leaves ${card.name}`);
  }
};

// Pictures are compared by geometry: where each card of each step of the samples lies, within a few pixels. TIGHTROPE_BLESS writes what is expected.
const geometryFile = path.join(__dirname, "geometry.json");
const expectedGeometry = fs.existsSync(geometryFile) ? JSON.parse(fs.readFileSync(geometryFile, "utf8")) : {};
const seenGeometry = {};
const TOLERANCE = 3;

const geometry = (page) => page.evaluate(() => {
  const scene = document.querySelector(".scene:not([hidden])");
  const origin = scene.querySelector("svg").getBoundingClientRect();
  const corners = (card) => {
    const parts = [...card.querySelectorAll("rect")].map((part) => part.getBoundingClientRect());
    const [left, top] = [Math.min(...parts.map((part) => part.left)), Math.min(...parts.map((part) => part.top))];
    const [right, bottom] = [Math.max(...parts.map((part) => part.right)), Math.max(...parts.map((part) => part.bottom))];
    return [left - origin.left, top - origin.top, right - left, bottom - top].map(Math.round);
  };
  return Object.fromEntries([...scene.querySelectorAll(".card")].map((card) => [card.dataset.object, corners(card)]));
});

const compareGeometry = async (page, name) => {
  const steps = [];
  await page.keyboard.press("Home");
  for (let step = 0; step < await page.locator(".scene").count(); step++) {
    steps.push(await geometry(page));
    await page.keyboard.press("ArrowRight");
  }
  seenGeometry[name] = steps;
  const expected = expectedGeometry[name] || [];
  steps.forEach((cards, step) => {
    const names = (set) => Object.keys(set || {}).sort().join();
    expect(names(cards) === names(expected[step]), `${name} ${step + 1}: shows ${names(cards)} instead of ${names(expected[step])}`);
    for (const [card, box] of Object.entries(cards)) {
      const there = (expected[step] || {})[card];
      const isNear = there && box.every((value, index) => Math.abs(value - there[index]) <= TOLERANCE);
      expect(isNear, `${name} ${step + 1}: ${card} is at ${box}, expected at ${there}`);
    }
  });
};

const visible = (page) => page.evaluate(() => [...document.querySelectorAll(".scene")].findIndex((scene) => !scene.hidden));

const storyboard = async (page, name) => {
  const count = await page.locator(".scene").count();
  expect(count === 3, `${name}: ${count} pictures`);
  expect(await visible(page) === 0, `${name}: does not start with the first picture`);
  await look(page, `${name} 1`);
  await page.click("[data-go=next]");
  expect(await visible(page) === 1, `${name}: a click does not lead on`);
  expect(await page.locator(".scene:not([hidden]) .broken").count() === 1, `${name}: the frame that breaks is not marked`);
  await look(page, `${name} 2`);
  await page.keyboard.press("ArrowRight");
  expect(await visible(page) === 2, `${name}: the arrow key does not lead on`);
  await look(page, `${name} 3`);
  await page.keyboard.press("ArrowRight");
  expect(await visible(page) === 2, `${name}: it leads beyond the last picture`);
  expect(await page.locator("[data-go=next]").isDisabled(), `${name}: the button is not disabled at the end`);
  await page.keyboard.press("Home");
  expect(await visible(page) === 0, `${name}: Home does not lead to the first picture`);
  await page.locator(".dot").nth(1).click();
  expect(await visible(page) === 1, `${name}: a dot does not lead to its picture`);
  expect(await page.locator(".live").textContent() !== "", `${name}: nothing is said to screen readers`);
  const labels = await page.locator(".scene:not([hidden]) .card").evaluateAll((cards) => cards.every((card) => card.getAttribute("aria-label")));
  expect(labels, `${name}: a card has no label`);
};

// On a telephone only tables, drawings and sources scroll sideways, each in its own box.
const narrow = async (page, name) => {
  await page.setViewportSize({ width: 400, height: 800 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width <= 400, `${name}: the page is ${width} pixels wide in a window of 400`);
  await page.setViewportSize({ width: 1280, height: 900 });
};

const shoot = async (page, name, theme) => {
  const folder = process.env.TIGHTROPE_SCREENSHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), fullPage: true });
};

const open = async (browser, file, theme) => {
  const name = path.basename(file, ".html");
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: theme });
  page.on("pageerror", (error) => complaints.push(`${name}: script error: ${error.message}`));
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") complaints.push(`${name}: ${message.text()}`); });
  page.on("request", (request) => { if (!request.url().startsWith("file:")) complaints.push(`${name}: asks for ${request.url()}`); });
  await page.goto(`file://${file}`);
  return [page, name];
};

(async () => {
  const browser = await playwright.chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  for (const file of process.argv.slice(2)) {
    // A few are enough in the other theme, unless somebody wants the pictures.
    const isSample = /(list_insert|binary_tree|long_ring|array_heap|tree_of_twenty|hostile)\.html$/.test(file);
    for (const theme of isSample || process.env.TIGHTROPE_SCREENSHOTS ? ["light", "dark"] : ["light"]) {
      const [page, name] = await open(browser, file, theme);
      if (theme === "light" && isSample && name !== "hostile") {
        const before = complaints.length;
        await compareGeometry(page, name);
        if (process.env.TIGHTROPE_BLESS) complaints.length = before;
        await page.keyboard.press("Home");
      }
      if (theme === "light") await narrow(page, name);
      if (theme === "light") await storyboard(page, name);
      else await page.keyboard.press("ArrowRight");
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const [red] = background.match(/\d+/g).map(Number);
      expect(theme === "dark" ? red < 80 : red > 180, `${name}: ${background} is no ${theme} background`);
      await page.click("#theme");
      const switched = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(switched !== background, `${name}: the theme does not change`);
      await page.click("#theme");
      expect(await page.evaluate(() => window.attacked) === undefined, `${name}: text of the user became a script`);
      expect(await page.locator("img").count() === 0, `${name}: text of the user became an element`);
      await shoot(page, name, theme);
      await page.close();
    }
  }
  await browser.close();
  if (process.env.TIGHTROPE_BLESS) fs.writeFileSync(geometryFile, `${JSON.stringify(seenGeometry, null, 1).replace(/\[\s+(-?\d+),\s+(-?\d+),\s+(-?\d+),\s+(-?\d+)\s+\]/g, "[$1, $2, $3, $4]")}\n`);
  console.log(complaints.join("\n"));
  process.exit(complaints.length === 0 ? 0 : 1);
})().catch((error) => { console.error(error); process.exit(1); });
