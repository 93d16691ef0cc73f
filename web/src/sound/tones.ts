/** Synthesised sounds: a knock of wood is a burst of noise in a resonant body, a note is a struck bar. */
export type Sound = 'move' | 'capture' | 'check' | 'end' | 'won' | 'lost' | 'notify' | 'low' | 'refused';

/** A struck bar: its pitch, when it begins, how long it rings, how loud it is. */
interface Note {
  is: 'note';
  hertz: number;
  at: number;
  lasts: number;
  loud: number;
}

/** A knock of wood on wood; a lower body sounds heavier. */
interface Knock {
  is: 'knock';
  hertz: number;
  at: number;
  loud: number;
}

const knock = (at: number, hertz: number, loud: number): Knock => ({ is: 'knock', at, hertz, loud });
const note = (at: number, hertz: number, loud: number, lasts = 0.45): Note => ({ is: 'note', at, hertz, loud, lasts });

const parts: Record<Sound, (Note | Knock)[]> = {
  move: [knock(0, 620, 0.55)],
  // One piece knocks the other off its square.
  capture: [knock(0, 900, 0.4), knock(0.055, 480, 0.6)],
  check: [knock(0, 620, 0.5), note(0.05, 740, 0.16)],
  // A draw repeats its note, a win rises, a loss falls.
  end: [note(0, 440, 0.24), note(0.2, 440, 0.24, 0.6)],
  won: [note(0, 523, 0.2), note(0.11, 659, 0.2), note(0.22, 784, 0.2), note(0.33, 1047, 0.22, 0.6)],
  lost: [note(0, 440, 0.24), note(0.17, 349, 0.24), note(0.34, 294, 0.26, 0.6)],
  notify: [note(0, 587, 0.22), note(0.12, 784, 0.22)],
  low: [knock(0, 1500, 0.35), knock(0.12, 1500, 0.35)],
  refused: [knock(0, 200, 0.6)],
};

export const sounds = Object.keys(parts) as Sound[];

/** Schedules a sound to start now. */
export function schedule(context: BaseAudioContext, sound: Sound, volume: number): void {
  // An exponential ramp cannot start at zero.
  if (volume <= 0) return;
  for (const part of parts[sound]) {
    if (part.is === 'note') strike(context, part, volume);
    else beat(context, part, volume);
  }
}

const SILENT = 0.0001;

/** A gain that rises quickly and then fades. */
function envelope(context: BaseAudioContext, start: number, loud: number, attack: number, lasts: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENT, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + attack);
  gain.gain.exponentialRampToValueAtTime(SILENT, start + lasts);
  gain.connect(context.destination);
  return gain;
}

function tone(
  context: BaseAudioContext,
  start: number,
  hertz: number,
  fall: number,
  loud: number,
  lasts: number,
): void {
  const oscillator = context.createOscillator();
  oscillator.type = 'sine';
  oscillator.frequency.setValueAtTime(hertz, start);
  oscillator.frequency.exponentialRampToValueAtTime(hertz * fall, start + lasts);
  oscillator.connect(envelope(context, start, loud, 0.004, lasts));
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.02);
}

/** A wooden bar also rings at about 4 and 9 times its pitch; these partials fade sooner. */
function strike(context: BaseAudioContext, { hertz, at, lasts, loud }: Note, volume: number): void {
  const start = context.currentTime + at;
  tone(context, start, hertz, 0.998, loud * volume, lasts);
  tone(context, start, hertz * 3.93, 0.998, loud * volume * 0.25, lasts * 0.4);
  tone(context, start, hertz * 9.2, 0.998, loud * volume * 0.06, lasts * 0.15);
}

const KNOCK_LASTS = 0.09;

function beat(context: BaseAudioContext, { hertz, at, loud }: Knock, volume: number): void {
  const start = context.currentTime + at;
  // The resonance of the board.
  tone(context, start, hertz * 0.32, 0.7, loud * volume * 0.8, KNOCK_LASTS);
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(hertz * 1.6, start);
  filter.Q.setValueAtTime(3, start);
  source.connect(filter).connect(envelope(context, start, loud * volume * 1.4, 0.002, KNOCK_LASTS * 0.6));
  source.start(start);
  source.stop(start + KNOCK_LASTS);
}

/** White noise, the same every time. */
function noise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.1), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let index = 0; index < samples.length; index++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    samples[index] = seed / 2 ** 31 - 1;
  }
  return buffer;
}
