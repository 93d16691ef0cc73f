/** What is heard of a game, and when. */
import type { GameModel, Happening } from '../game/model';
import { settings } from '../settings/store';
import { schedule, type Sound } from './tones';

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  if (!settings().sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers are silent until a person has touched the page.
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  schedule(context, sound, settings().volume);
}

/** The sound of something that happened, if it has one. */
export function soundOf(model: GameModel, happening: Happening): Sound | null {
  switch (happening.what) {
    case 'moved': {
      if (model.state.result !== null) return null; // the end is heard instead
      if (model.state.check_announced && settings().announceCheck) return 'check';
      return happening.san.includes('x') ? 'capture' : 'move';
    }
    case 'ended':
      return 'end';
    case 'drawOffered':
    case 'takebackAsked':
      return model.you === happening.by ? null : 'notify';
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
