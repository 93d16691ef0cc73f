// The cost of a first visit to each page: bytes over the wire, time until the page can be used, layout shift, and the
// longest task. `npm run figures [ADDRESS]`; without an address the built page is served as static files. The processor
// is slowed down four times, to match a common phone; the network is loopback.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const [given] = process.argv.slice(2);
const server = given ? undefined : await preview({ preview: { port: 0, host: '127.0.0.1' } });
const address = (given ?? server.resolvedUrls.local[0]).replace(/\/$/, '');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

const RUNS = Number(process.env.RUNS ?? 3);
const sizes = [
  [1280, 800],
  [390, 844],
];

/** Each page with the element that must exist before it can be used. */
const pages = {
  '/': '.new-game .start',
  '/board/Figures1': '.game cg-board piece',
  '/analysis': 'cg-board piece',
  '/editor': 'piece',
  '/laws': 'h1',
  '/games': 'h1',
  '/settings': '.settings cg-board piece',
  '/clock': '.clock-side',
};

const game = {
  id: 'Figures1',
  kind: 'here',
  you: 'both',
  elapsed: 0,
  date: 0,
  fen: '',
  plies: 0,
  result: null,
  reason: null,
  lines: [{ do: 'start' }, ...['e4', 'e5', 'Nf3', 'Nc6'].map(move => ({ do: 'move', move, at: 0 }))],
};

/** Runs in the page before any other script. */
const watch = saved => {
  if (saved) localStorage.setItem('tabiya.game.Figures1', JSON.stringify(saved));
  globalThis.figures = { shift: 0, longest: 0 };
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.figures.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries())
      globalThis.figures.longest = Math.max(globalThis.figures.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
};

async function visit(path, ready, [width, height]) {
  const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block', locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(watch, path.startsWith('/board') ? game : null);
  await page.goto(address + path);
  await page.waitForSelector(ready);
  const usable = await page.evaluate(() => Math.round(performance.now()));
  const first = bytes;
  await page.waitForTimeout(1_500);
  const { shift, longest } = await page.evaluate(() => globalThis.figures);
  const painted = await page.evaluate(() =>
    Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
  await context.close();
  return { bytes: Math.max(first, bytes), painted, usable, shift, longest: Math.round(longest) };
}

const middle = (runs, key) => runs.map(run => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)];
console.log(
  `${readFileSync('package.json', 'utf8').match(/"name": "(.*)"/)[1]}, the middle of ${RUNS} cold visits each`,
);
console.log('page             size       bytes   first paint   usable    CLS     longest task');
for (const [path, ready] of Object.entries(pages)) {
  for (const size of sizes) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await visit(path, ready, size));
    const cells = [
      path.padEnd(16),
      size.join('x').padEnd(9),
      String(middle(runs, 'bytes')).padStart(7),
      `${middle(runs, 'painted')} ms`.padStart(12),
      `${middle(runs, 'usable')} ms`.padStart(9),
      middle(runs, 'shift').toFixed(4).padStart(8),
      `${middle(runs, 'longest')} ms`.padStart(9),
    ];
    console.log(cells.join(' '));
  }
}
await browser.close();
await server?.close();
process.exit(0);
