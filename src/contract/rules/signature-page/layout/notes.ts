import type { Notes } from './set-text.ts';
import type { FaceId, LayoutWarning } from './sheet.ts';

/** Collects each warning once, even if several lines cause it. */
export function collectNotes(): { notes: Notes; warnings: LayoutWarning[]; wanted: FaceId[] } {
  const warnings: LayoutWarning[] = [];
  const wanted: FaceId[] = [];
  const known = new Set<string>();
  return {
    warnings,
    wanted,
    notes: {
      warn: (warning) => {
        const key = JSON.stringify(warning);
        if (!known.has(key)) warnings.push(warning);
        known.add(key);
      },
      want: (face) => {
        if (!wanted.includes(face)) wanted.push(face);
      },
    },
  };
}
