import type { OpenRoom, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { tabProblems } from '../../contract/rules/signing/fields/fill-tabs.ts';
import { entriesOf, isSigned, pagesToSign } from '../store/merge-room.ts';
import type { RoomDraft } from '../store/room-draft.ts';

/** A page that is still to be signed, and the first thing that is missing on it. */
export interface PageInTurn {
  readonly page: RoomPage;
  readonly problem: { readonly tab: string; readonly sentence: string } | null;
}

/** Pages that can be signed with one confirmation once all of them were shown. */
export interface PagesTogether {
  readonly capacity: string;
  readonly pages: readonly PageInTurn[];
  /** How many of them weren't shown yet as they are now. */
  readonly numUnseen: number;
}

/**
 * Returns the unsigned pages that are signed in the same capacity as this one, if there are several. What the signatory only fills in isn't
 * among them.
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

/** The document that a page is signed together with as a whole, such as a deed. */
export function wholeDocumentOf(
  { document }: Pick<RoomPage, 'document'>,
  { documents }: OpenRoom,
): OpenRoom['documents'][number] | undefined {
  return documents.find(({ uuid, is_whole: isWhole }) => isWhole && uuid === document);
}

function capacityIn(assignments: RoomPage['assignments']): string {
  return [...new Set(assignments.map(({ capacity }) => capacity))].toSorted().join('; ');
}
