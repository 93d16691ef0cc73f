/** The chess clock for a real board. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const shown = (page: Page, color: string): Promise<string> =>
  page.locator(`.clock-side.${color} .clock-big`).innerText();

test('whoever presses starts the other clock, it can be stopped, and a flag falls', async () => {
  const page = await openPage(browser, '/clock');
  await page.getByLabel('Time control').fill('3s');
  await page.getByLabel('Time control').press('Enter');
  await page.locator('.clock-side.black').click();
  await page.waitForSelector('.clock-side.white.running');
  await page.locator('.clock-side.white').click();
  await page.waitForSelector('.clock-side.black.running');
  await page.getByRole('button', { name: 'Stop the clocks' }).click();
  const stopped = await shown(page, 'black');
  // The stopped clock must not run on.
  await page.waitForTimeout(600);
  await expect.poll(() => shown(page, 'black')).toBe(stopped);
  await page.getByRole('button', { name: 'Start the clocks' }).click();
  await page.waitForSelector('.clock-side.black.out');
  await expect.poll(() => shown(page, 'black')).toBe('0:00.0');
});

test('presets, a screen that stays on, no navigation while it runs, and a reset that is held', async () => {
  const page = await openPage(browser, '/clock', { viewport: { width: 390, height: 844 } });
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
  await page.getByRole('radio', { name: '3 + 2' }).click();
  await expect.poll(() => shown(page, 'white')).toBe('3:00');
  await page.locator('.clock-side.black').click();
  await page.waitForSelector('.clock-side.white.running');
  await expect.poll(() => counts()).toEqual({ asked: 1, released: 0 });
  await expect.poll(() => page.locator('.bar').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Stop the clocks' }).click();
  await expect.poll(counts).toEqual({ asked: 1, released: 1 });
  await expect.poll(() => page.locator('.bar').isVisible()).toBe(true);
  const reset = page.getByRole('button', { name: 'Hold to reset' });
  await reset.click();
  // A click alone must not reset the clock.
  await page.waitForTimeout(900);
  await expect.poll(() => page.getByRole('radio', { name: '3 + 2' }).count()).toBe(0);
  await reset.hover();
  await page.mouse.down();
  // The button must be held for a while.
  await page.waitForTimeout(1_000);
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
