/** Starts a server for a club with an admin, in one of the tested languages and sizes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { en, type Strings } from '../src/i18n/en';
import { ptBR } from '../src/i18n/pt-BR';
import { openPage } from './browser';
import { startProgram } from './serve';

export const languages: Record<'en' | 'pt', { locale: string; words: Strings }> = {
  en: { locale: 'en-GB', words: en },
  pt: { locale: 'pt-BR', words: ptBR },
};

export const sizes: Record<'desktop' | 'phone', BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** Every flow is tested in both languages and both sizes. */
export const variants = [
  ['en', 'desktop'],
  ['pt', 'phone'],
] as const;

export interface Club {
  address: string;
  words: Strings;
  /** Runs `tabiya user …` on the data of the server. */
  user(...args: string[]): string;
  /** Opens a page as a new person. */
  open(path: string): Promise<Page>;
  /** Follows a link that logs in. */
  enter(path: string): Promise<Page>;
  /** Creates an account and logs in. */
  member(name: string): Promise<Page>;
  /** Saves a screenshot, if CLUB_SHOTS names a folder. */
  shot(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openClub(
  browser: Browser,
  program: string,
  language: keyof typeof languages,
  size: keyof typeof sizes,
): Promise<Club> {
  const { locale, words } = languages[language];
  const data = mkdtempSync(join(tmpdir(), 'tabiya-club-'));
  const server = await startProgram(program, data);
  const user = (...args: string[]): string =>
    execFileSync(program, ['user', ...args, '--data', data])
      .toString()
      .trim();
  const open = (path: string): Promise<Page> =>
    openPage(browser, path, { locale, bypassCSP: true, ...sizes[size] }, server.address);
  const enter = async (path: string): Promise<Page> => {
    const page = await open(path);
    await page.getByRole('button', { name: words.login }).click();
    await page.waitForURL(`${server.address}/`);
    return page;
  };
  return {
    address: server.address,
    words,
    user,
    open,
    enter,
    member: name => {
      user('add', name);
      return enter(user('link', name));
    },
    shot: async (page, name) => {
      const folder = process.env['CLUB_SHOTS'];
      if (folder) await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true });
    },
    close: async () => {
      server.process.kill();
      await new Promise(resolve => server.process.once('exit', resolve));
      rmSync(data, { recursive: true, force: true });
    },
  };
}
