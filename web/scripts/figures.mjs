// What the first visit costs: bytes over the wire and the time until the board can be played on, over loopback.
// `npm run figures [ADDRESS]`; without an address the built page is served as static files, and only sizes count.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const [given] = process.argv.slice(2);
const server = given ? undefined : await preview({ preview: { port: 0, host: '127.0.0.1' } });
const address = (given ?? server.resolvedUrls.local[0]).replace(/\/$/, '');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const compressed = {};
for (const name of readdirSync('dist/assets')) {
  const path = join('dist/assets', name);
  if (!/\.(br|gz)$/.test(name) && statSync(path).isFile())
    compressed[`/assets/${name}`] = gzipSync(readFileSync(path), { level: 9 }).length;
}

const runs = [];
for (let run = 0; run < 5; run++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map();
  let wire = 0;
  session.on('Network.responseReceived', ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire += encodedDataLength;
    paths.set(requestId, paths.get(requestId));
  });
  await page.goto(`${address}/`);
  await page.waitForSelector('.home cg-board piece');
  const interactive = await page.evaluate(() => Math.round(performance.now()));
  await page.waitForTimeout(500);
  const gzip = [...paths.values()].reduce((sum, path) => sum + (compressed[path] ?? 0), 0);
  const painted = await page.evaluate(() =>
    Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
  runs.push({ interactive, painted, wire, gzip, files: paths.size });
  await context.close();
}
await browser.close();
await server?.close();

const middle = key => runs.map(run => run[key]).sort((a, b) => a - b)[2];
console.log(`first visit, the middle of ${runs.length} cold loads over loopback`);
console.log(`  files                      ${middle('files')}`);
console.log(`  bytes over the wire        ${middle('wire')}`);
console.log(`  bytes compressed by gzip   ${middle('gzip')}`);
console.log(`  first paint                ${middle('painted')} ms`);
console.log(`  board can be played on     ${middle('interactive')} ms`);
const engine = Object.entries(compressed)
  .filter(([name]) => /engine_bg|worker/.test(name))
  .reduce((sum, [, bytes]) => sum + bytes, 0);
console.log(`  engine, when first needed  ${engine} bytes compressed`);
process.exit(0);
