import type { TextTransform } from '../../../entities/signing/signature-page-design.ts';
import type { Inline, InlineStyle, Notes } from '../layout/set-text.ts';

/** The width of the blank for a missing value, in points. */
const BLANK_WIDTH = 108;
const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** Returns a lookup that ignores case, as the uniqueness of keys does. The first source with a value wins. */
export type ValueOf = (key: string) => string | undefined;

export function lookUp(...sources: readonly Readonly<Record<string, string>>[]): ValueOf {
  const values = new Map<string, string>();
  for (const source of sources.toReversed()) {
    for (const [key, value] of Object.entries(source)) {
      if (value.trim() !== '') values.set(key.toLowerCase(), value);
    }
  }
  return (key) => values.get(key.toLowerCase());
}

/** Replaces each `{{Key}}` with its value. A missing value leaves a blank to fill in, and adds a warning. */
export function fillIn(
  text: string,
  style: InlineStyle,
  transform: TextTransform,
  valueOf: ValueOf,
  signer: string | null,
  notes: Notes,
): Inline[] {
  const inlines: Inline[] = [];
  const add = (part: string) => {
    if (part !== '') inlines.push({ text: transformed(part, transform), style });
  };
  let from = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    const key = found[1] ?? '';
    const value = valueOf(key);
    add(text.slice(from, found.index));
    if (value === undefined) {
      inlines.push({ blank: BLANK_WIDTH, label: key, style });
      notes.warn({ kind: 'missing_value', signer, key });
    } else add(value);
    from = found.index + found[0].length;
  }
  add(text.slice(from));
  return inlines;
}

function transformed(text: string, transform: TextTransform): string {
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replaceAll(/(?<![\p{L}\p{M}\p{N}’'])\p{L}/gu, (letter) => letter.toUpperCase());
    case 'none':
      return text;
  }
}
