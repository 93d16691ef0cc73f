/** Games that arrive without the dialog: files or text dropped on the page, pasted text, a changed address. */

export interface Incoming {
  take: (input: string | File) => void;
  address: () => void;
}

/** Listens until the returned function is called. */
export function listenForGames({ take, address }: Incoming): () => void {
  const drag = (event: DragEvent): void => event.preventDefault();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const dropped = event.dataTransfer?.getData('text');
    if (file) take(file);
    else if (dropped) take(dropped);
  };
  const paste = (event: ClipboardEvent): void => {
    if ((event.target as Element | null)?.closest?.('input, textarea')) return;
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (pasted.trim() !== '') take(pasted);
  };
  const moved = (): void => {
    if (/^\/analysis(\/|$)/.test(location.pathname)) address();
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
