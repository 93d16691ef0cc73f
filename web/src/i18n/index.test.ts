import { expect, test } from 'vitest';
import { chosen, t } from './index';

test('the language that a reader asks for', () => {
  expect(chosen('auto', ['de-DE', 'pt-PT', 'en'])).toBe('pt-PT');
  expect(chosen('auto', ['pt'])).toBe('pt-BR');
  expect(chosen('auto', ['de', 'fr'])).toBe('en');
  expect(chosen('pt-PT', ['en'])).toBe('pt-PT');
});

test('placeholders are replaced', () => {
  expect(t('claimDraw', { reason: 'by repetition' })).toBe('Claim draw: by repetition');
  expect(t('claimDraw')).toBe('Claim draw: {reason}');
});
