import { sql } from 'kysely';
import type { FieldBox } from '../../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { SheetTab, SheetTabGroup } from '../../../../src/contract/rules/signing/fields/fill-tabs.ts';
import {
  hasPlaceForWitness,
  needsSigner,
} from '../../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { Tx } from '../../tables.ts';

/** A page of a packet that its signatory signs or fills in. */
export interface PageToSign {
  readonly uuid: string;
  readonly item: string | null;
  readonly sha256: string;
  readonly assignments: readonly string[];
  readonly tabs: readonly SheetTab[];
  readonly groups: readonly SheetTabGroup[];
  readonly isSigned: boolean;
  /** Whether its signature was given in the room and still waits for a witness. */
  readonly waitsForWitness: boolean;
}

/** Matches if all signatures of the packet page `page` came back on paper, so that nobody signs it in the signing room. */
export const CAME_BACK_ON_PAPER = sql<boolean>`(
  cardinality(page.assignments) > 0 and not exists (
    select from assignments where uuid = any(page.assignments) and executed_document_page is null
  )
)`;

/** Returns the pages that have to be signed before a packet can be submitted. The pictures of files aren't read. */
export async function readPagesToSign(tx: Tx, packet: string): Promise<PageToSign[]> {
  const pages = await tx
    .selectFrom('packet_pages as page')
    .leftJoin('signed_pages as signed', 'signed.page', 'page.uuid')
    .leftJoin('packet_witnesses as witness', 'witness.page', 'page.uuid')
    .select(['page.uuid', 'page.item', 'page.sha256', 'page.assignments', 'signed.page as signed_page'])
    .select('witness.page as witnessed_page')
    .select([
      sql<FieldBox[]>`page.sheet -> 'fields'`.as('fields'),
      sql<SheetTab[] | null>`page.sheet -> 'tabs'`.as('tabs'),
      sql<SheetTabGroup[] | null>`page.sheet -> 'tabGroups'`.as('groups'),
    ])
    .select(CAME_BACK_ON_PAPER.as('on_paper'))
    .where('page.packet', '=', packet)
    .where('page.kind', '=', 'signature')
    .orderBy('page.order')
    .execute();
  const signatures = await tx
    .selectFrom('packet_signatures')
    .select(['assignment', 'sha256'])
    .where('packet', '=', packet)
    .execute();
  const shown = new Map(signatures.map(({ assignment, sha256 }) => [assignment, sha256]));
  return pages
    .map(
      ({ uuid, item, sha256, assignments, fields, tabs, groups, signed_page, witnessed_page, on_paper }) => ({
        uuid,
        item,
        sha256,
        assignments,
        fields,
        tabs: tabs ?? [],
        groups: groups ?? [],
        isSigned: signed_page !== null || on_paper || isSignedAsShown({ sha256, assignments }, shown),
        waitsForWitness:
          signed_page !== null && witnessed_page === null && !on_paper && hasPlaceForWitness(fields),
      }),
    )
    .filter(needsSigner);
}

/** Pages that were signed before entries were stored by page have only signatures. */
export function isSignedAsShown(
  { sha256, assignments }: { readonly sha256: string; readonly assignments: readonly string[] },
  shown: ReadonlyMap<string, string>,
): boolean {
  return assignments.length > 0 && assignments.every((each) => shown.get(each) === sha256);
}

/** Returns whether the signatory may or must give initials on one of these pages. */
export function asksForInitials(pages: readonly Pick<PageToSign, 'tabs'>[]): boolean {
  return pages.some(({ tabs }) => tabs.some(({ type }) => type === 'initials'));
}
