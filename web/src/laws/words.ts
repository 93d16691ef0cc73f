/** Describes the steps of an example. */
import { inLetters } from '../analysis/letters';
import { clockText } from '../game/clock';
import { reasonText, refusalText, resultText } from '../game/words';
import { type Key, t } from '../i18n';
import { settings } from '../ui/settings';
import type { ArbiterLine } from '../wire';
import type { DemoStep } from './demo';

const actionKeys: Partial<Record<ArbiterLine['do'], Key>> = {
  resign: 'saidResign',
  draw: 'saidDraw',
  offer: 'saidOffer',
  accept: 'saidAccept',
  decline: 'saidDecline',
  abort: 'saidAbort',
  adjust: 'saidAdjust',
  restart: 'saidRestart',
};

/** What a player or the arbiter did or tried to do. */
function action({ step, by, answer, at }: DemoStep): string {
  const color = t(by);
  if ('try' in step) return t('saidTries', { color, move: step.try });
  const moved = answer.events.find(event => event.event === 'move');
  if (step.do === 'move')
    return moved
      ? t('saidMove', { color, move: inLetters(moved.san, settings().letters) })
      : t('saidTries', { color, move: step.move });
  if (step.do === 'claim') return t('saidClaim', { color });
  if (step.do === 'touch') return t('saidTouch', { color, square: step.square });
  if (step.do === 'tick') return t('saidTime', { time: clockText(at) });
  if (step.do === 'takeback')
    return t(answer.events.some(event => event.event === 'takeback') ? 'saidTakebackYes' : 'saidTakeback', { color });
  if (step.do === 'forfeit')
    return step.who === 'both' ? t('saidForfeitBoth') : t('saidForfeit', { color: t(step.who) });
  const known = actionKeys[step.do];
  return known ? t(known, { color }) : step.do;
}

/** How the arbiter ruled. */
function rulings({ answer }: DemoStep): string[] {
  if (!answer.ok)
    return [t('saidRefused', { why: refusalText(answer.code ?? 'not_understood', answer.refused ?? '') })];
  return answer.events.flatMap(event => {
    switch (event.event) {
      case 'illegal_move':
        return [t('saidIllegal')];
      case 'time_given':
        return [t('saidExtraTime', { color: t(event.to), time: clockText(event.time) })];
      case 'claim_rejected':
        return [t('saidWrongClaim')];
      case 'end':
        return [t('ended', { result: resultText(event.result), reason: reasonText(event.reason) })];
      default:
        return [];
    }
  });
}

export const saidText = (said: DemoStep): { action: string; rulings: string[]; refused: boolean } => ({
  action: action(said),
  rulings: rulings(said),
  refused: !said.answer.ok || said.answer.events.some(({ event }) => event === 'illegal_move'),
});
