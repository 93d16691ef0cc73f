import { expect, test } from 'vitest';
import { t } from '../i18n';
import { codeText } from './words';

test('a code that the page knows is translated, for any other the server has a text', () => {
  expect(codeText('taken', 'the name boss is taken')).toBe(t('nameTaken'));
  expect(codeText('bad_name', 'this name is reserved')).toBe(t('badName'));
  expect(codeText('bad_rounds', 'at most 20')).toBe(t('somethingFailed', { why: 'at most 20' }));
});
