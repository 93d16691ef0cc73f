/** Analysis, editor, laws, settings and my games: everything that needs no opponent. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openPage, playHere, untilMoves } from './browser';

let browser: Browser;
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const GAME =
  '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Qh5 $6 Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0';

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The centre of a square of the only large board. */
async function at(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator('.board:not(.small) cg-board').boundingBox();
  if (!box) throw new Error('there is no board');
  return {
    x: box.x + (('abcdefgh'.indexOf(square[0] ?? '') + 0.5) * box.width) / 8,
    y: box.y + ((8.5 - Number(square[1])) * box.height) / 8,
  };
}

async function move(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) {
    const { x, y } = await at(page, square);
    await page.mouse.click(x, y);
  }
}

const treeMoves = (page: Page): Promise<string[]> => page.locator('.tree button.move').allTextContents();
const hash = (values: Record<string, string>): string => `#${new URLSearchParams(values)}`;

test('a game is pasted, stepped through and given variations', async () => {
  const page = await openPage(browser, '/analysis');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('PGN or FEN').fill(GAME);
  await page.locator('dialog').getByRole('button', { name: 'Open' }).click();
  await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
  await expect.poll(() => treeMoves(page)).toEqual(['e4', 'e5', 'c5', '♘f3', '♕h5?!', '♘c6', '♗c4', '♘f6??', '♕xf7#']);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.tree .current:has-text("e4")');
  await move(page, 'e7', 'e6');
  await page.waitForSelector('.tree .current:has-text("e6")');
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByLabel('Comment on e6').fill('French');
  await page.getByLabel('Comment on e6').blur();
  await page.getByRole('button', { name: '!?', exact: true }).click();
  await page.getByRole('button', { name: 'Make main line' }).click();
  await expect.poll(async () => (await treeMoves(page)).slice(0, 3)).toEqual(['e4', 'e6!?', 'e5']);
  await page.getByRole('button', { name: 'Share' }).click();
  const pgn = await page.locator('[data-share=pgn]').inputValue();
  expect(pgn.replace(/\s+/g, ' ')).toContain(
    '1. e4 e6 $5 {French} (1... e5 2. Qh5 $6 Nc6 3. Bc4 Nf6 $4 4. Qxf7#) (1... c5 {sharp}',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect.poll(() => treeMoves(page)).not.toContain('e6!?');
});

test('the engine tells its best lines, and another number of them', async () => {
  const page = await openPage(browser, `/analysis${hash({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' })}`);
  await expect.poll(() => page.locator('[data-testid=score]').innerText(), { timeout: 60_000 }).toBe('#1');
  await expect.poll(() => page.locator('.best-line').first().innerText()).toContain('♖a8#');
  await page.getByRole('button', { name: 'More lines' }).click();
  await expect.poll(() => page.locator('.best-line .best-score').count(), { timeout: 60_000 }).toBe(2);
  await page.locator('.best-move').first().click();
  await page.waitForSelector('.engine-state:has-text("Checkmate")');
});

test('from position to position the same engine thinks, and keeps what it has found', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  let workers = page.workers().length;
  page.on('worker', () => (workers += 1));
  const depth = (): Promise<number> =>
    page
      .locator('.engine-state')
      .innerText()
      .then(text => Number(/\d+/.exec(text)?.[0] ?? 0));
  await expect.poll(depth, { timeout: 60_000 }).toBeGreaterThan(8);
  await expect.poll(() => page.evaluate(() => crossOriginIsolated)).toBe(true);
  for (const [key, move] of [
    ['ArrowRight', 'e4'],
    ['ArrowRight', 'e5'],
    ['ArrowRight', '♕h5'],
    ['ArrowLeft', 'e5'],
    ['ArrowLeft', 'e4'],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForSelector(`.tree .current:has-text("${move}")`);
    // The engine thinks about each position.
    await expect.poll(depth, { timeout: 60_000, message: move }).toBeGreaterThan(0);
  }
  await expect.poll(depth, { timeout: 60_000 }).toBeGreaterThan(8);
  expect(workers).toBe(1);
});

test('a whole game is judged, with a progress that can be stopped', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  await page.getByRole('button', { name: 'Analyse game' }).click();
  await page.waitForSelector('.report-progress progress');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /Analyse (again|game)/ }).click();
  await page.waitForSelector('.graph-mark.blunder', { timeout: 100_000 });
  await page.waitForSelector('.report-start', { timeout: 100_000 });
  await page.locator('.graph-mark.blunder').first().click();
  await page.waitForSelector('.tree .current:has-text("♘f6")');
});

test('what is shared is what is opened, and the board is a picture', async () => {
  const page = await openPage(browser, `/analysis${hash({ pgn: GAME })}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('[data-share=link]').inputValue();
  for (const [name, start] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Picture (${name})` }).click(),
    ]);
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(start);
    expect(bytes.length).toBeGreaterThan(10_000);
  }
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForSelector('.game-heading:has-text("Ann – Bob")');
  expect((await treeMoves(page)).length).toBe(9);
});

test('text that is not a game is reported', async () => {
  const page = await openPage(browser, '/analysis');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('PGN or FEN').fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await page.locator('dialog').getByRole('button', { name: 'Open' }).click();
  await page.waitForSelector('dialog .problem');
});

test('the editor tells every reason, and plays on where there is none', async () => {
  const page = await openPage(browser, '/editor');
  await page.getByRole('button', { name: 'Clear board' }).click();
  const reasons = page.locator('.verdict li');
  await expect.poll(() => reasons.allTextContents()).toEqual(['White has no king.', 'Black has no king.']);
  await page.getByRole('button', { name: 'white king' }).click();
  await page.mouse.click((await at(page, 'e1')).x, (await at(page, 'e1')).y);
  await page.getByRole('button', { name: 'black king' }).click();
  await page.mouse.click((await at(page, 'e8')).x, (await at(page, 'e8')).y);
  // By keyboard: a pawn on a square where it cannot be, and its removal.
  await page.locator('[data-square=a8]').focus();
  await page.keyboard.press('p');
  await page.waitForSelector('.verdict li:has-text("pawn on a8")');
  await page.keyboard.press('Delete');
  await page.waitForSelector('.verdict.good p:has-text("Dead position")');
  // By dragging.
  const rook = await page.getByRole('button', { name: 'white rook' }).boundingBox();
  const target = await at(page, 'a7');
  await page.mouse.move((rook?.x ?? 0) + 20, (rook?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.locator('#editor-fen').inputValue()).toBe('4k3/R7/8/8/8/8/8/4K3 w - - 0 1');
  await page.getByRole('button', { name: 'Play a friend from here' }).click();
  await page.waitForSelector('.game cg-board piece.rook');
});

test('a law is shown by the arbiter, and answers who tries it', async () => {
  const page = await openPage(browser, '/laws');
  await page.getByRole('link', { name: /E08/ }).click();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForSelector('.stage-proof:has-text("wall of pawns")');
  await page.getByRole('button', { name: 'Again' }).click();
  await page.goto(`${inject('address')}/laws/S01`);
  await move(page, 'd7', 'd5');
  await page.waitForSelector('.said li:has-text("d5")');
  await move(page, 'e5', 'd6');
  await page.waitForSelector('.said li:has-text("exd6")');
  await page.goto(`${inject('address')}/laws/E04`);
  for (let step = 0; step < 2; step++) await page.locator('.stage-buttons .primary').click();
  await page.waitForSelector('.stage-proof:has-text("A mate was still possible")');
});

test('a board that something above has pushed down is played on where it is seen', async () => {
  const page = await openPage(browser, '/laws/S01');
  await move(page, 'd7', 'd5');
  await page.waitForSelector('.said li:has-text("d5")');
  await page
    .locator('.law-text')
    .evaluate(text =>
      text.append(document.createElement('br'), document.createElement('br'), document.createElement('br')),
    );
  await move(page, 'e5', 'd6');
  await page.waitForSelector('.said li:has-text("exd6")');
});

test('settings are seen at once and remembered', async () => {
  const page = await openPage(browser, '/settings');
  await page.getByRole('radio', { name: 'Green' }).click();
  await page.getByRole('radio', { name: 'Flat' }).click();
  await page.getByRole('radio', { name: 'Dark', exact: true }).last().click();
  await page.locator('select[name=language]').selectOption('pt-PT');
  await page.waitForSelector('h1:has-text("Definições")');
  await page.locator('select[name=letters]').selectOption('portuguese');
  await page.reload();
  await page.waitForSelector('h1:has-text("Definições")');
  await expect
    .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
    .toMatchObject({
      theme: 'dark',
      board: 'green',
      pieces: 'flat',
    });
  const picture = await page
    .locator('.settings-board piece.king.white')
    .evaluate(piece => getComputedStyle(piece).backgroundImage);
  expect(picture).toContain('/pieces/flat/wK.svg');
  await page.goto(`${inject('address')}/analysis${hash({ pgn: GAME })}`);
  await page.waitForSelector('.tree button.move');
  await expect.poll(() => treeMoves(page)).toContain('Cc6');
});

test('a finished game is kept, exported and analysed', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: 'Play a friend here' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
  await playHere(page, 'f2f3 e7e5 g2g4 d8h4');
  await page.waitForSelector('.outcome-opening:has-text("Fool\'s Mate")');
  await page.goto(`${inject('address')}/games`);
  await page.waitForSelector('.game-card:has-text("0–1")');
  await page.waitForSelector('.game-opening:has-text("Fool\'s Mate")');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PGN' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('1. f3 e5 2. g4 Qh4# 0-1');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForSelector('.tree button.move');
  await expect.poll(() => treeMoves(page)).toEqual(['f3', 'e5', 'g4', '♕h4#']);
  await page.goto(`${inject('address')}/games`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('.game-card .danger').click();
  await page.waitForSelector('.hint:has-text("No finished games yet")');
});

test.runIf(inject('hasServer'))('games that the server keeps are found, filtered and exported', async () => {
  const white = await openPage(browser, '/');
  await white.getByRole('radio', { name: 'Play a friend by link' }).click();
  await white.getByRole('radio', { name: 'White', exact: true }).click();
  await white.getByRole('button', { name: 'Start', exact: true }).click();
  const black = await openPage(browser, new URL(await white.getByLabel('Copy link').inputValue()).pathname);
  await black.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
  for (const [page, text, made] of [
    [white, 'e4', 1],
    [black, 'e5', 2],
  ] as const) {
    await page.getByLabel('Type a move').fill(text);
    await page.getByLabel('Type a move').press('Enter');
    await Promise.all([untilMoves(white, made), untilMoves(black, made)]);
  }
  await black.getByRole('button', { name: 'Resign' }).first().click();
  await black.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
  await white.waitForSelector('.outcome');
  await white.goto(`${inject('address')}/games`);
  await white.waitForSelector('.kept-game:has-text("by resignation")');
  await white.locator('summary', { hasText: 'Search' }).click();
  // By name, because the text of a label includes its options, which may match other labels too.
  const search = async (name: string, value: string): Promise<void> => {
    await white.locator(`select[name="${name}"]`).selectOption(value);
    await white.getByRole('button', { name: 'Search' }).click();
  };
  await search('color', 'black');
  await white.waitForSelector('.hint:has-text("No games found")');
  await search('color', 'white');
  await white.getByLabel('First moves').fill('e4 e5');
  await search('result', '1-0');
  await white.waitForSelector('.kept-game:has-text("1–0")');
  const [file] = await Promise.all([white.waitForEvent('download'), white.locator('.kept-game a[download]').click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('1-0');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const page = await openPage(browser, '/analysis', { colorScheme, bypassCSP: true });
    for (const [path, ready] of [
      [`/analysis${hash({ pgn: GAME })}`, '.tree button.move'],
      ['/editor', '.verdict'],
      ['/laws', '.laws-contents a'],
      ['/laws/K04', '.stage-board cg-board'],
      ['/settings', '.settings-group'],
      ['/games', '.my-games'],
    ] as const) {
      await page.goto(`${inject('address')}/clock`);
      await page.goto(inject('address') + path);
      await page.waitForSelector(ready);
      if (path.startsWith('/analysis')) await page.getByRole('button', { name: 'Notes' }).click();
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await checker.run();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`);
      });
      expect(found, path).toEqual([]);
    }
  });
}

test('nothing scrolls sideways on a phone', async () => {
  const page = await openPage(browser, '/', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  for (const path of ['/analysis', '/editor', '/laws', '/laws/E05', '/settings', '/games']) {
    await page.goto(inject('address') + path);
    await page.waitForSelector('main h1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});
