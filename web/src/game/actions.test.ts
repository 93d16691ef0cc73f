import { expect, test, vi } from 'vitest';
import type { VNode } from '../ui/dom';
import { type ActionsView, prompts } from './actions';

// The drawing code needs a `window` when it is loaded.
vi.hoisted(() => vi.stubGlobal('window', {}));

/** The whole text of a node. */
const textOf = (node: VNode | null): string =>
  node === null ? '' : [node.text ?? '', ...(node.children ?? []).map(child => textOf(child as VNode))].join(' ');

/** A game in which Black has left, and a win can be claimed in `milliseconds`. */
const left = (milliseconds: number): ActionsView =>
  ({
    model: {
      kind: 'live',
      you: 'white',
      moves: [],
      players: { white: { name: 'Anna' }, black: { name: 'Bert' } },
      state: { turn: 'white', result: null, draw_offer: null, takeback: null, adjourned: null },
      gone: { color: 'black', claimAt: performance.now() + milliseconds },
    },
    viewState: { asking: null, ruling: null },
    handlers: { act: () => undefined },
  }) as unknown as ActionsView;

test('after the opponent has left, a win can be claimed after some seconds', () => {
  expect(textOf(prompts(left(30_000)))).toMatch(/Bert has left\. You can claim the win in (30|29) s\./);
  const now = textOf(prompts(left(-1)));
  expect(now).toContain('Bert has left the game.');
  expect(now).toContain('Claim victory');
  expect(now).not.toMatch(/\d s/);
});
