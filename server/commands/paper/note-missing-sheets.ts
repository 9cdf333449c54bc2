import { sql } from 'kysely';
import type { InkWarning } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { isAcknowledgment } from '../../signing/packets/acknowledgment-sheets.ts';
import { changeRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Sets or removes the warning `missing_sheet` on each returned page with one of these signatures: whether a sheet without a signature line
 * that goes with the page hasn't come back. Each of these pages gets a new version, even if its warning stays. The sheets that count are
 * those of the packet that was printed or sent last, as in the executed document (server/signing/executed/signed-sheets.ts). A sheet that
 * somebody put behind the page replaces the notary acknowledgment page.
 */
export async function noteMissingSheets(scope: DealWrite, assignments: readonly string[]): Promise<void> {
  if (assignments.length === 0) return;
  const { tx, deal, stamp } = scope;
  const { rows } = await sql<{ uuid: string; version: number; warnings: InkWarning[]; is_missing: boolean }>`
    select page.uuid, page.version, page.warnings, exists (
      select from packet_pages as sheet
      where sheet.packet = last.uuid and sheet.kind = 'signature' and cardinality(sheet.assignments) = 0
        and sheet.signed_with && page.assignments
        and not exists (
          select from executed_document_pages as scan
          where scan.transaction = page.transaction and scan.outcome = 'continuation' and scan.deleted_at is null
            and (sheet.code = any(scan.codes)
              or (scan.match = 'hand' and scan.candidates && page.assignments and ${isAcknowledgment('sheet')}))
        )
    ) as is_missing
    from executed_document_pages as page
    left join lateral (
      select packets.uuid from packets
      where packets.transaction = page.transaction and packets.deleted_at is null
        and packets.status <> all(array['declined', 'cancelled', 'expired', 'failed'])
        and (packets.sent_at is not null or packets.printed_at is not null)
        and packets.assignments && page.assignments
      order by coalesce(packets.sent_at, packets.printed_at) desc, packets.uuid desc
      limit 1
    ) as last on true
    where page.transaction = ${deal.uuid} and page.deleted_at is null
      and page.assignments && ${[...assignments]}::uuid[]
  `.execute(tx);
  for (const { uuid, version, warnings, is_missing } of rows) {
    // The page's version is increased even if the warning stays, because somebody may be accepting it with its earlier
    // sheets.
    if (version === stamp.version && warnings.includes('missing_sheet') === is_missing) continue;
    const others = warnings.filter((each) => each !== 'missing_sheet');
    const changed = is_missing ? [...others, 'missing_sheet'] : others;
    await changeRow(tx, 'executed_document_pages', uuid, { warnings: JSON.stringify(changed), ...stamp });
    scope.put('executed_document_pages', uuid, { fields: ['warnings'] });
  }
}
