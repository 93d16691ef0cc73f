/** Game, analysis, editor and laws have the board and the card beside it in the same place and size. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser';
import { keepGame } from './saved';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Each page with the selector of its card. */
const pages = {
  '/board/Surface1': '.game-side',
  '/analysis': '.analysis-side',
  '/editor': '.editor-side',
  '/laws/S01': '.law',
};

async function measure(page: Page, card: string) {
  await page.waitForSelector('.board:not(.small) piece');
  await page.waitForSelector(card);
  return page.evaluate(selector => {
    const [board, side] = ['.board:not(.small)', selector].map(wanted => document.querySelector(wanted) as HTMLElement);
    const { x, y, width, height } = (board as HTMLElement).getBoundingClientRect();
    const beside = (side as HTMLElement).getBoundingClientRect();
    const { borderRadius, backgroundColor, borderTopColor } = getComputedStyle(side as HTMLElement);
    return {
      board: { x, y, width, height },
      card: { x: beside.x, width: beside.width },
      look: { borderRadius, backgroundColor, borderTopColor },
      scroll: document.documentElement.scrollWidth,
    };
  }, card);
}

test.each([
  [1920, 1080],
  [1440, 900],
  [1280, 720],
  [1180, 820],
  [820, 1180],
  [844, 390],
  [390, 844],
])('the board has one size and place at %i x %i', async (width, height) => {
  const page = await openPage(browser, '/clock', { viewport: { width, height } });
  await keepGame(page, { id: 'Surface1' });
  const measured = [];
  for (const [path, card] of Object.entries(pages)) {
    await page.goto(new URL(path, page.url()).href);
    measured.push({ path, ...(await measure(page, card)) });
  }
  const [game] = measured;
  const upright = height > width;
  for (const { path, board, card, look, scroll } of measured) {
    expect(scroll, `${path} scrolls sideways`).toBeLessThanOrEqual(width);
    expect(board.width % 8, `${path}: whole pixels for each square`).toBe(0);
    // In portrait, what is above the board (a player, the evaluation, a palette) differs from page to page.
    expect({ ...board, y: upright ? game?.board.y : board.y }, path).toEqual(game?.board);
    if (upright || height < 480) continue;
    expect(card, `the card of ${path}`).toEqual(game?.card);
    expect(look, `the card of ${path}`).toEqual(game?.look);
  }
});
