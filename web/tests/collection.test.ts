/** PGN files with many games: all are listed, found and opened, and the page stays responsive. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openPage } from './browser';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'tabiya-collection-'));

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const PLAYERS = ['Carlsen, Magnus', 'Polgár, Judit', 'Caruana, Fabiano', 'Hou, Yifan', 'Mecking, Henrique'];
const RESULTS = ['1-0', '0-1', '1/2-1/2'];
const OPENINGS = [
  '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6',
  '1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O',
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7',
];
function gameText(game: number): string {
  const [white, black] = [PLAYERS[game % 5], PLAYERS[(game * 3 + 1) % 5]];
  const result = RESULTS[game % 3];
  const moves = OPENINGS[game % 3];
  return `[Event "Memorial ${game % 977}"]\n[Site "Somewhere"]\n[Date "${1950 + (game % 70)}.05.??"]\n[Round "${game + 1}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n[WhiteElo "${2000 + (game % 800)}"]\n[BlackElo "${2000 + ((game * 7) % 800)}"]\n\n${moves} {A game that was made for a test, with a comment of some length so that the file is as large as real ones are.} ${result}\n\n`;
}

async function writeFile(name: string, games: number): Promise<string> {
  const path = join(folder, name);
  const stream = createWriteStream(path);
  for (let game = 0; game < games; game++)
    if (!stream.write(gameText(game))) await new Promise<void>(resolve => stream.once('drain', () => resolve()));
  stream.end();
  await finished(stream);
  return path;
}

async function openFile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('[data-testid=file]').setInputFiles(path);
}

test('a file with more than 500 games shows all of them, and any can be opened', async () => {
  const page = await openPage(browser, '/analysis');
  await openFile(page, await writeFile('many.pgn', 4_090));
  await page.waitForSelector('.hint:has-text("Games: 4,090")');
  await page.waitForSelector('.collection-row:has-text("Sicilian Defense: Najdorf Variation")');
  await page.waitForSelector('.collection-row small:has-text("May 1950")');
  const search = page.getByLabel('Search');
  await search.fill('polgar hou 1/2-1/2');
  await page.waitForSelector('.hint:has-text("of 4,090 games")');
  for (const text of await page.locator('.collection-row').allInnerTexts()) {
    expect(text).toMatch(/Polgár/);
    expect(text).toMatch(/½–½/);
  }
  await search.fill('');
  await page.waitForSelector('.hint:has-text("Games: 4,090")');
  // Opens the last game by keyboard.
  await page.locator('.collection-scroll').focus();
  await page.keyboard.press('End');
  await page.waitForSelector('.collection-row:focus .collection-number:text-is("4,090")');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.collection-link:has-text("Game 4,090 of 4,090")');
  await page.getByRole('link', { name: 'Previous game' }).click();
  await page.waitForSelector('.collection-link:has-text("Game 4,089 of 4,090")');
  await page.waitForSelector('.tree button.move');
  // A change is saved, and the link back to the list stays.
  await page.getByLabel('Type a move').fill('h3');
  await page.getByLabel('Type a move').press('Enter');
  await page.waitForSelector('.tree .current:has-text("h3")');
  await page.reload();
  await page.waitForSelector('.tree .current:has-text("h3")');
  await page.waitForSelector('.collection-link:has-text("Game 4,089 of 4,090")');
  await page.goto(`${inject('address')}/library`);
  await page.getByRole('link', { name: /many\.pgn/ }).click();
  await page.waitForSelector('.hint:has-text("Games: 4,090")');
});

test('sorting, and what no tag says', async () => {
  const page = await openPage(browser, '/analysis');
  await openFile(page, await writeFile('sorted.pgn', 300));
  await page.waitForSelector('.hint:has-text("Games: 300")');
  await page.getByLabel('Sort by').selectOption('rating');
  await expect
    .poll(async () => Number(/\d{4}/.exec(await page.locator('.collection-players').first().innerText())?.[0]))
    .toBeGreaterThan(2000);
  const highest = Math.max(
    ...Array.from({ length: 300 }, (_, game) => Math.max(2000 + (game % 800), 2000 + ((game * 7) % 800))),
  );
  await expect.poll(() => page.locator('.collection-players').first().innerText()).toContain(String(highest));
});

test('reading can be cancelled, and nothing is left behind', async () => {
  const page = await openPage(browser, '/analysis');
  await openFile(page, await writeFile('cancelled.pgn', 200_000));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('.analysis');
  await page.goto(`${inject('address')}/library`);
  await page.waitForSelector('.library');
  await page.waitForSelector('.hint:has-text("opens as a list")');
});

/** What the page has done since it was opened. */
interface Work {
  /** The bytes of files that the page has read itself, outside its worker. */
  bytes: number;
  /** The shares of the file that the progress bar has shown. */
  progress: number[];
  /** The most rows in the document, and in one message of the worker. */
  rowsDrawn: number;
  rowsReceived: number;
}

/** Counts what the page does. Runs in the page before any other script. */
function countWork(): void {
  const work: Work = { bytes: 0, progress: [], rowsDrawn: 0, rowsReceived: 0 };
  Object.assign(globalThis, { work });
  for (const method of ['arrayBuffer', 'bytes', 'stream', 'text'] as const) {
    const original = Blob.prototype[method] as () => never;
    Blob.prototype[method] = function (this: Blob) {
      work.bytes += this.size;
      return original.call(this);
    };
  }
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ is?: string; rows?: unknown[] }>) => {
        if (data.is === 'rows') work.rowsReceived = Math.max(work.rowsReceived, data.rows?.length ?? 0);
      });
    }
  };
  new MutationObserver(() => {
    work.rowsDrawn = Math.max(work.rowsDrawn, document.querySelectorAll('.collection-row').length);
    const share = document.querySelector('.collection-progress progress')?.getAttribute('value');
    if (share) work.progress.push(Number(share));
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['value'] });
}

test('of 100,000 games the page reads none itself, and draws only those in view', async () => {
  const games = 100_000;
  const path = await writeFile('large.pgn', games);
  const page = await openPage(browser, '/clock');
  await page.addInitScript(countWork);
  await page.goto(`${inject('address')}/analysis`);
  await page.waitForSelector('.analysis');
  await openFile(page, path);
  await page.waitForSelector('.hint:has-text("Games: 100,000")', { timeout: 60_000 });
  await page.getByLabel('Search').fill('carlsen najdorf 1987');
  await page.waitForSelector('.hint:has-text("Found")');
  await page.getByLabel('Search').fill('');
  await page.waitForSelector('.hint:has-text("Games: 100,000")');
  const list = page.locator('.collection-scroll');
  const rows = list.locator('.collection-row');
  for (let step = 1; step <= 10; step++) {
    await list.evaluate((element, share) => (element.scrollTop = element.scrollHeight * share), step / 10);
    // The last row in the document is near this place, and the worker has sent all of them.
    const place = (games * step) / 10;
    await expect.poll(async () => Number(await rows.last().getAttribute('data-row'))).toBeGreaterThan(place - 100);
    await expect.poll(async () => (await rows.count()) - (await rows.locator('.collection-number').count())).toBe(0);
  }
  await page.waitForSelector('.collection-number:text-is("100,000")');
  const work = await page.evaluate(() => (globalThis as unknown as { work: Work }).work);
  expect(work.bytes).toBe(0);
  expect(work.progress.some(share => share > 0 && share < 1)).toBe(true);
  expect(work.rowsDrawn).toBeGreaterThan(0);
  expect(work.rowsDrawn).toBeLessThan(60);
  expect(work.rowsReceived).toBeGreaterThan(0);
  expect(work.rowsReceived).toBeLessThan(60);
});
