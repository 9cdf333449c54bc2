import type { Paragraph } from '../../../entities/signing/signature-page-design.ts';

/** A piece of text in one style. */
export type Piece = Exclude<Paragraph, string>[number];

/** Returns the pieces of a paragraph. */
export function piecesOf(paragraph: Paragraph): Piece[] {
  return typeof paragraph === 'string'
    ? [{ text: paragraph, bold: false, italic: false, underline: false }]
    : paragraph;
}

/** Returns pieces as a paragraph: neighbors of the same style become one, and plain text is a string. */
export function paragraphOf(pieces: readonly Piece[]): Paragraph {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.text === '') continue;
    if (last && isSameStyle(last, piece))
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  const isPlain = joined.every(({ bold, italic, underline }) => !bold && !italic && !underline);
  return isPlain ? joined.map(({ text }) => text).join('') : joined;
}

/** Returns the text of paragraphs without its styles, one line per paragraph. */
export function plainText(content: readonly Paragraph[]): string {
  return content
    .map((paragraph) =>
      piecesOf(paragraph)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n');
}

function isSameStyle(one: Piece, other: Piece): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.underline === other.underline;
}
