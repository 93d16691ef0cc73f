/** Accessibility: keyboard, screen reader, phone, languages. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from './axe';
import { moves, openBrowser, openPage, resultOf, untilMoves } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function start(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Play a friend here' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
}

test('a whole game by keyboard on the grid of squares', async () => {
  const page = await openPage(browser, '/');
  await start(page);
  const walk = async (from: string, to: string): Promise<void> => {
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['square'] ?? '');
    for (const target of [from, to]) {
      for (let here = await focused(); here !== target; here = await focused()) {
        const [file, rank] = [target.charCodeAt(0) - here.charCodeAt(0), Number(target[1]) - Number(here[1])];
        await page.keyboard.press(
          rank > 0 ? 'ArrowUp' : rank < 0 ? 'ArrowDown' : file > 0 ? 'ArrowRight' : 'ArrowLeft',
        );
      }
      await page.keyboard.press('Enter');
    }
  };
  await page.locator('.square[tabindex="0"]').focus();
  let made = 0;
  for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) {
    await walk(move.slice(0, 2), move.slice(2));
    await untilMoves(page, ++made);
  }
  await expect.poll(() => resultOf(page)).toContain('by checkmate');
  const said = await page.locator('[role=status].visually-hidden').allTextContents();
  expect(said.join(' ')).toContain('queen to h4');
  expect(said.join(' ')).toContain('Black wins');
});

test('squares say what stands on them, and moves are typed', async () => {
  const page = await openPage(browser, '/');
  await start(page);
  await expect.poll(() => page.locator('[data-square=e1]').getAttribute('aria-label')).toBe('e1, white king');
  const entry = page.getByLabel('Type a move');
  for (const [index, text] of ['e4', 'e7e5', 'Cf3'].entries()) {
    await entry.fill(text);
    await entry.press('Enter');
    await untilMoves(page, index + 1);
  }
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5', '♘f3']);
  await entry.fill('Ke3');
  await entry.press('Enter');
  await page.waitForSelector('.note:has-text("Ke3")');
});

test('on a phone the board fills the width and nothing scrolls sideways', async () => {
  const page = await openPage(browser, '/', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await start(page);
  const box = await page.locator('.game-board cg-board').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(384);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * (4.5 / 8), box?.y ?? 0];
  await page.touchscreen.tap(x, y + (box?.height ?? 0) * (6.5 / 8));
  await page.touchscreen.tap(x, y + (box?.height ?? 0) * (4.5 / 8));
  await untilMoves(page, 1);
  for (const button of await page.locator('.actions button').all()) {
    const target = await button.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('Portuguese readers get Portuguese', async () => {
  const page = await openPage(browser, '/', { locale: 'pt-BR' });
  await page.getByRole('radio', { name: 'Com um amigo aqui' }).click();
  await page.getByRole('button', { name: 'Começar' }).click();
  await page.getByLabel('Digite um lance').fill('Cf3');
  await page.getByLabel('Digite um lance').press('Enter');
  await untilMoves(page, 1);
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('pt-BR');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const page = await openPage(browser, '/', { colorScheme, bypassCSP: true });
    const check = async (where: string): Promise<void> => expect(await seriousFaults(page), where).toEqual([]);
    await check('start page');
    await start(page);
    await check('game');
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await check('question');
    await page.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
    await check('finished game');
    await page.goto(new URL('/clock', page.url()).href);
    await page.waitForSelector('.clock-side');
    await check('chess clock');
    for (const [path, ready] of [
      ['/settings', '.settings'],
      ['/games', '.my-games'],
      ['/laws/S01', '.law'],
      ['/watch', '.watch'],
      ['/analysis', '.analysis'],
      ['/editor', '.editor'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await page.waitForSelector(ready);
      await check(path);
    }
  });
}
