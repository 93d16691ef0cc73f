/** Pairings as an organiser pastes them: `Anna - Bert`, `1. anna bert`, `anna;bert`, one a line, White first. */
export function parsePairs(text: string): { pairs: [string, string][]; wrong: string[] } {
  const pairs: [string, string][] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map(part => part.trim())) {
    if (line === '') continue;
    // A number of the board in front is no name.
    const plain = line.replace(/^\d+[.)]?\s+(?=\S+.*\s|\S+[;,:\t])/, '');
    // Where something stands between the two, each may have several words.
    const between = [/[;,:\t]/, /\s+(?:[-–—]+|vs\.?)\s+/, /\s+/].find(separator => separator.test(plain)) ?? /\s+/;
    const parts = plain.split(between);
    const [white, black, ...rest] = parts.map(part => part.trim()).filter(part => part !== '');
    if (white && black && rest.length === 0) pairs.push([white, black]);
    else wrong.push(line);
  }
  return { pairs, wrong };
}
