/** Sets the chosen appearance as attributes of the document, which the style sheets use. */
import { onChange, type Settings, settings } from '../ui/settings';

function apply({ theme, board, pieces, coordinates }: Readonly<Settings>): void {
  const root = document.documentElement;
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = dark ? 'dark' : 'light';
  root.dataset['board'] = board;
  root.dataset['pieces'] = pieces;
  root.dataset['coordinates'] = coordinates;
}

export function followTheme(): void {
  apply(settings());
  onChange(apply);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(settings()));
}
