import type { OpenRoom, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { tabProblems } from '../../contract/rules/signing/fields/fill-tabs.ts';
import { entriesOf, isSigned, pagesToSign } from '../store/merge-room.ts';
import type { RoomDraft } from '../store/room-draft.ts';

/** A page that still has to be signed, and the first problem on it. */
export interface PageInTurn {
  readonly page: RoomPage;
  readonly problem: { readonly tab: string; readonly sentence: string } | null;
}

/** Pages that can be signed with one confirmation once all of them have been shown. */
export interface PagesTogether {
  readonly capacity: string;
  readonly pages: readonly PageInTurn[];
  /** How many of the pages haven't been shown in their current version. */
  readonly numUnseen: number;
}

/**
 * Returns the unsigned pages with the same capacity as this page, if there are several. Pages that are only filled in aren't
 * included.
 */
export function pagesTogether(
  room: OpenRoom,
  draft: RoomDraft,
  { assignments }: RoomPage,
): PagesTogether | null {
  const capacity = capacityIn(assignments);
  if (assignments.length === 0) return null;
  const pages = pagesToSign(room).filter(
    (page) =>
      page.assignments.length > 0 &&
      capacityIn(page.assignments) === capacity &&
      wholeDocumentOf(page, room) === undefined &&
      !isSigned(page, draft.pending),
  );
  if (pages.length < 2) return null;
  return {
    capacity,
    pages: pages.map((page) => ({
      page,
      problem: tabProblems(page, entriesOf(page, draft).values)[0] ?? null,
    })),
    numUnseen: pages.filter(({ uuid, sha256 }) => draft.seen[uuid] !== sha256).length,
  };
}

/** Returns the document that is signed as a whole together with a page, such as a deed. */
export function wholeDocumentOf(
  { document }: Pick<RoomPage, 'document'>,
  { documents }: OpenRoom,
): OpenRoom['documents'][number] | undefined {
  return documents.find(({ uuid, is_whole: isWhole }) => isWhole && uuid === document);
}

function capacityIn(assignments: RoomPage['assignments']): string {
  return [...new Set(assignments.map(({ capacity }) => capacity))].toSorted().join('; ');
}
