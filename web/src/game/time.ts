/** Time controls as people write them: 180+2 is 3 + 2, and 40/5400+30:1800+30 is 40 moves in 90 + 30, then 30 + 30. */
import { pgnTimeControl } from '../core';
import { t } from '../i18n';
import type { Control, StageJson } from '../wire';
import type { Color } from './model';

const DAY = 86_400_000;

/** Minutes, and the seconds that each move adds. */
function stageText({ moves, time, bonus, bonus_time }: StageJson): string {
  const minutes = Math.round(time / 600) / 100;
  const seconds = bonus_time / 1000;
  const span =
    bonus === 'delay'
      ? t('timeDelay', { minutes, seconds })
      : bonus === 'bronstein'
        ? t('timeBronstein', { minutes, seconds })
        : `${minutes} + ${seconds}`;
  return moves === null ? span : t('timeStage', { moves, span });
}

function controlText({ hourglass, initial, stages }: Control): string {
  if (hourglass) return t('timeHourglass', { minutes: (initial ?? 0) / 60_000 });
  const [first] = stages;
  if (!first) return t('timeNone');
  if (stages.length === 1 && first.moves !== null && first.time % DAY === 0 && first.time > 0) {
    const days = first.time / DAY;
    if (first.moves > 1) return t('timeMovesInDays', { moves: first.moves, days });
    return days === 1 ? t('timeOneDay') : t('timeDays', { days });
  }
  return stages.map(stageText).join(t('timeThen'));
}

/** A duration: 90 min, 1 min 30 s, 12 s. */
function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round((seconds - minutes * 60) * 10) / 10;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

function stageSentence({ moves, time, bonus, bonus_time }: StageJson): string {
  const span = { time: durationText(time), bonus: durationText(bonus_time) };
  const each =
    bonus_time === 0 || bonus === 'none'
      ? span.time
      : t(
          bonus === 'delay' ? 'sentenceDelay' : bonus === 'bronstein' ? 'sentenceBronstein' : 'sentenceIncrement',
          span,
        );
  if (moves === null) return each;
  return moves === 1 ? t('sentenceOneMove', { span: each }) : t('timeStage', { moves, span: each });
}

/** A time control as a whole sentence, so that users see how their input was understood. */
export function controlSentence(control: Control): string {
  const { hourglass, initial, stages } = control;
  if (hourglass) return t('sentenceHourglass', { time: durationText(initial ?? 0) });
  const [first] = stages;
  if (!first) return t('sentenceNone');
  if (first.moves !== null && first.time > 0 && first.time % DAY === 0 && stages.length === 1) {
    const days = first.time / DAY;
    if (first.moves > 1) return t('timeMovesInDays', { moves: first.moves, days });
    return days === 1 ? t('sentenceDay') : t('sentenceDays', { days });
  }
  const parts = stages.map(stageSentence).join(t('timeThen'));
  return stages.length === 1 && first.moves === null ? t('sentenceEach', { span: parts }) : parts;
}

/** The time control of one side, without its class. */
function sideTime(pgn: string): string {
  const control = pgnTimeControl(pgn);
  return control.is === 'valid' ? controlText(control) : pgn;
}

/** A time control as it is typed: 180+2 is 3+2. Anything more complicated stays as PGN writes it. */
export function timeInput(pgn: string): string {
  const control = pgnTimeControl(pgn);
  const [stage, ...more] = control.is === 'valid' ? control.stages : [];
  if (!stage || more.length > 0 || stage.moves !== null || !['none', 'increment'].includes(stage.bonus)) return pgn;
  const minutes = stage.time / 60_000;
  return Number.isInteger(minutes) ? `${minutes}+${stage.bonus_time / 1000}` : pgn;
}

/** A time control with its class: 3 + 2 · Blitz. */
export function timeText(pgn: string): string {
  const control = pgnTimeControl(pgn);
  const name = control.is === 'valid' && control.class !== null ? ` · ${t(control.class)}` : '';
  return sideTime(pgn) + name;
}

/** The time controls of both sides, given once if they are equal. */
export const timesText = ({ white, black }: Record<Color, string>): string =>
  white === black ? timeText(white) : t('timeOdds', { white: sideTime(white), black: sideTime(black) });
