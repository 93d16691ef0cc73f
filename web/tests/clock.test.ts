/** The chess clock for a real board. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const shown = (page: Page, color: string): Promise<string> =>
  page.locator(`.clock-side.${color} .clock-big`).innerText();

/** Opens the clock with its time stopped: it passes only in `page.clock.runFor`. */
async function openClock(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(browser, '/clock', options);
  await page.clock.install();
  await page.reload();
  await page.waitForSelector('.clock-side');
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Clicks, and lets one frame pass, in which the page is drawn. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.click();
  await page.clock.runFor(FRAME);
}
const FRAME = 20;

test('whoever presses starts the other clock, it can be stopped, and a flag falls', async () => {
  const page = await openClock();
  await page.getByLabel('Time control').fill('3s');
  await page.getByLabel('Time control').press('Enter');
  await page.clock.runFor(FRAME);
  await press(page, page.locator('.clock-side.black'));
  await page.waitForSelector('.clock-side.white.running');
  await press(page, page.locator('.clock-side.white'));
  await page.waitForSelector('.clock-side.black.running');
  await page.clock.runFor(1_000);
  await press(page, page.getByRole('button', { name: 'Stop the clocks' }));
  const stopped = await shown(page, 'black');
  expect(stopped).toMatch(/^0:0[12]\.\d$/);
  // The stopped clock does not run on.
  await page.clock.runFor(10_000);
  expect(await shown(page, 'black')).toBe(stopped);
  await press(page, page.getByRole('button', { name: 'Start the clocks' }));
  await page.clock.runFor(1_000);
  await expect.poll(() => page.locator('.clock-side.out').count()).toBe(0);
  await page.clock.runFor(2_000);
  await page.waitForSelector('.clock-side.black.out');
  await expect.poll(() => shown(page, 'black')).toBe('0:00.0');
});

test('presets, a screen that stays on, no navigation while it runs, and a reset that is held', async () => {
  const page = await openClock({ viewport: { width: 390, height: 844 } });
  await page.evaluate(() => {
    const counts = { asked: 0, released: 0 };
    Object.assign(globalThis, { counts });
    const release = async (): Promise<void> => {
      counts.released += 1;
    };
    navigator.wakeLock.request = async () => {
      counts.asked += 1;
      return { release } as WakeLockSentinel;
    };
  });
  const counts = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { counts: unknown }).counts);
  await press(page, page.getByRole('radio', { name: '3 + 2' }));
  await expect.poll(() => shown(page, 'white')).toBe('3:00');
  await press(page, page.locator('.clock-side.black'));
  await page.waitForSelector('.clock-side.white.running');
  await expect.poll(() => counts()).toEqual({ asked: 1, released: 0 });
  await expect.poll(() => page.locator('.bar').isVisible()).toBe(false);
  await press(page, page.getByRole('button', { name: 'Stop the clocks' }));
  await expect.poll(counts).toEqual({ asked: 1, released: 1 });
  await expect.poll(() => page.locator('.bar').isVisible()).toBe(true);
  const reset = page.getByRole('button', { name: 'Hold to reset' });
  await reset.click();
  // A click alone does not reset the clock.
  await page.clock.runFor(10_000);
  expect(await page.getByRole('radio', { name: '3 + 2' }).count()).toBe(0);
  await reset.hover();
  await page.mouse.down();
  await page.clock.runFor(600);
  expect(await page.getByRole('radio', { name: '3 + 2' }).count()).toBe(0);
  await page.clock.runFor(200);
  await page.mouse.up();
  await page.getByRole('radio', { name: '3 + 2' }).waitFor();
});

test('turned on its side the two clocks stand side by side', async () => {
  const page = await openPage(browser, '/clock', { viewport: { width: 844, height: 390 } });
  const [black, white] = await Promise.all(
    ['black', 'white'].map(color => page.locator(`.clock-side.${color}`).boundingBox()),
  );
  expect(black?.y).toBe(white?.y);
  expect((black?.x ?? 0) + (black?.width ?? 0)).toBeLessThanOrEqual(white?.x ?? 0);
  expect(black?.height).toBeGreaterThan(300);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(390);
});

test('on a small phone nothing of the two sides is cut off', async () => {
  const page = await openPage(browser, '/clock', { viewport: { width: 320, height: 568 } });
  await page.waitForSelector('.clock-side');
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.clock-side')].flatMap(side => {
      const box = side.getBoundingClientRect();
      return [...side.children]
        .filter(part => {
          const { top, bottom } = part.getBoundingClientRect();
          return top < box.top || bottom > box.bottom;
        })
        .map(part => part.textContent);
    }),
  );
  expect(cut).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(568);
});
