/** Saving files from the page. */

export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // The browser reads the blob a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name that is valid on every system. */
export const fileName = (parts: string[], end: string): string =>
  `${
    parts
      .filter(Boolean)
      .join('-')
      .normalize('NFKD')
      .replace(/[^\w.-]+/g, '-')
      .replace(/-+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'tabiya'
  }.${end}`;
