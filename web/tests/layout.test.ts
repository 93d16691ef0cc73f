/** Layouts that were once misaligned, cramped or hidden, measured at the sizes where this happened. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { click, openBrowser, openPage } from './browser';
import { register } from './meet';
import { keepGame, openSaved } from './saved';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 720 } };

/** The number of lines of a text. */
const lines = (text: Locator): Promise<number> =>
  text.evaluate(element => {
    const tops = new Set<number>();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) tops.add(Math.round(box.top));
    }
    return tops.size;
  });

/** The largest overflow of text in some buttons, in pixels, with 16 px of padding. */
const lacking = (buttons: Locator): Promise<number> =>
  buttons.evaluateAll(all =>
    Math.max(
      ...all.map(one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return Math.round(range.getBoundingClientRect().width - (one.getBoundingClientRect().width - 16));
      }),
    ),
  );

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not there');
  return box;
}

test.each([desktop, phone])('a field stands apart from the buttons above it ($viewport.width)', async options => {
  const page = await openPage(browser, '/', options);
  await page.getByRole('radio', { name: 'Other…' }).click();
  const field = page.locator('.field', { has: page.getByLabel('Time control') }).first();
  const above = await page.locator('.time-picker button:visible').evaluateAll(
    (buttons, top) => {
      const bottoms = buttons.map(button => button.getBoundingClientRect().bottom);
      return Math.max(...bottoms.filter(bottom => bottom <= top + 2));
    },
    (await boxOf(field)).y,
  );
  expect((await boxOf(field)).y - above).toBeGreaterThanOrEqual(8);
});

test.each([desktop, phone])('a claim has room for its reason ($viewport.width)', async options => {
  const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const page = await openSaved(browser, { moves }, options);
  const claim = page.getByRole('button', { name: 'Claim draw: by threefold repetition' });
  await claim.waitFor();
  expect(await lines(claim.locator('span'))).toBe(1);
  // The other buttons keep their height.
  const heights = await page
    .locator('.actions button')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
});

const tablet = { viewport: { width: 1180, height: 820 }, isMobile: true, hasTouch: true };
test.each([tablet, phone])('words stay inside the buttons of a finished game ($viewport.width)', async options => {
  for (const locale of ['en-GB', 'pt-BR']) {
    const page = await openSaved(browser, { moves: ['f3', 'e5', 'g4', 'Qh4#'] }, { ...options, locale });
    await page.locator('.actions button').first().waitFor();
    expect(await page.locator('.actions button').count()).toBeGreaterThanOrEqual(3);
    expect(await lacking(page.locator('.actions button')), locale).toBeLessThanOrEqual(0);
    const tops = await page
      .locator('.actions button')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().top));
    // Portuguese words are longer and may take two rows.
    expect(new Set(tops).size, locale).toBeLessThanOrEqual(locale === 'en-GB' ? 1 : 2);
  }
});

test.each([desktop, phone])('what can be done with a kept game stands in one row ($viewport.width)', async options => {
  const page = await openPage(browser, '/clock', options);
  await keepGame(page, { moves: ['f3', 'e5', 'g4', 'Qh4#'], result: '0-1' });
  await page.goto(new URL('/games', page.url()).href);
  const actions = page.locator('.game-card-actions > *');
  await actions.first().waitFor();
  const tops = await actions.evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().top)));
  expect(tops.length).toBeGreaterThan(2);
  expect(new Set(tops).size).toBe(1);
});

for (const locale of ['pt-BR', 'pt-PT']) {
  test.each([desktop, phone])(`Portuguese choices fit their buttons (${locale}, $viewport.width)`, async options => {
    const page = await openPage(browser, '/', { ...options, locale });
    await page.waitForSelector('.modes .mode');
    for (const mode of await page.locator('.modes .mode').all()) expect(await lines(mode)).toBeLessThanOrEqual(2);
    expect(await lines(page.getByRole('radio', { name: 'Sem relógio' }))).toBe(1);
  });
}

test.runIf(inject('hasServer')).each([desktop, phone])(
  'the buttons of an account have one line each ($viewport.width)',
  async options => {
    const page = await openPage(browser, '/', options);
    await register(page, `Lines${Date.now() % 1_000_000}`);
    await page.goto(new URL('/login', page.url()).href);
    const everywhere = page.getByRole('button', { name: 'Log out everywhere' });
    expect(await lines(everywhere)).toBe(1);
    expect(await lacking(page.locator('.prompt-buttons').first().locator('button, .button'))).toBeLessThanOrEqual(0);
  },
);

test('no coordinate is hidden by a piece on a small board', async () => {
  const page = await openSaved(browser, {}, phone);
  const { size, letters, above } = await page.evaluate(() => {
    const layer = (selector: string): number =>
      Number(getComputedStyle(document.querySelector(selector) as Element).zIndex);
    const box = (document.querySelector('.game-board cg-board') as Element).getBoundingClientRect();
    const texts = [...document.querySelectorAll('.game-board coords.files coord')].map(coord => {
      const range = document.createRange();
      range.selectNodeContents(coord);
      const { left, right, top } = range.getBoundingClientRect();
      return { left: left - box.left, right: right - box.left, fromBottom: box.bottom - top };
    });
    return {
      size: box.width / 8,
      letters: texts,
      above: layer('.game-board coords') > layer('.game-board cg-board piece'),
    };
  });
  expect(above).toBe(true);
  expect(letters).toHaveLength(8);
  // Each stays in the corner of its square, beside the base of the piece.
  for (const [file, { left, right, fromBottom }] of letters.entries()) {
    expect(left).toBeGreaterThanOrEqual(file * size);
    expect(right).toBeLessThanOrEqual((file + 0.25) * size);
    expect(fromBottom).toBeLessThanOrEqual(0.35 * size);
  }
});

test('a piece to promote to keeps its disc under the pointer', async () => {
  const start = { fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' };
  const page = await openSaved(browser, { start }, { reducedMotion: 'no-preference' });
  await click(page, 'a7', 'a8');
  const queen = page.getByRole('button', { name: 'Promote to queen' });
  await queen.waitFor();
  // A translucent colour would let the pawn underneath show through.
  expect(await queen.evaluate(element => getComputedStyle(element).transitionProperty)).toBe('none');
  await queen.hover();
  await expect
    .poll(() => queen.evaluate(one => getComputedStyle(one).backgroundColor))
    .toMatch(/^rgb\(\d+, \d+, \d+\)$/);
});

test('on a phone on its side the clock and the settings are whole', async () => {
  const page = await openPage(browser, '/clock', { viewport: { width: 844, height: 390 }, isMobile: true });
  const bar = page.locator('.clock-bar');
  await bar.waitFor();
  expect(await bar.evaluate(one => one.scrollHeight - one.clientHeight)).toBe(0);
  await page.goto(new URL('/settings', page.url()).href);
  await page.locator('.settings-board cg-board piece').first().waitFor();
  const [board, group] = [await boxOf(page.locator('.settings-board')), await boxOf(page.locator('.settings-groups'))];
  expect(board.y + board.height).toBeLessThanOrEqual(390);
  expect(group.x).toBeGreaterThanOrEqual(board.x + board.width);
});

const ANSWER_TAKES = 250;

/** The layout shift while a page opens. */
async function layoutShift(path: string, ready: string, width: number, height: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', serviceWorkers: 'block' });
  const page: Page = await context.newPage();
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { shift: number };
    kept.shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) kept.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // On a real network the server's answer arrives after the page.
  await page.route('**/app/me', async route => {
    await new Promise(resolve => setTimeout(resolve, ANSWER_TAKES));
    await route.continue();
  });
  await page.goto(inject('address') + path);
  await page.waitForSelector(ready);
  // Only the typeface and the server's answer could still move something.
  if (inject('hasServer')) await page.waitForSelector('.account-link', { state: 'attached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  });
  const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  await context.close();
  return shift;
}

test.each([
  [1440, 900],
  [1280, 720],
  [820, 1180],
  [844, 390],
  [390, 844],
])('nothing jumps while a page opens at %i x %i', async (width, height) => {
  for (const [path, ready] of [
    ['/', '.new-game'],
    ['/analysis', '.analysis cg-board piece'],
    ['/laws/S01', '.stage-board cg-board piece'],
    ['/settings', '.settings-group'],
  ] as const)
    expect(await layoutShift(path, ready, width, height), path).toBeLessThan(0.01);
});

test('the start page fits a window of 1440 x 900', async () => {
  const page = await openPage(browser, '/', { viewport: { width: 1440, height: 900 } });
  await page.waitForSelector('.new-game .start');
  if (inject('hasServer')) await page.waitForSelector('.lobby');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
});
