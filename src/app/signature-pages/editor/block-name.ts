import { EDITOR } from '../gallery/pages-copy.ts';

const NAMES: Readonly<Record<string, string>> = EDITOR.kinds;

/** Returns the user-facing name of a kind of block. */
export function blockName(kind: string): string {
  return NAMES[kind] ?? EDITOR.otherKind;
}
