/** Cues: what just happened in a game, for sounds, notes and screen readers. */
import type { Clock, CommandCode, ErrorCode, EventJson, RefusalCode, Side } from '../wire';

/** Why something was refused: by the arbiter, by the server, or by this page. */
export type RefusedCode = RefusalCode | CommandCode | ErrorCode | 'engine';

export type Cue =
  | { what: 'moved'; uci: string; san: string }
  | { what: 'ended' }
  | { what: 'refused'; code: RefusedCode; why: string }
  | { what: 'drawOffered' | 'drawDeclined' | 'takebackAsked' | 'takebackDeclined' | 'claimRejected'; by: Side }
  | { what: 'illegalMove'; by: Side; move: string }
  | { what: 'timeGiven'; to: Side; time: number }
  | { what: 'touched'; square: string }
  | { what: 'clocksSet'; clock: Clock }
  | { what: 'adjusting' | 'started' | 'takenBack' | 'chat' | 'connectionLost' | 'connectionBack' };

/** The cue for an event of the arbiter; null if the event needs none. */
export function cueOf(event: EventJson): Cue | null {
  switch (event.event) {
    case 'move':
      return { what: 'moved', uci: event.uci, san: event.san };
    case 'end':
      return { what: 'ended' };
    case 'start':
    case 'restart':
      return { what: 'started' };
    case 'draw_offer':
      return { what: 'drawOffered', by: event.by };
    case 'draw_declined':
      return { what: 'drawDeclined', by: event.by };
    case 'claim_rejected':
      return { what: 'claimRejected', by: event.by };
    case 'takeback_request':
      return { what: 'takebackAsked', by: event.by };
    case 'takeback_declined':
      return { what: 'takebackDeclined', by: event.by };
    case 'illegal_move':
      return { what: 'illegalMove', by: event.by, move: event.move };
    case 'time_given':
      return { what: 'timeGiven', to: event.to, time: event.time };
    case 'touch':
      return { what: 'touched', square: event.square };
    case 'clocks_set':
      return { what: 'clocksSet', clock: event.clock };
    case 'adjust':
      return { what: 'adjusting' };
    case 'takeback':
      return { what: 'takenBack' };
    case 'draw_offer_lapsed':
    case 'appear':
    case 'default_time':
    case 'adjourn':
    case 'ruling_reason':
    case 'takeback_lapsed':
    case 'pause':
    case 'resume':
    case 'undecided':
      return null;
  }
}
