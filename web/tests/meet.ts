/** Two people in two browsers. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { click, drag, openPage, untilMoves } from './browser';

export interface Two {
  white: Page;
  black: Page;
}

export interface Meeting {
  /** A preset of the start page, or a text to type. */
  time?: string;
  address?: string | undefined;
  /** Makes other choices before the game is created. */
  choose?: (page: Page) => Promise<void>;
  /** Turns the two guests into other users, such as accounts. */
  becomes?: (page: Page, color: 'white' | 'black') => Promise<void>;
  options?: BrowserContextOptions;
}

/** One player creates a link and plays White, the other follows it. */
export async function meet(
  browser: Browser,
  { time = '3 + 2', address, choose, becomes, options }: Meeting = {},
): Promise<Two> {
  const white = await openPage(browser, '/', { bypassCSP: true, ...options }, address);
  await becomes?.(white, 'white');
  await white.getByRole('radio', { name: 'Play a friend by link' }).click();
  await white.getByRole('radio', { name: 'White', exact: true }).click();
  if (/^\d+ \+/.test(time)) await white.getByRole('radio', { name: time, exact: true }).click();
  else {
    await white.getByRole('radio', { name: 'Other…' }).click();
    await white.getByLabel('Time control').fill(time);
  }
  await choose?.(white);
  await white.getByRole('button', { name: 'Start', exact: true }).click();
  const link = await white.getByLabel('Copy link').inputValue();
  const black = await openPage(
    browser,
    becomes ? '/' : new URL(link).pathname,
    { bypassCSP: true, ...options },
    address,
  );
  if (becomes) {
    await becomes(black, 'black');
    await black.goto(link);
  }
  await black.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
  return { white, black };
}

/** Plays moves in turn, White by dragging and Black by clicking; both see each move. */
export async function play({ white, black }: Two, list: string): Promise<void> {
  let made = await white.locator('.moves button.move').count();
  for (const move of list.split(' ')) {
    const [page, hand] = made % 2 === 0 ? ([white, drag] as const) : ([black, click] as const);
    await hand(page, move.slice(0, 2), move.slice(2, 4));
    made += 1;
    await Promise.all([untilMoves(white, made), untilMoves(black, made)]);
  }
}

/** Creates an account, and returns to the start page. */
export async function register(page: Page, name: string): Promise<void> {
  const start = page.url();
  await page.goto(new URL('/login', start).href);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForSelector(`text=Logged in as ${name}.`);
  await page.goto(start);
}
