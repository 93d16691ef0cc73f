/** Our own sounds, made of a few oscillators: wood on wood, not recordings. */
import type { GameModel, Happening } from '../game/model';
import { settings } from '../settings/store';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'notify' | 'low' | 'refused';

/** A tone: its height, when it begins, how long it lasts, how loud it is. */
interface Tone {
  hertz: number;
  at: number;
  lasts: number;
  loud: number;
  shape: OscillatorType;
}

const wood = (at: number, hertz: number, loud: number): Tone[] => [
  { hertz, at, lasts: 0.06, loud, shape: 'triangle' },
  { hertz: hertz * 2.7, at, lasts: 0.025, loud: loud * 0.5, shape: 'square' },
];

const bell = (at: number, hertz: number, loud: number): Tone[] => [
  { hertz, at, lasts: 0.5, loud, shape: 'sine' },
  { hertz: hertz * 2.01, at, lasts: 0.3, loud: loud * 0.3, shape: 'sine' },
];

const sounds: Record<Sound, Tone[]> = {
  move: wood(0, 230, 0.5),
  capture: [...wood(0, 190, 0.5), ...wood(0.05, 280, 0.5)],
  check: [...wood(0, 230, 0.5), ...bell(0.04, 740, 0.2)],
  end: [...bell(0, 392, 0.35), ...bell(0.16, 523, 0.35), ...bell(0.32, 659, 0.35)],
  notify: [...bell(0, 587, 0.3), ...bell(0.12, 784, 0.3)],
  low: [...wood(0, 880, 0.25), ...wood(0.12, 880, 0.25)],
  refused: wood(0, 110, 0.5),
};

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  if (!settings().sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers are silent until a person has touched the page.
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  for (const tone of sounds[sound]) play(context, tone);
}

function play(context: AudioContext, { hertz, at, lasts, loud, shape }: Tone): void {
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, start);
  oscillator.frequency.exponentialRampToValueAtTime(hertz * 0.85, start + lasts);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud * settings().volume, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.02);
}

/** The sound of something that happened, if it has one. */
export function soundOf(model: GameModel, happening: Happening): Sound | null {
  switch (happening.what) {
    case 'moved': {
      if (model.state.result !== null) return null; // the end is heard instead
      const announced = settings().announceCheck && model.agreement.conduct === 'online';
      if (model.state.check && announced) return 'check';
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
