/** Parses pasted pairings, one per line with White first: `Anna - Bert`, `1. anna bert`, `anna;bert`. */
export function parsePairs(text: string): { pairs: [string, string][]; wrong: string[] } {
  const pairs: [string, string][] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map(part => part.trim())) {
    if (line === '') continue;
    // A leading board number is not a name.
    const plain = line.replace(/^\d+[.)]?\s+(?=\S+.*\s|\S+[;,:\t])/, '');
    // With a separator, names may consist of several words.
    const between = [/[;,:\t]/, /\s+(?:[-–—]+|vs\.?)\s+/, /\s+/].find(separator => separator.test(plain)) ?? /\s+/;
    const parts = plain.split(between);
    const [white, black, ...rest] = parts.map(part => part.trim()).filter(part => part !== '');
    if (white && black && rest.length === 0) pairs.push([white, black]);
    else wrong.push(line);
  }
  return { pairs, wrong };
}
