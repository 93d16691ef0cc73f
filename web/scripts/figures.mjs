// The cost of a first visit to each page: bytes over the wire, time until the page can be used, layout shift, and the
// longest task. `npm run figures [ADDRESS]`; without an address the built page is served as static files. The processor
// is slowed down four times, to match a common phone; the network is loopback. At the end, at full speed: the longest
// task while a PGN file with 100,000 games is read, searched and scrolled.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const GAMES = 100_000;

function writeGames(path) {
  const players = ['Carlsen, Magnus', 'Polgár, Judit', 'Caruana, Fabiano', 'Hou, Yifan', 'Mecking, Henrique'];
  const results = ['1-0', '0-1', '1/2-1/2'];
  const openings = [
    '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6',
    '1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O',
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7',
  ];
  const texts = Array.from({ length: GAMES }, (_, game) => {
    const result = results[game % 3];
    return `[Event "Memorial ${game % 977}"]\n[Date "${1950 + (game % 70)}.05.??"]\n[White "${players[game % 5]}"]\n[Black "${players[(game * 3 + 1) % 5]}"]\n[Result "${result}"]\n\n${openings[game % 3]} {${'A comment makes the file as large as real ones are. '.repeat(2)}} ${result}\n\n`;
  });
  writeFileSync(path, texts.join(''));
}

/**
 * The longest task of the page's main thread in milliseconds: CPU time if the browser reports it, so that other
 * programs on the machine do not count, and wall-clock time otherwise.
 */
async function longestTask(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  await act();
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  // The browser keeps a spare process; the busiest one belongs to this page.
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = threads
    .map(thread =>
      events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === thread.pid && tid === thread.tid),
    )
    .reduce((most, some) => (some.length > most.length ? some : most), []);
  if (tasks.length === 0) throw new Error('the browser has recorded no tasks');
  return tasks.reduce((longest, { tdur, dur = 0 }) => Math.max(longest, tdur ?? dur), 0) / 1000;
}

async function openGames(path) {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${address}/analysis`);
  await page.waitForSelector('.analysis');
  // The engine runs in its own thread, but a machine may have few cores.
  await page.keyboard.press('l');
  const all = `.hint:has-text("Games: ${GAMES.toLocaleString('en-GB')}")`;
  let read = 0;
  const longest = await longestTask(page, async () => {
    const started = performance.now();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('[data-testid=file]').setInputFiles(path);
    await page.waitForSelector(all, { timeout: 120_000 });
    read = Math.round(performance.now() - started);
    await page.getByLabel('Search').fill('carlsen najdorf 1987');
    await page.waitForSelector('.hint:has-text("Found")');
    await page.getByLabel('Search').fill('');
    await page.waitForSelector(all);
    for (let step = 1; step <= 10; step++) {
      await page
        .locator('.collection-scroll')
        .evaluate((list, share) => (list.scrollTop = list.scrollHeight * share), step / 10);
      // At the pace of a person.
      await page.waitForTimeout(100);
    }
  });
  await context.close();
  return { read, longest };
}

const folder = mkdtempSync(join(tmpdir(), 'tabiya-figures-'));
const path = join(folder, 'large.pgn');
writeGames(path);
const runs = [];
for (let run = 0; run < RUNS; run++) runs.push(await openGames(path));
rmSync(folder, { recursive: true });
console.log(
  `${GAMES} games of a PGN file: read in ${middle(runs, 'read')} ms, longest task ${middle(runs, 'longest').toFixed(1)} ms`,
);
await browser.close();
await server?.close();
process.exit(0);
