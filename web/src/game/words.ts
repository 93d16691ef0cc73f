/** The arbiter's codes in the reader's language. */
import { type Key, t } from '../i18n';
import { settings } from '../ui/settings';
import type { Reason, ReplayedMove, ResultCode } from '../wire';
import { clockText } from './clock';
import type { Cue, RefusedCode } from './cues';
import { type Color, colors, type GameModel, opposite } from './model';
import { steps } from './view-state';

const reasons: Record<Reason, Key> = {
  checkmate: 'reasonCheckmate',
  resignation: 'reasonResignation',
  time: 'reasonTime',
  forfeit: 'reasonForfeit',
  stalemate: 'reasonStalemate',
  'dead position': 'reasonDead',
  agreement: 'reasonAgreement',
  'threefold repetition': 'reasonThreefold',
  'fivefold repetition': 'reasonFivefold',
  'fifty-move rule': 'reasonFifty',
  'seventy-five-move rule': 'reasonSeventyFive',
  'draw on time': 'reasonDrawOnTime',
  'draw by resignation': 'reasonDrawByResignation',
  'illegal moves': 'reasonIllegalMoves',
  'draw by illegal moves': 'reasonDrawByIllegalMoves',
  abort: 'reasonAbort',
};

const results: Record<ResultCode, Key> = {
  '1-0': 'whiteWins',
  '0-1': 'blackWins',
  '1/2-1/2': 'drawn',
  '0-0': 'bothLose',
  '1/2-0': 'halfWhite',
  '0-1/2': 'halfBlack',
  '*': 'aborted',
};

/** Codes without a translation: only a faulty page causes them, or they come with a text of their own. */
type CodeWithoutText =
  | 'not_understood'
  | 'no_game'
  | 'time_goes_back'
  | 'clock_too_long'
  | 'sealed_move_too_long'
  | 'reason_too_long'
  | 'conflict'
  | 'no_such_game'
  | 'too_many_games'
  | 'chat_empty'
  | 'engine';

const refusals: Record<Exclude<RefusedCode, CodeWithoutText>, Key> = {
  over: 'noOver',
  illegal: 'noIllegal',
  not_a_move: 'noIllegal',
  ambiguous: 'noIllegal',
  not_your_turn: 'noTurn',
  paused: 'noPaused',
  offer_stands: 'noOfferStands',
  takeback_stands: 'noOfferStands',
  offer_too_early: 'noOfferTooEarly',
  offers_forbidden: 'noOffers',
  nothing_to_answer: 'noNothing',
  touched: 'noTouched',
  promotion_missing: 'noPromotion',
  not_paused: 'noNotPaused',
  not_running: 'noNotRunning',
  no_clock: 'noClock',
  answer_unclear: 'noUnclear',
  touch_is_free: 'noTouchFree',
  nothing_touched: 'noNothingTouched',
  not_allowed: 'noNotAllowed',
  must_play: 'noMustPlay',
  claim_after_touch: 'noClaimAfterTouch',
  no_takeback: 'noTakebackHere',
  nothing_to_take_back: 'noTakebackYet',
  too_late_to_abort: 'noAbortLate',
  no_abort: 'noAbortLate',
  too_late_to_restart: 'noRestartLate',
  adjourned: 'noAdjourned',
  no_adjournment: 'noNotAllowed',
  too_early_to_agree: 'noTooEarlyToAgree',
  stale: 'noStale',
  not_a_player: 'noPlayer',
  busy: 'noConnection',
  unavailable: 'noConnection',
  too_much_talk: 'noChatTooFast',
  chat_off: 'noChatOff',
  chat_too_long: 'noChatTooLong',
};

export const allReasons = Object.keys(reasons) as Reason[];

export const resultText = (result: ResultCode): string => t(results[result]);

/** The result as a player reads it ("You won"); everybody else reads who won. */
export function resultFor(model: GameModel, result: ResultCode): string {
  const { you } = model;
  if (you === null || you === 'both' || result === '*' || result === '0-0') return resultText(result);
  if (result === '1/2-0' || result === '0-1/2') return resultText(result);
  if (result === '1/2-1/2') return t('youDrew');
  return t(result === (you === 'white' ? '1-0' : '0-1') ? 'youWon' : 'youLost');
}

/** The heading of the page of a game, for screen readers. */
export const gameHeading = (model: GameModel): string =>
  `${playerName(model, 'white')} – ${playerName(model, 'black')}`;

export const reasonText = (reason: Reason): string => t(reasons[reason]);

/** The result as a score: ½–½ is easier to read than 1/2-1/2. */
export const scoreText = (result: ResultCode): string =>
  result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');

export function refusalText(code: RefusedCode, why: string): string {
  const key = (refusals as Partial<Record<RefusedCode, Key>>)[code];
  return key ? t(key) : why;
}

export const colorName = (color: Color): string => t(color);

/** The computer's name, by its level or the rating it plays at. */
export const computerName = (level: number, rating?: number): string =>
  rating === undefined ? t('computerLevel', { level }) : t('computerRating', { rating });

export function playerName(model: GameModel, color: Color): string {
  const { name, level, playsAt } = model.players[color];
  if (level !== undefined) return computerName(level, playsAt);
  return name === '' ? colorName(color) : name;
}

/** The note for a cue; null if it needs none. */
export function cueText(model: GameModel, cue: Cue): string | null {
  const name = (color: Color) => playerName(model, color);
  switch (cue.what) {
    case 'refused':
      return t('refused', { why: refusalText(cue.code, cue.why) });
    case 'illegalMove':
      return t('illegalMoveBy', { name: name(cue.by), move: cue.move });
    case 'timeGiven':
      return t('timeGiven', { name: name(cue.to), time: clockText(cue.time) });
    case 'drawDeclined':
      return t('drawDeclinedBy', { name: name(cue.by) });
    case 'takebackDeclined':
      return t('takebackDeclinedBy', { name: name(cue.by) });
    case 'claimRejected':
      return t('claimWrong');
    case 'touched':
      return t('touchedPiece', { square: cue.square });
    case 'clocksSet':
      return t('clocksSet', {
        times: colors
          .filter(color => cue.clock[color] !== null)
          .map(color => `${name(color)} ${clockText(cue.clock[color] ?? 0)}`)
          .join(', '),
      });
    case 'adjusting':
      return t('adjusting');
    case 'chat': {
      const line = model.chat.at(-1);
      return line === undefined || (model.you !== null && line.color === model.you)
        ? null
        : `${line.from}: ${line.text}`;
    }
    // The loss of a connection is shown elsewhere while it lasts.
    case 'connectionBack':
      return t('connectionBack');
    default:
      return null;
  }
}

const promoted: Record<string, Key> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** A move as people say it: knight takes f3, castles kingside. */
export function spokenMove({ role, from, to, uci, capture, castling }: ReplayedMove): string {
  if (castling) return t(to.startsWith('g') ? 'castlesKingside' : 'castlesQueenside');
  const piece = role === 'pawn' ? from : t(role);
  const becomes = promoted[uci[4] ?? ''];
  const said = t(capture ? 'pieceTakes' : 'pieceTo', { piece, square: to });
  return becomes ? `${said}, ${t(becomes)}` : said;
}

/** The announcement for screen readers: the move, check (law C05), and how the game ended. */
export function spokenText(model: GameModel, cue: Cue): string | null {
  const { result, reason, check_announced, turn } = model.state;
  switch (cue.what) {
    case 'moved': {
      const announced = check_announced && settings().announceCheck;
      const played = steps(model).at(-1)?.played;
      const move = played ? spokenMove(played) : cue.san;
      return `${playerName(model, opposite(turn))}: ${move}${announced ? `. ${t('check')}` : ''}`;
    }
    case 'ended':
      return result === null ? null : `${resultFor(model, result)}, ${reason ? reasonText(reason) : ''}`;
    case 'connectionLost':
      return t('connectionLost');
    case 'drawOffered':
      return model.you === cue.by ? null : t('drawOfferedTo', { name: playerName(model, cue.by) });
    default:
      return null;
  }
}
