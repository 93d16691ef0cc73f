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

export function problemText(error: unknown): string {
  if (error instanceof ApiError) {
    const key = error.status === 429 ? 'tooMany' : known[error.code];
    return key ? t(key) : t('somethingFailed', { why: error.message });
  }
  return error instanceof TypeError
    ? t('refused', { why: t('noConnection') })
    : t('somethingFailed', { why: String(error) });
}
