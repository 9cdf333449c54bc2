/** The type of an entry, in points, and the usual proportions of its letters. */
const USUAL = 11;
const SMALLEST = 3;
const LETTER_WIDTH = 0.47;
const LINE_HEIGHT = 1.2;

/** Returns roughly how an entry is printed in its field: its font size and its lines. The server measures the real letters. */
export function wrapEntry(
  text: string,
  { width, height }: { width: number; height: number },
): { size: number; lines: string[] } {
  for (let size = USUAL; ; size -= 0.5) {
    const lines = wrap(text, Math.max(1, Math.floor((width - 4) / (size * LETTER_WIDTH))));
    if (lines.length * size * LINE_HEIGHT <= height + 2 || size <= SMALLEST) return { size, lines };
  }
}

function wrap(text: string, perLine: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= perLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${perLine}}`, 'gu')) ?? []);
}
