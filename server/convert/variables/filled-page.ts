// Shared by the server and the process that copies pages.

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The keys of the fields that are printed on a page, such as {{Amount}}, each once, in the order of the page. */
export function variablesOn(text: string): string[] {
  const keys = [...text.matchAll(VARIABLE)].map(({ 1: key = '' }) => keyIn(key));
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** The key between double braces, however it is spaced and broken into lines. */
export function keyIn(written: string): string {
  return written.replaceAll(/\s+/g, ' ').trim();
}

/** Returns what is printed on a page besides fields, in order. */
export function textAroundVariables(text: string): string[] {
  return text
    .replaceAll(VARIABLE, '\n\u0000\n')
    .split('\u0000')
    .map(simplified)
    .filter((part) => part !== '');
}

/** Returns whether a page's text has all of these parts, in the same order, and no field that is still to be filled in. */
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

/** Values move words to other lines, and lines to fill in get longer or shorter: only letters and digits count. */
function simplified(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
