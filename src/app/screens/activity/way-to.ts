import type { ActSubject } from '../../../contract/entities/activity.ts';
import type { ActRow } from '../../../db/rows.ts';
import { viewerPath } from '../../viewer/viewer-place.ts';

/** Where what an act was about is seen; null where it was about several things, or `standing` has not what it was about. */
export function wayTo(
  { transaction, subjects, numSubjects }: Pick<ActRow, 'transaction' | 'subjects' | 'numSubjects'>,
  standing: ReadonlySet<string>,
): string | null {
  const [only] = subjects;
  if (!only || numSubjects > 1 || only.op === 'delete' || !standing.has(only.uuid)) return null;
  return placeOf(transaction, only);
}

function placeOf(transaction: string, { kind, uuid }: ActSubject): string | null {
  const checklist = `/transaction/${transaction}/checklist`;
  switch (kind) {
    case 'header':
      return `${checklist}?row=${uuid}`;
    case 'item':
      return `${checklist}?itemId=${uuid}`;
    case 'task':
      return `${checklist}?task=${uuid}`;
    case 'document':
      return viewerPath(transaction, uuid);
    case 'custom_key':
      return `/transaction/${transaction}/fields`;
    default:
      return null;
  }
}
