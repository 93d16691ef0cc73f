import { expect, test } from 'vitest';
import { allReasons, refusalText } from './words';

test('a refusal has a translation, or the text that came with it', () => {
  expect(refusalText('chat_off', 'what the server says')).toBe('chat is turned off in this game');
  expect(refusalText('not_understood', 'what the server says')).toBe('what the server says');
});

test('games can be searched by every reason', () => {
  expect(allReasons).toHaveLength(16);
});
