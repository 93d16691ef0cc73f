/** Ways in that are not on the screen: a file or text dropped on the page, text pasted anywhere on it, the address. */

export interface Incoming {
  text: (text: string) => void;
  address: () => void;
}

/** Listens until the answer is called. */
export function listenForGames({ text, address }: Incoming): () => void {
  const drag = (event: DragEvent): void => event.preventDefault();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const dropped = event.dataTransfer?.getData('text');
    if (file) void file.text().then(text);
    else if (dropped) text(dropped);
  };
  const paste = (event: ClipboardEvent): void => {
    if ((event.target as Element | null)?.closest?.('input, textarea')) return;
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (pasted.trim() !== '') text(pasted);
  };
  const moved = (): void => {
    if (location.pathname === '/analysis' && location.hash !== '') address();
  };
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('dragover', drag, { signal });
  addEventListener('drop', drop, { signal });
  addEventListener('paste', paste, { signal });
  addEventListener('popstate', moved, { signal });
  addEventListener('hashchange', moved, { signal });
  return () => ending.abort();
}
