import { equal } from '../../equal.ts';

/** Whether both edit the very same fields; of different ones each may meet its own conflict, so they stay two. */
export function sameFields({ edits }: { edits: object }, earlier: unknown): boolean {
  const before = typeof earlier === 'object' && earlier !== null && 'edits' in earlier ? earlier.edits : null;
  return equal(Object.keys(edits).toSorted(), Object.keys(before ?? {}).toSorted());
}
