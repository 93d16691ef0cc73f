/** The screen of a game: what is visible during the game and at its end, at every size. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { click, drag, openBrowser, openPage, resultOf, untilMoves } from './browser';
import { meet, play } from './meet';
import { openSaved, type Saved } from './saved';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const OPERA =
  'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8'.split(
    ' ',
  );

const saved = (game: Saved, options: BrowserContextOptions = {}): Promise<Page> => openSaved(browser, game, options);

/** The visible height of an element, clipped by the window and by scrolling ancestors, and its full height. */
const visible = (page: Page, selector: string): Promise<{ height: number; whole: number }> =>
  page.locator(selector).evaluate(element => {
    const box = element.getBoundingClientRect();
    let [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowY === 'visible') continue;
      const around = parent.getBoundingClientRect();
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
    return { height: bottom - top, whole: box.height };
  });

test('the move that ends a long game is in sight', async () => {
  const page = await saved({ moves: OPERA }, { viewport: { width: 1440, height: 900 } });
  await click(page, 'd1', 'd8');
  await page.waitForSelector('.ending');
  await page.locator('.ending').getByRole('button', { name: 'Close' }).click();
  const { height, whole } = await visible(page, '.moves .move.current');
  expect(height).toBeGreaterThan(whole - 1);
  await expect.poll(() => page.locator('.moves .move.current').innerText()).toBe('♖d8#');
});

test.each([
  [844, 390],
  [390, 844],
  [320, 568],
  [1180, 820],
  [820, 1180],
  [1280, 720],
])('the result can be read at %i x %i', async (width, height) => {
  const page = await saved({ kind: 'computer', you: 'white', moves: ['e4', 'e5'] }, { viewport: { width, height } });
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
  const card = await visible(page, '.ending-card');
  expect(card.height).toBe(card.whole);
  await expect.poll(() => page.locator('.ending').innerText()).toMatch(/You lost\s+by resignation/);
  await page.locator('.ending').getByRole('button', { name: 'Close' }).click();
  const line = await visible(page, '.outcome-result');
  expect(line.height).toBe(line.whole);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const board = await page.locator('.game-board').boundingBox();
  expect((board?.width ?? 1) % 8).toBe(0);
  // On a phone, in either orientation, the result comes before the buttons and the tabs.
  if (Math.min(width, height) > 480) return;
  const [result, steps, actions] = await Promise.all(
    ['.outcome-result', '.steps', '.actions'].map(part => page.locator(`.game-side ${part}`).boundingBox()),
  );
  expect(result?.y).toBeLessThan(steps?.y ?? 0);
  expect(result?.y).toBeLessThan(actions?.y ?? 0);
});

test('a resignation is not argued with, unless somebody asks', async () => {
  const page = await saved({ kind: 'computer', you: 'white', moves: ['e4', 'e5'] });
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.ending');
  await expect.poll(() => resultOf(page)).not.toContain('A mate was still possible');
  await page.locator('.ending').getByRole('button', { name: 'Why?' }).click();
  await page.waitForSelector('.outcome:has-text("Law")');
});

test('a player who resigns while an earlier move is shown sees the final position', async () => {
  const page = await saved({ kind: 'computer', you: 'white', moves: ['e4', 'e5'] });
  await page.locator('body').press('Home');
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.move.current:text-is("e5")');
});

test('a mating line is walked through by keys and buttons', async () => {
  const page = await saved({ start: { time: '1' } });
  await page.waitForSelector('.ending');
  await page.getByRole('button', { name: 'Show the mate' }).click();
  const current = page.locator('.mate-line .move.current');
  const index = (): Promise<number> =>
    current.evaluate(move => [...(move.parentElement?.children ?? [])].indexOf(move));
  await expect.poll(() => index()).toBe(0);
  await page.locator('body').press('ArrowRight');
  await expect.poll(() => index()).toBe(1);
  await page.getByRole('button', { name: 'Next move' }).click();
  await expect.poll(() => index()).toBe(2);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await expect.poll(() => index()).toBe(1);
  await page.getByRole('button', { name: 'Latest position' }).click();
  await page.waitForSelector('cg-board square.check');
  await page.locator('body').press('Home');
  await expect.poll(() => current.count()).toBe(0);
});

test('the volume stands where it was left', async () => {
  const page = await openPage(browser, '/settings');
  await expect.poll(() => page.getByLabel('Volume').inputValue()).toBe('0.7');
  await page.getByLabel('Volume').press('ArrowRight');
  await page.reload();
  await expect.poll(() => page.getByLabel('Volume').inputValue()).toBe('0.75');
});

test('an illegal drop by keyboard is announced', async () => {
  const page = await saved({});
  await page.locator('[data-square=e2]').focus();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await page.locator('[role=status].visually-hidden').allTextContents()).join())
    .toContain('e2 cannot move to e5');
});

test('a game of another browser says where it is', async () => {
  const page = await openPage(browser, '/computer/Nowhere1');
  await page.getByRole('heading', { name: 'This game is not on this device' }).waitFor();
});

test('a game on a server that does not answer says so', async () => {
  const page = await openPage(browser, '/clock', { serviceWorkers: 'block' });
  await page.route('**/app/**', route => route.abort());
  await page.routeWebSocket('**/live', socket => socket.close());
  await page.goto(new URL('/game/Nowhere1', page.url()).href);
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await expect.poll(() => page.title()).toContain('The server cannot be reached');
});

describe.runIf(inject('hasServer'))('on a server', () => {
  test('a message that comes while the moves are shown is seen', async () => {
    const two = await meet(browser);
    await two.white.getByRole('button', { name: 'Chat' }).click();
    await two.white.getByLabel('Message').fill('good luck');
    await two.white.getByLabel('Message').press('Enter');
    await two.black.waitForSelector('.tab .unread:text-is("1")');
    await two.black.waitForSelector('.note:has-text("good luck")');
    await two.black.getByRole('button', { name: 'Chat' }).click();
    await expect.poll(() => two.black.locator('.unread').count()).toBe(0);
    await expect.poll(() => two.white.locator('.unread').count()).toBe(0);
  });

  test('spectators are taken along to the rematch', async () => {
    const two = await meet(browser);
    await play(two, 'f2f3 e7e5 g2g4 d8h4');
    const watcher = await openPage(browser, new URL(two.white.url()).pathname);
    await untilMoves(watcher, 4);
    await two.white.locator('.ending').getByRole('button', { name: 'Rematch' }).click();
    await two.black.locator('.ending').getByRole('button', { name: 'Accept the rematch' }).click();
    await untilMoves(watcher, 0);
    expect(watcher.url()).toBe(two.white.url().replace(/\?.*/, ''));
    await click(two.black, 'e2', 'e4');
    await untilMoves(watcher, 1);
  });

  test('a lost connection is reported once', async () => {
    const two = await meet(browser);
    await two.white.context().setOffline(true);
    await two.white.waitForSelector('.connection', { timeout: 60_000 });
    await expect.poll(() => two.white.locator('.game-side').getByText('Connection lost').count()).toBe(1);
  });
});

describe.runIf(inject('hasServer'))('moves in advance', () => {
  const marked = (page: Page): Promise<number> => page.locator('square.current-premove:visible').count();
  const last = async (page: Page): Promise<string | undefined> =>
    (await page.locator('.moves button.move').allTextContents()).at(-1);

  test('several premoves are made one after the other, and a click cancels them', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4');
    await click(two.white, 'g1', 'f3');
    await click(two.white, 'f1', 'e2');
    await click(two.white, 'e1', 'g1');
    await expect.poll(() => marked(two.white)).toBe(5);
    // The board shows them all: the king has castled.
    const king = two.white.locator('cg-board piece.king.white');
    await expect.poll(() => king.evaluate(piece => (piece as { cgKey?: string }).cgKey)).toBe('g1');
    for (const [count, move, expected] of [
      [3, 'e7e5', '♘f3'],
      [5, 'b8c6', '♗e2'],
      [7, 'g8f6', 'O-O'],
    ] as const) {
      await click(two.black, move.slice(0, 2), move.slice(2));
      await untilMoves(two.black, count);
      await expect.poll(() => last(two.black)).toBe(expected);
    }
    await click(two.white, 'd2', 'd3');
    await click(two.white, 'b1', 'c3');
    await expect.poll(() => marked(two.white)).toBe(4);
    // A click elsewhere cancels all of them.
    await click(two.white, 'd5', 'd5');
    await expect.poll(() => marked(two.white)).toBe(0);
    await click(two.black, 'f8', 'e7');
    await untilMoves(two.white, 8);
  });

  test('an illegal premove cancels the rest', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4');
    await click(two.white, 'e4', 'e5');
    await click(two.white, 'a2', 'a3');
    await expect.poll(() => marked(two.white)).toBe(4);
    await click(two.black, 'e7', 'e5');
    await untilMoves(two.white, 2);
    await expect.poll(() => marked(two.white)).toBe(0);
    await drag(two.white, 'b1', 'c3');
    await untilMoves(two.white, 3);
  });

  test('the promotion of a premove is chosen in advance', async () => {
    const two = await meet(browser, {
      choose: async page => {
        await page.getByText('More options').click();
        await page.getByLabel('From a position (FEN)').fill('7k/8/P7/8/8/8/7p/5K2 w - - 0 1');
      },
    });
    await play(two, 'a6a7');
    await click(two.white, 'a7', 'a8');
    await two.white.getByRole('button', { name: 'Promote to knight' }).click();
    await click(two.black, 'h8', 'g7');
    await untilMoves(two.black, 3);
    await expect.poll(() => last(two.black)).toBe('a8=♘');
  });
});

test('questions are typed and answered', async () => {
  const page = await saved({ moves: ['e4', 'e5', 'Nf3'], start: { time: '180+2' } });
  const entry = page.getByLabel('Type a move');
  for (const [text, said] of [
    ['clock', 'White 3:0'],
    ['last', 'White: knight to f3.'],
    ['pieces', 'White: king e1, queen d1, rook a1 h1'],
    ['where N', 'white knight: b1 f3; black knight: b8 g8.'],
    ['rank 4', 'Rank 4: e4 white pawn.'],
    ['file e', 'File e: e1 white king, e4 white pawn, e5 black pawn, e8 black king.'],
    ['board', 'Rank 8: a8 black rook'],
    ['help', 'where N, rank 4, file e'],
  ] as const) {
    await entry.fill(text);
    await entry.press('Enter');
    await expect
      .poll(() => page.locator('.note').allInnerTexts(), { message: text })
      .toEqual([expect.stringContaining(said)]);
  }
  await untilMoves(page, 3);
});
