// Shared by the server and the process that copies pages.

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The keys of a page's fields, such as {{Amount}}, each once, in the order of the page. */
export function variablesOn(text: string): string[] {
  const keys = [...text.matchAll(VARIABLE)].map(({ 1: key = '' }) => keyIn(key));
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** The key between double braces, regardless of spacing and line breaks. */
export function keyIn(written: string): string {
  return written.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text of a page between its fields, in order. */
export function textAroundVariables(text: string): string[] {
  return text
    .replaceAll(VARIABLE, '\n\u0000\n')
    .split('\u0000')
    .map(simplified)
    .filter((part) => part !== '');
}

/** Returns whether a page's text contains all of these parts, in the same order, and no field that is still to be filled in. */
export function isFilledPage(text: string, aroundVariables: readonly string[]): boolean {
  if (variablesOn(text).length > 0) return false;
  const read = simplified(text);
  let from = 0;
  for (const part of aroundVariables) {
    const at = read.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** Only letters and digits count, because values move words to other lines, and blanks get longer or shorter. */
function simplified(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
