/** Notices of the system for what happens while the page is out of sight, where somebody has asked for them. */
import { settings } from './settings';

export function notify(text: string): void {
  if (!settings().notifications || document.visibilityState === 'visible') return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification('Tabiya', { body: text, icon: '/icon-192.png', tag: 'tabiya' });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Phones allow them only to the worker of an installed page.
  }
}

/** Asks for the permission; whether it was given. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
