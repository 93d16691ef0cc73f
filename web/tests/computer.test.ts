/** Games against the engine in the browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drag, moves, openBrowser, openPage, untilMoves } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the computer answers, takes back, and a premove is played', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: 'Play the computer' }).click();
  await page.getByRole('radio', { name: 'Level 1:' }).click();
  await page.getByText('Level: Beginner, about 800').waitFor();
  await page.getByRole('radio', { name: 'White', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
  await drag(page, 'e2', 'e4');
  // A premove, while the computer thinks.
  await drag(page, 'a2', 'a3');
  await untilMoves(page, 4);
  expect((await moves(page))[2]).toBe('a3');
  await page.getByRole('button', { name: 'Takeback' }).click();
  await untilMoves(page, 2);
});

/** The files named in the service worker that are not in its cache yet. Runs in the page. */
const missingOffline = async (): Promise<string[]> => {
  const worker = await (await fetch('/sw.js')).text();
  const files = ['FIRST', 'LATER'].flatMap(
    list => JSON.parse(new RegExp(`const ${list} = (\\[.*\\]);`).exec(worker)?.[1] ?? '["no list"]') as string[],
  );
  const found = await Promise.all(files.map(file => caches.match(file, { ignoreVary: true })));
  return files.filter((_, index) => !found[index]);
};

test('the page works without a network once it has been there', async () => {
  const page = await openPage(browser, '/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  // The rest, with the engine, is fetched once the page has settled.
  await expect.poll(() => page.evaluate(missingOffline), { timeout: 60_000 }).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('radio', { name: 'Play the computer' }).click();
  await page.getByRole('radio', { name: 'White', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
  await drag(page, 'd2', 'd4');
  await untilMoves(page, 2);
});
