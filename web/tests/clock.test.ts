/** The chess clock for a real board. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('whoever presses starts the other clock, it can be stopped, and a flag falls', async () => {
  const page = await openPage(browser, '/clock');
  await page.getByLabel('Time control').fill('3s');
  await page.getByLabel('Time control').press('Enter');
  await page.locator('.clock-side.black').click();
  await page.waitForSelector('.clock-side.white.running');
  await page.locator('.clock-side.white').click();
  await page.waitForSelector('.clock-side.black.running');
  await page.getByRole('button', { name: 'Stop the clocks' }).click();
  const shown = await page.locator('.clock-side.black .clock-big').innerText();
  await page.waitForTimeout(600);
  expect(await page.locator('.clock-side.black .clock-big').innerText()).toBe(shown);
  await page.getByRole('button', { name: 'Start the clocks' }).click();
  await page.waitForSelector('.clock-side.black.out');
  expect(await page.locator('.clock-side.black .clock-big').innerText()).toBe('0:00.0');
});
