/** Saved analyses, reports, arrows, openings and layouts; each of these was missing or broken once. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openPage } from './browser';
import { keepGame } from './saved';

let browser: Browser;
const GAME =
  '[White "Ann"]\n[Black "Bob"]\n[Date "1858.??.??"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Qh5 $6 Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0';
const OTHER = '[White "Carl"]\n[Black "Dora"]\n\n1. d4 d5 2. c4 *';

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const hash = (values: Record<string, string>): string => `#${new URLSearchParams(values)}`;
const treeMoves = (page: Page): Promise<string[]> => page.locator('.tree button.move').allTextContents();

async function openText(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('PGN or FEN').fill(text);
  await page.locator('dialog').getByRole('button', { name: 'Open' }).click();
}

/** Plays a move by typing it. */
async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move);
  await page.getByLabel('Type a move').press('Enter');
}

/** The PGN of an analysis in the browser's database, as soon as it is there. Runs in the page. */
const savedPgn = async (id: string): Promise<string> => {
  // Opening a database that does not exist would create it.
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('tabiya')) return '';
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tabiya');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('analyses').objectStore('analyses').get(id);
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve((reading.result as { pgn: string } | undefined)?.pgn ?? '');
      };
    };
  });
};

test('two tabs with one analysis do not write over each other', async () => {
  const first = await openPage(browser, '/analysis');
  await openText(first, GAME);
  await first.waitForURL(/\/analysis\/.+/);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.waitForSelector('.game-heading:has-text("Ann – Bob")');
  await type(second, 'd4');
  await first.waitForSelector('.tree button.move:has-text("d4")');
  await type(first, 'c4');
  await second.waitForSelector('.tree button.move:has-text("c4")');
  await second.reload();
  await second.waitForSelector('.tree button.move:has-text("c4")');
  await expect.poll(() => treeMoves(second)).toEqual(expect.arrayContaining(['e4', 'd4', 'c4']));
  // Changes from the other tab can be undone.
  await first.locator('.tree').click({ position: { x: 2, y: 2 } });
  await first.keyboard.press('Control+z');
  await expect.poll(() => treeMoves(first)).not.toContain('c4');
});

test('an analysis survives a reload, other pages, and Edit with Back', async () => {
  const page = await openPage(browser, '/analysis');
  await openText(page, GAME);
  await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
  await page.keyboard.press('ArrowRight');
  await type(page, 'c6');
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByLabel('Comment on c6').fill('Caro-Kann');
  await page.getByLabel('Comment on c6').blur();
  await page.waitForSelector('.tree :text("Caro-Kann")');
  const seen = async (): Promise<void> => {
    await page.waitForSelector('.tree :text("Caro-Kann")');
    await expect.poll(() => treeMoves(page)).toContain('c6');
    await page.waitForSelector('.tree .current:has-text("c6")');
  };
  await page.reload();
  await seen();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.waitForSelector('.editor');
  await page.goBack();
  await seen();
  await page.goto(`${inject('address')}/settings`);
  await page.goto(`${inject('address')}/analysis`);
  await seen();
  // The last change is saved even if the page is closed at once.
  await type(page, 'd4');
  await page.goto('about:blank');
  await page.goto(`${inject('address')}/analysis`);
  await page.waitForSelector('.tree .current:has-text("d4")');
  await page.goto(`${inject('address')}/library`);
  await page.getByRole('link', { name: /Ann – Bob/ }).click();
  await page.waitForSelector('.tree .current:has-text("d4")');
});

test('a link that was changed is kept with the changes', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  await page.waitForSelector('.tree button.move');
  await type(page, 'a3');
  await page.waitForSelector('.tree .current:has-text("a3")');
  await page.reload();
  await page.waitForSelector('.tree .current:has-text("a3")');
});

test('an analysis is kept where the small storage is full, and where there is no database', async () => {
  const full = await openPage(browser, '/analysis');
  await full.waitForSelector('.analysis');
  await full.evaluate(() => {
    for (let size = 1_000_000; size > 10; size = Math.floor(size / 2)) {
      try {
        for (;;) localStorage.setItem(`filler.${Math.random()}`, 'x'.repeat(size));
      } catch {
        // Full; a smaller item may still fit.
      }
    }
  });
  await type(full, 'e4');
  await full.waitForURL(/\/analysis\/\w+/);
  const id = new URL(full.url()).pathname.split('/').at(-1) ?? '';
  await expect.poll(() => full.evaluate(savedPgn, id)).toContain('1. e4');
  expect(await full.evaluate(() => localStorage.getItem('tabiya.analysis.journal'))).toBeNull();
  await full.reload();
  await full.waitForSelector('.tree .current:has-text("e4")');

  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      value: {
        open: () => {
          throw new Error('forbidden');
        },
      },
    });
  });
  const page = await context.newPage();
  await page.goto(`${inject('address')}/analysis`);
  await page.waitForSelector('.analysis');
  await type(page, 'd4');
  await page.waitForSelector('.tree .current:has-text("d4")');
  await page.reload();
  await page.waitForSelector('.tree .current:has-text("d4")');
  // A file needs the database; the page shows the error.
  await openText(page, `${GAME}\n\n${OTHER}\n`);
  await page.waitForSelector('dialog .problem:has-text("forbidden")');
});

test('a text that replaces an analysis can be undone, and so can a deletion', async () => {
  const page = await openPage(browser, '/analysis');
  await openText(page, GAME);
  await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
  await page.waitForSelector('.undo-notice', { state: 'detached' });
  await type(page, 'h4');
  await openText(page, OTHER);
  await page.waitForSelector('.game-heading:has-text("Carl – Dora")');
  await page.locator('.undo-notice').getByRole('button', { name: 'Undo' }).click();
  await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
  await expect.poll(() => treeMoves(page)).toContain('h4');
  await page.waitForSelector('.tree .current:has-text("h4")');
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect.poll(() => treeMoves(page)).not.toContain('h4');
  await page.locator('.undo-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => treeMoves(page)).toContain('h4');
  await page.keyboard.press('Control+y');
  await expect.poll(() => treeMoves(page)).not.toContain('h4');
  await page.keyboard.press('Control+z');
  await expect.poll(() => treeMoves(page)).toContain('h4');
});

test('openings have names, and dates are dates', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  await page.waitForSelector('.game-heading small:has-text("1858")');
  await expect.poll(() => page.locator('.game-heading').innerText()).not.toContain('?');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.waitForSelector('[data-testid=opening]:has-text("C20 King\'s Pawn Game: Wayward Queen Attack")');
});

test('a report has accuracy, counts and better moves, and is kept', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  await page.getByRole('button', { name: 'Analyse game' }).click();
  await page.waitForSelector('.report-progress progress');
  // The engine's panel says what the engine does.
  await page.waitForSelector('.engine-state:has-text("Analysing the game")');
  await page.waitForSelector('.report-summary', { timeout: 100_000 });
  const accuracy = async (side: string): Promise<number> =>
    Number.parseInt(await page.locator(`[data-accuracy=${side}]`).innerText(), 10);
  await expect.poll(() => accuracy('white')).toBeGreaterThan(await accuracy('black'));
  expect(Number(await page.locator('[data-count=black-blunder]').innerText())).toBeGreaterThanOrEqual(1);
  await page.locator('.tree').focus();
  await page.keyboard.press('n');
  await page.waitForSelector('.tree .current:has-text("♘f6")');
  const note = await page.locator('.mistake-note').innerText();
  expect(note).toMatch(/Blunder\. Best was/);
  // Mate is a result, not a mate in one.
  await page.keyboard.press('End');
  await page.waitForSelector('.evaluation-text:text-is("1–0")');
  await expect.poll(() => page.locator('.graph-score').innerText()).toBe('1–0');
  await page.reload();
  await page.waitForSelector('.report-summary');
  // Earlier results stay while a new report runs.
  await page.getByRole('button', { name: 'Analyse again' }).click();
  await page.waitForSelector('.report-progress');
  await expect.poll(() => page.locator('.graph-mark.blunder').count()).toBeGreaterThanOrEqual(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForSelector('.report-summary');
  // The better line becomes a variation.
  await page.keyboard.press('n');
  await page.waitForSelector('.mistake-note .best-move');
  const before = (await treeMoves(page)).length;
  await page.locator('.mistake-note .best-move').first().hover();
  await page.waitForSelector('.hover-board cg-board piece');
  await page.locator('.mistake-note .best-move').first().click();
  await expect.poll(async () => (await treeMoves(page)).length).toBe(before + 1);
});

test('the user’s own games are a book', async () => {
  const page = await openPage(browser, '/clock');
  await keepGame(page, { id: 'OwnGame1', moves: ['f3', 'e5', 'g4', 'Qh4#'], result: '0-1' });
  await page.goto(`${inject('address')}/analysis#new`);
  await page.getByText('Your games from here: 1').click();
  await expect
    .poll(() => page.locator('.own-games li').allInnerTexts())
    .toEqual([expect.stringMatching(/f3\s+Games: 1 · 0 %/)]);
  await page.locator('.own-games').getByRole('button', { name: 'f3' }).click();
  await page.waitForSelector('.tree .current:has-text("f3")');
  await page.locator('.own-games').getByRole('button', { name: 'e5' }).waitFor();
});

test('a key shows what is threatened', async () => {
  // Black to move: White threatens mate on the back rank.
  const page = await openPage(browser, `/analysis${hash({ fen: '6k1/5ppp/8/8/8/8/r7/4R1K1 b - - 0 1' })}`);
  await page.waitForSelector('.best-line:not(.none)', { timeout: 60_000 });
  await page.keyboard.press('x');
  await page.waitForSelector('.engine-state:has-text("Threat")', { timeout: 60_000 });
  await expect.poll(() => page.locator('.best-line').first().innerText(), { timeout: 60_000 }).toContain('♖e8#');
  await page.keyboard.press('x');
  await page.waitForSelector('.engine-state:has-text("Threat")', { state: 'detached' });
});

test('arrows and circles are kept in the PGN, beside what else is said', async () => {
  const page = await openPage(
    browser,
    `/analysis${hash({ pgn: '1. e4 {[%clk 0:03:00] Best by test. [%cal Gd2d4]} *' })}`,
  );
  await page.waitForSelector('.tree button.move');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.board-ground svg g line', { state: 'attached' });
  await page.waitForSelector('.game-clock:has-text("3:00")');
  const box = await page.locator('.analysis-board cg-board').boundingBox();
  if (!box) throw new Error('there is no board');
  const square = box.width / 8;
  await page.mouse.move(box.x + 4.5 * square, box.y + 3.5 * square);
  await page.mouse.down({ button: 'right' });
  // The board follows the pointer in frames.
  await page.waitForSelector('.board-ground svg g circle', { state: 'attached' });
  await page.mouse.up({ button: 'right' });
  await page.getByRole('button', { name: 'Share' }).click();
  const pgn = await page.locator('[data-share=pgn]').inputValue();
  expect(pgn).toContain('{[%csl Ge5][%cal Gd2d4] [%clk 0:03:00] Best by test.}');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'hidden' });
  // A move does not erase them.
  await page.mouse.click(box.x + 4.5 * square, box.y + 1.5 * square);
  await page.waitForSelector('cg-board square.selected', { state: 'attached' });
  await page.mouse.click(box.x + 4.5 * square, box.y + 3.5 * square);
  await page.waitForSelector('.tree .current:has-text("e5")');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.locator('[data-share=pgn]').inputValue()).toContain('[%csl Ge5][%cal Gd2d4]');
});

test('a problem with a text is shown once', async () => {
  const page = await openPage(browser, '/analysis');
  await openText(page, '8/8/8/8/8/8/8/8 w - - 0 1');
  await page.waitForSelector('dialog .problem');
  await expect.poll(() => page.locator('.problem').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.problem').count()).toBe(0);
});

test('the editor leaves the board unchanged if a text is not a FEN', async () => {
  const page = await openPage(browser, '/editor');
  const field = page.locator('#editor-fen');
  await field.fill('nonsense');
  await field.blur();
  await page.waitForSelector('#editor-fen-problem:has-text("This is not a FEN")');
  await expect.poll(() => page.locator('.editor-place cg-board piece').count()).toBe(32);
  await expect.poll(() => field.inputValue()).toBe('nonsense');
  await page.waitForSelector('.verdict.good');
  await field.fill('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
  await field.blur();
  await page.waitForSelector('#editor-fen-problem', { state: 'detached' });
  await expect.poll(() => page.locator('.editor-place cg-board piece').count()).toBe(3);
  await page.goto(`${inject('address')}/editor#fen=xyz`);
  await page.reload();
  await page.waitForSelector('#editor-fen-problem:has-text("This is not a FEN")');
});

test('a dead position cannot be played', async () => {
  const page = await openPage(browser, `/editor${hash({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' })}`);
  await page.waitForSelector('.verdict:has-text("Dead position")');
  await expect.poll(() => page.locator('.verdict').innerText()).not.toContain('can be played');
  await expect.poll(() => page.getByRole('button', { name: 'Play the computer from here' }).count()).toBe(0);
});

const phone = { isMobile: true, hasTouch: true };
const sizes: [string, BrowserContextOptions][] = [
  ['1920x1080', {}],
  ['1440x900', {}],
  ['1280x720', {}],
  ['1180x820', {}],
  ['820x1180', phone],
  ['844x390', phone],
  ['390x844', phone],
  ['320x568', phone],
];
for (const [size, options] of sizes) {
  test(`analysis and editor fit a window of ${size}`, async () => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`, {
      viewport: { width, height },
      ...options,
    });
    await page.waitForSelector('.tree button.move');
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`${selector} is not there`);
      return box;
    };
    const board = await boxOf('.analysis-board cg-board');
    const wide = width > height;
    expect(board.width % 8).toBe(0);
    // On a phone in landscape the board is as high as the window, in portrait as wide.
    if (height < 480) expect(board.height).toBeGreaterThan(height - 8);
    if (width < 480) expect(board.width).toBeGreaterThan(width - 40);
    const holder = await boxOf('.analysis-board');
    expect([holder.width, holder.height]).toEqual([board.width, board.height]);
    const side = await boxOf('.analysis-side');
    if (wide) {
      expect(side.x).toBeGreaterThanOrEqual(board.x + board.width);
      // Nothing scrolls, and no border runs across the page.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
      await expect
        .poll(() => page.locator('.analysis').evaluate(element => getComputedStyle(element).borderBottomWidth))
        .toBe('0px');
    } else expect(side.y).toBeGreaterThanOrEqual(board.y + board.height);
    const sideways = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(() => sideways()).toBeLessThanOrEqual(width);
    // The evaluation bar is as long as the board.
    const bar = await boxOf('.evaluation');
    expect(wide ? bar.height : bar.width).toBe(board.width);
    // The buttons for more and fewer lines are large enough for fingers.
    for (const button of await page.locator('.engine-lines button').all())
      expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(36);
    // No annotation is alone in its row.
    await page.getByRole('button', { name: 'Notes' }).click();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.sign');
    const rows = new Map<number, number>();
    for (const { y } of await page
      .locator('.sign')
      .evaluateAll(signs => signs.map(sign => sign.getBoundingClientRect().toJSON())))
      rows.set(y, (rows.get(y) ?? 0) + 1);
    expect(Math.min(...rows.values())).toBeGreaterThan(1);
    await expect.poll(() => sideways()).toBeLessThanOrEqual(width);

    await page.goto(`${inject('address')}/editor`);
    await page.waitForSelector('.verdict');
    const place = await boxOf('.editor-place cg-board');
    expect(place.width % 8).toBe(0);
    if (height < 480) expect(place.height).toBeGreaterThan(height - 8);
    await expect.poll(() => sideways()).toBeLessThanOrEqual(width);
    // No piece of the palette is cut off.
    for (const tool of await page.locator('.palette-tool').all()) {
      const [outer, inner] = [await tool.boundingBox(), await tool.locator('piece, svg').boundingBox()];
      if (!outer || !inner) throw new Error('a tool is not there');
      expect(inner.x).toBeGreaterThanOrEqual(outer.x - 0.5);
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.5);
      expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 0.5);
      const row = await tool.locator('..').boundingBox();
      expect(outer.x + outer.width).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 0.5);
      expect(outer.x + outer.width).toBeLessThanOrEqual(width);
    }
  });
}

test('the board does not move between a game and its analysis', async () => {
  const page = await openPage(browser, '/', { viewport: { width: 1280, height: 720 } });
  await page.getByRole('radio', { name: 'Play a friend here' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
  const game = await page.locator('.game-board cg-board').boundingBox();
  await page.goto(`${inject('address')}/analysis`);
  await page.waitForSelector('.analysis cg-board piece');
  await expect.poll(() => page.locator('.analysis-board cg-board').boundingBox()).toEqual(game);
});

test('a game is printed as a score sheet', async () => {
  const pgn = '[White "Ann"]\n[Black "Bob"]\n[Event "Club"]\n\n1. e4 {[%clk 0:03:00]} e5 {(=)} 2. Nf3 Nc6 1/2-1/2';
  const page = await openPage(browser, `/analysis${hash({ pgn })}`);
  await page.waitForSelector('.tree button.move');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.score-sheet');
  await sheet.waitFor();
  await expect.poll(() => page.locator('.app').isVisible()).toBe(false);
  const text = await sheet.innerText();
  for (const part of ['Ann', 'Bob', 'Club', 'e5 (=)', '3:00', '½–½']) expect(text).toContain(part);
  // One page of A4.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[4-6](\.\d+)? 84[12](\.\d+)?\]/);
});

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on pages of kept games, ${colorScheme}`, async () => {
    const page = await openPage(browser, '/analysis', { colorScheme, bypassCSP: true });
    await openText(page, GAME);
    await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
    await openText(page, `${GAME}\n\n${OTHER}\n`);
    await page.waitForSelector('.collection-row:has-text("Carl")');
    const check = async (name: string): Promise<void> => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await checker.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`);
      });
      expect(found, name).toEqual([]);
    };
    await check('collection');
    await page.locator('.collection-row').first().click();
    await page.waitForSelector('.collection-bar');
    await check('game of a collection');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForSelector('.recent-link');
    await check('open dialog');
    await page.goto(`${inject('address')}/library`);
    await page.waitForSelector('.library-rows');
    await check('library');
    await page.goto(`${inject('address')}/editor`);
    await page.waitForSelector('.verdict');
    await check('editor');
  });
}
