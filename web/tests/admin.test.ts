/** An admin manages people on the page, and the log records it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser';
import { openClub, variants } from './club';

const program = process.env['TABIYA_PROGRAM'] ?? '';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.runIf(program)('an admin', () => {
  for (const [language, size] of variants) {
    test(`searches, mutes, appoints, renames, blocks and closes (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words, address } = club;
      try {
        club.user('add', 'teacher', '--admin');
        await club.member('anna');
        await club.member('bert');
        const teacher = await club.enter(club.user('link', 'teacher'));
        teacher.on('dialog', dialog => void dialog.accept());
        const press = (name: string): Promise<void> => teacher.getByRole('button', { name, exact: true }).click();
        await teacher.goto(`${address}/admin`);
        await press(words.adminPeople);
        await expect.poll(() => teacher.locator('.club-person').count()).toBe(3);
        await teacher.locator('input[name=q]').fill('ann');
        await press(words.search);
        await expect.poll(() => teacher.locator('.club-person b').allInnerTexts()).toEqual(['anna']);
        await teacher.locator('.club-person .row-link').click();
        const state = (): Promise<string> => teacher.locator('.club-person small').innerText();
        await press(words.muteAccount);
        await expect.poll(state).toContain(words.muted);
        await press(words.makeArbiter);
        await expect.poll(state).toContain(words.roleArbiter);
        await teacher.locator('input[name=real]').fill('Anna Silva');
        await teacher
          .locator('form', { has: teacher.locator('input[name=real]') })
          .getByRole('button')
          .click();
        await expect.poll(() => teacher.locator('.club-person').innerText()).toContain('Anna Silva');
        await teacher.locator('input[name=name]').fill('annika');
        await press(words.rename);
        await expect.poll(() => teacher.locator('.club-person b').allInnerTexts()).toEqual(['annika']);
        await press(words.blockAccount);
        await expect.poll(state).toContain(words.blockedAccount);
        await press(words.unblockAccount);
        await expect.poll(state).not.toContain(words.blockedAccount);
        await press(words.closeAccount);
        await expect.poll(state).toContain(words.closedAccount);
        await press(words.adminAudit);
        const log = teacher.locator('main');
        for (const action of ['mute', 'rename', 'block', 'close'])
          await expect.poll(() => log.innerText()).toContain(action);
      } finally {
        await club.close();
      }
    });
  }
});
