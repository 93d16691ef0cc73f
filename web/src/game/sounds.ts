/** Which sounds a game makes, and when. */
import type { Sound } from '../sound/tones';
import { settings } from '../ui/settings';
import type { Cue } from './cues';
import { mood } from './ending';
import type { GameModel } from './model';

/** The sound for a cue, if it has one. */
export function soundOf(model: GameModel, cue: Cue): Sound | null {
  switch (cue.what) {
    case 'moved': {
      if (model.state.result !== null) return null; // the sound of the end is played instead
      if (model.state.check_announced && settings().announceCheck) return 'check';
      return cue.san.includes('x') ? 'capture' : 'move';
    }
    case 'ended':
      return { won: 'won', lost: 'lost', even: 'end' }[mood(model)] as Sound;
    case 'drawOffered':
    case 'takebackAsked':
      return model.you === cue.by ? null : 'notify';
    case 'chat':
    case 'started':
    case 'timeGiven':
      return 'notify';
    case 'refused':
    case 'illegalMove':
      return 'refused';
    default:
      return null;
  }
}
