/** Errors of the server in the reader's language. */
import { type Key, t } from '../i18n';
import { ApiError } from './api';

const known: Partial<Record<ApiError['code'], Key>> = {
  taken: 'nameTaken',
  wrong_password: 'wrongPassword',
  wrong_current_password: 'wrongCurrentPassword',
  bad_name: 'badName',
  bad_password: 'badPassword',
  gone: 'challengeGone',
  too_many: 'tooMany',
  registration_closed: 'registrationClosedHint',
  invite_needed: 'inviteNeeded',
  account_blocked: 'accountBlocked',
};

/** A guest's name is "Guest" and a few letters; the word is translated. */
export const guestName = (name: string): string => name.replace(/^Guest(?= )/, t('guest'));

/** The text for a code; without a translation, the server's own text. */
export function codeText(code: ApiError['code'], why: string): string {
  const key = known[code];
  return key ? t(key) : t('somethingFailed', { why });
}

export function problemText(error: unknown): string {
  if (error instanceof ApiError) {
    return error.status === 429 ? t('tooMany') : codeText(error.code, error.message);
  }
  return error instanceof TypeError
    ? t('refused', { why: t('noConnection') })
    : t('somethingFailed', { why: String(error) });
}
