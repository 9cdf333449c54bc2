import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { EvidenceEvent } from '../../../src/contract/entities/closing/evidence.ts';
import { fieldList, textOf } from '../../../src/contract/rules/evidence/event-details.ts';
import { hashOfSignedPage } from '../../store/deals/packets/signed-pages.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * Compares the stored signatures and entries, which the signed PDF was drawn from, with the record. Returns what is wrong in
 * sentences, each naming the page.
 * @param events the ones in the sealed PDF, if it exists
 */
export async function checkSignedPages(
  db: Kysely<Tables>,
  packet: string,
  events: readonly EvidenceEvent[],
): Promise<string[]> {
  const pages = await db
    .selectFrom('packet_pages as page')
    .leftJoin('signed_pages as signed', 'signed.page', 'page.uuid')
    .select(['page.uuid', 'page.order', 'page.sha256', 'page.assignments'])
    .select(['signed.tab_values', 'signed.sha256 as covers', 'signed.signed_at', 'signed.utc_offset'])
    .where('page.packet', '=', packet)
    .orderBy('page.order')
    .execute();
  const signatures = await db
    .selectFrom('packet_signatures')
    .select(['assignment', 'sha256'])
    .where('packet', '=', packet)
    .execute();
  const storedSignatures = new Map(signatures.map(({ assignment, sha256 }) => [assignment, sha256]));
  const recorded = recordedIn(events);
  const faults = await checkWitnesses(db, packet, {
    events,
    numberOf: new Map(pages.map(({ uuid, order }) => [uuid, order + 1])),
  });
  for (const { uuid, order, sha256, assignments, tab_values, covers, signed_at, utc_offset } of pages) {
    const where = `page ${order + 1}`;
    const signed = recorded.pages.get(uuid);
    const values = recorded.values.get(uuid) ?? {};
    if (covers === null || tab_values === null) {
      if (signed || recorded.values.has(uuid)) faults.push(`The signed content of ${where} was dropped.`);
    } else if (
      !signed &&
      !recorded.values.has(uuid) &&
      assignments.some((each) => !recorded.hashes.has(each))
    )
      faults.push(`No row records that ${where} was signed.`);
    else if (
      !isDeepStrictEqual(tab_values, values) ||
      covers !== hashOfSignedPage(sha256, tab_values) ||
      (signed &&
        (signed.sha256 !== covers || signed.at !== signed_at?.toISOString() || signed.offset !== utc_offset))
    )
      faults.push(`The signed content of ${where} was altered: it doesn’t match the record.`);
    for (const each of assignments)
      if (storedSignatures.get(each) !== recorded.hashes.get(each))
        faults.push(`A signature on ${where} was altered, added or dropped: it doesn’t match the record.`);
  }
  return faults;
}

/** Compares the stored witnesses of the pages, which were drawn on them, with the record. */
async function checkWitnesses(
  db: Kysely<Tables>,
  packet: string,
  { events, numberOf }: { events: readonly EvidenceEvent[]; numberOf: ReadonlyMap<string, number> },
): Promise<string[]> {
  const rows = await db
    .selectFrom('packet_witnesses')
    .select(['page', 'name', 'address', 'occupation', 'adopted', 'on_device', 'sha256'])
    .where('packet', '=', packet)
    .execute();
  const stored = new Map(
    rows.map(({ page, sha256, on_device, adopted: signature, ...witness }) => [
      page,
      { witness, on_device, signature, sha256 },
    ]),
  );
  const recorded = new Map(
    events
      .filter(({ kind }) => kind === 'witnessed')
      .flatMap(({ details }) =>
        fieldList(details['pages']).map((page) => {
          const { witness, on_device, signature } = details;
          return [textOf(page, 'page'), { witness, on_device, signature, sha256: page['sha256'] }] as const;
        }),
      ),
  );
  return [...new Set([...stored.keys(), ...recorded.keys()])]
    .filter((page) => !isDeepStrictEqual(stored.get(page), recorded.get(page)))
    .map((page) => `The witness of page ${numberOf.get(page) ?? '?'} isn’t the one that the record names.`);
}

interface Recorded {
  /** What was signed, by page. Older records don't have it. */
  readonly pages: ReadonlyMap<string, { sha256: string; at: string; offset: unknown }>;
  /** What was filled in, by page and field. */
  readonly values: ReadonlyMap<string, Record<string, unknown>>;
  /** The hash of the page that was shown, by assignment. */
  readonly hashes: ReadonlyMap<string, string>;
}

function recordedIn(events: readonly EvidenceEvent[]): Recorded {
  const listed = (kind: string, field: string) =>
    events.filter((event) => event.kind === kind).flatMap(({ details }) => fieldList(details[field]));
  const values = new Map<string, Record<string, unknown>>();
  for (const field of listed('filled', 'fields')) {
    const page = textOf(field, 'page');
    values.set(page, { ...values.get(page), [textOf(field, 'tab')]: field['value'] });
  }
  return {
    pages: new Map(
      listed('signed', 'pages').map((page) => [
        textOf(page, 'page'),
        { sha256: textOf(page, 'sha256'), at: textOf(page, 'signed_at'), offset: page['utc_offset'] },
      ]),
    ),
    values,
    hashes: new Map(
      listed('signed', 'signatures').map((each) => [textOf(each, 'assignment'), textOf(each, 'sha256')]),
    ),
  };
}
