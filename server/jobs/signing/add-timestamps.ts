import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { hashFile } from '../../signing/seal/seal-pdf.ts';
import { stampFile } from '../../signing/seal/stamp-pdf.ts';
import { pdfHash } from '../../storage/object-keys.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { keepPdfFile } from './keep-packet-pdf.ts';

/** A PDF that was sealed without a timestamp: the signed pages of a packet, or an item's executed document. */
interface Due {
  readonly of: 'packets' | 'items';
  readonly uuid: string;
  readonly key: string;
}

/** Adds the timestamps that were unavailable when PDFs were sealed. Stops at the first one that is still unavailable. */
export async function addTimestamps(services: Services): Promise<void> {
  if (!services.sealing.hasAuthority) return;
  for (const due of await findDue(services)) {
    try {
      if (!(await addTimestamp(services, due))) return;
    } catch (error) {
      // A broken file must not keep the others from getting theirs.
      log.error({ err: error, [due.of]: due.uuid }, 'a timestamp could not be added to a sealed PDF');
    }
  }
}

async function findDue({ db }: Services): Promise<Due[]> {
  const packets = await db
    .selectFrom('packets')
    .select(['uuid', 'signed_file_key as key'])
    .where('timestamp_due', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('completed_at')
    .execute();
  const items = await db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['item as uuid', 'file_key as key'])
    .where('timestamp_due', '=', true)
    .where('items.deleted_at', 'is', null)
    .orderBy('collated_at')
    .execute();
  const found = [
    ...packets.map((row) => ({ of: 'packets' as const, ...row })),
    ...items.map((row) => ({ of: 'items' as const, ...row })),
  ];
  return found.flatMap(({ key, ...due }) => (key === null ? [] : [{ ...due, key }]));
}

/** @returns whether the authority provided a timestamp */
async function addTimestamp(services: Services, due: Due): Promise<boolean> {
  const { objects, sealing, settings } = services;
  const folder = await makeWorkFolder(settings.workDir);
  let key: string;
  try {
    const path = join(folder, 'sealed.pdf');
    await pipeline(await objects.get(due.key), createWriteStream(path));
    if (!(await stampFile(path, sealing.stamp))) return false;
    const { size, hash } = await hashFile(path);
    key = await keepPdfFile(services, { path, size, sha256: hash.digest('hex') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await writeAsServer(
    services,
    `${due.of}.timestamp`,
    (tx) => dealOfAnyRow(tx, due.of, due.uuid),
    async (scope) =>
      due.of === 'packets' ? replacePacket(scope, due, key) : replaceExecuted(scope, due, key),
  );
  return true;
}

async function replacePacket(scope: DealWrite, { uuid, key: before }: Due, key: string): Promise<void> {
  const { numUpdatedRows } = await scope.tx
    .updateTable('packets')
    .set({ signed_file_key: key, timestamp_due: false, ...scope.stamp })
    .where('uuid', '=', uuid)
    .where('signed_file_key', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  scope.put('packets', uuid, { fields: ['latest_document', 'certificate_document'] });
  await appendSigningEvent(scope, uuid, {
    kind: 'timestamped',
    by: BY_SERVER,
    details: { sha256: pdfHash(key) },
  });
}

async function replaceExecuted(scope: DealWrite, { uuid, key: before }: Due, key: string): Promise<void> {
  const { numUpdatedRows } = await scope.tx
    .updateTable('collations')
    .set({ file_key: key, timestamp_due: false })
    .where('item', '=', uuid)
    .where('file_key', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await scope.tx.updateTable('items').set(scope.stamp).where('uuid', '=', uuid).execute();
  scope.put('items', uuid, { fields: ['collation'] });
}
