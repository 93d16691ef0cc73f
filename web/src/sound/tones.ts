/** Our own sounds, made of a few oscillators: wood on wood, not recordings. */
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

const tones: Record<Sound, Tone[]> = {
  move: wood(0, 230, 0.5),
  capture: [...wood(0, 190, 0.5), ...wood(0.05, 280, 0.5)],
  check: [...wood(0, 230, 0.5), ...bell(0.04, 740, 0.2)],
  end: [...bell(0, 392, 0.35), ...bell(0.16, 523, 0.35), ...bell(0.32, 659, 0.35)],
  notify: [...bell(0, 587, 0.3), ...bell(0.12, 784, 0.3)],
  low: [...wood(0, 880, 0.25), ...wood(0.12, 880, 0.25)],
  refused: wood(0, 110, 0.5),
};

export const sounds = Object.keys(tones) as Sound[];

/** Has a sound begin now. */
export function schedule(context: BaseAudioContext, sound: Sound, volume: number): void {
  // Loudness that falls by a factor cannot begin at nothing.
  if (volume <= 0) return;
  for (const tone of tones[sound]) play(context, tone, volume);
}

function play(context: BaseAudioContext, { hertz, at, lasts, loud, shape }: Tone, volume: number): void {
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, start);
  oscillator.frequency.exponentialRampToValueAtTime(hertz * 0.85, start + lasts);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud * volume, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.02);
}
