/** A real browser, and helpers for what a player does in it. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a page as a new person, in English by default; errors on the page fail the test. */
export async function openPage(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
  address = inject('address'),
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.on('pageerror', error => {
    throw error;
  });
  page.on('console', message => {
    // Without a server its requests fail, and over plain HTTP on a network browsers do not isolate pages.
    const isExpected = /app\/me|Failed to load resource|WebSocket|Cross-Origin-Opener-Policy header has been ignored/;
    if (message.type() === 'error' && !isExpected.test(message.text())) throw new Error(message.text());
  });
  await page.goto(address + path);
  return page;
}

/** The centre of a square on the screen. */
async function place(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator('.game-board cg-board').boundingBox();
  if (!box) throw new Error('there is no board');
  const white = (await page.locator('.game-board .orientation-white').count()) > 0;
  const [file, rank] = ['abcdefgh'.indexOf(square[0] ?? ''), Number(square[1]) - 1];
  const [column, row] = white ? [file, 7 - rank] : [7 - file, rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await place(page, from), await place(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

export async function click(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) {
    const { x, y } = await place(page, square);
    await page.mouse.click(x, y);
  }
}

/** The moves on the score sheet. */
export const moves = (page: Page): Promise<string[]> => page.locator('.moves button.move').allTextContents();

/** Waits until `count` moves have been made. */
export async function untilMoves(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.locator('.moves button.move').count(), { timeout: 30_000 }).toBe(count);
}

/** Plays moves on one screen, each given as its two squares. */
export async function playHere(page: Page, list: string): Promise<void> {
  let made = await page.locator('.moves button.move').count();
  for (const move of list.split(' ')) {
    await (made % 2 === 0 ? drag : click)(page, move.slice(0, 2), move.slice(2, 4));
    made += 1;
    await untilMoves(page, made);
  }
}

export const resultOf = (page: Page): Promise<string> => page.locator('.outcome').innerText();
