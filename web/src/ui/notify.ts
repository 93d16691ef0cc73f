/** System notifications while the page is hidden, if the user has turned them on. */
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
    // Phones allow notifications only from a service worker.
  }
}

/** Asks the user for permission, and returns whether it was granted. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
