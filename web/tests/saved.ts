/** Saved games in the format of the page. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './browser';

export interface Saved {
  id?: string;
  kind?: 'here' | 'computer';
  you?: 'white' | 'black' | 'both';
  /** The terms of the game. */
  start?: object;
  moves?: readonly string[];
  /** Lines for the arbiter after the moves. */
  tail?: readonly object[];
  /** The result shown in lists. */
  result?: string;
}

/** Saves a game in the browser of a page; returns its address. */
export async function keepGame(page: Page, game: Saved): Promise<string> {
  const { id = 'Testing1', kind = 'here', you = 'both', start = {}, moves = [], tail = [], result = null } = game;
  const record = {
    id,
    kind,
    you,
    ...(kind === 'computer' ? { level: 1, seed: 1 } : {}),
    elapsed: 0,
    date: 0,
    fen: '',
    plies: moves.length,
    result,
    reason: null,
    lines: [{ do: 'start', ...start }, ...moves.map(move => ({ do: 'move', move, at: 0 })), ...tail],
  };
  await page.evaluate(([name, text]) => localStorage.setItem(`tabiya.game.${name}`, text), [
    id,
    JSON.stringify(record),
  ] as const);
  return `/${kind === 'computer' ? 'computer' : 'board'}/${id}`;
}

/** Opens a page with a saved game. */
export async function openSaved(browser: Browser, game: Saved, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(browser, '/clock', options);
  const path = await keepGame(page, game);
  await page.goto(new URL(path, page.url()).href);
  await page.waitForSelector('.game cg-board piece');
  return page;
}
