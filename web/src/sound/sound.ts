/** Plays the sounds of the page. */
import { settings } from '../ui/settings';
import { type Sound, schedule } from './tones';

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  if (!settings().sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers play no sound until the user has interacted with the page.
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  schedule(context, sound, settings().volume);
}
