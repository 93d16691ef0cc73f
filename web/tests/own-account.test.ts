/** The account page: changing the password and the name, exporting data, closing the account. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser';
import { openClub, variants } from './club';

const program = process.env['TABIYA_PROGRAM'] ?? '';
const first = 'correct horse battery';
const second = 'staple of the stable';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.runIf(program)('an account', () => {
  for (const [language, size] of variants) {
    test(`password, name, data and closing (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words } = club;
      const submit = (name: string): { name: string; exact: true } => ({ name, exact: true });
      try {
        const page = await club.open('/login');
        await page.getByLabel(words.name, { exact: true }).fill('Anna');
        await page.getByLabel(words.password, { exact: true }).fill(first);
        await page.getByRole('button', submit(words.createAccount)).click();
        await page.locator('input[name=current]').fill(first);
        await page.locator('input[name=new]').fill(second);
        await page.getByRole('button', submit(words.changePassword)).click();
        await page.waitForSelector(`text=${words.passwordChanged}`);

        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', submit(words.exportData)).click(),
        ]);
        expect(readFileSync(await file.path(), 'utf8')).toContain('"Anna"');

        await page.locator('input[name=new_name]').fill('Ana');
        await page.getByRole('button', submit(words.rename)).click();
        await page.locator('a[href="/app/account/export"][download="Ana.json"]').waitFor();

        page.on('dialog', dialog => void dialog.accept());
        const closing = page.locator('form', { has: page.getByRole('button', submit(words.closeAccount)) });
        await closing.locator('input[name=password]').fill(second);
        await closing.getByRole('button').click();
        await page.getByRole('button', submit(words.createAccount)).waitFor();
        // The closed account cannot log in.
        await page.getByLabel(words.name, { exact: true }).fill('Ana');
        await page.getByLabel(words.password, { exact: true }).fill(second);
        await page.getByRole('button', submit(words.login)).click();
        await page.locator('[role=alert]').first().waitFor();
      } finally {
        await club.close();
      }
    });
  }
});
