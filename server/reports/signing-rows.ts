import { assignmentCollection } from '../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../src/contract/collections/packets.ts';
import { signaturePageCollection } from '../../src/contract/collections/signature-pages.ts';
import { signatoryCollection } from '../../src/contract/collections/signatories.ts';
import { representativeCollection } from '../../src/contract/collections/representatives.ts';
import type { NumberedRow } from '../../src/contract/rules/checklist/number-rows.ts';
import { byOrder } from '../../src/contract/rules/checklist/order.ts';
import {
  isExecuted,
  type AssignmentStatus,
} from '../../src/contract/rules/signing/assignments/assignment-status.ts';
import { chainOf } from '../../src/contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitiesOf,
  capacitySentence,
  chains,
  type Capacities,
  type Party,
} from '../../src/contract/rules/signing/signatories/capacity.ts';
import { DECLINED, statusInWords } from '../../src/contract/rules/signing/assignments/status-in-words.ts';
import { isUnsent } from '../../src/contract/rules/signing/packets/packet-status.ts';
import { selectRows, type RowOf } from '../store/deals/collection-rows.ts';
import { isSignedOnline } from '../store/deals/packets/signed-pages.ts';
import { selectItems } from '../store/deals/items.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';
import { readChecklist, type ChecklistPlace } from './numbered-checklist.ts';

/** A requested signature and its history. */
export interface SignatureLine {
  uuid: string;
  item: string;
  /** Its document's number and name on the checklist. */
  number: string;
  document: string;
  /** "Page 12" of a document, or "Signature page 1" for generated pages. */
  page: string;
  /** The bound person or entity. */
  party: Party;
  /** The person who signs; null if nobody signs yet. */
  signer: Party | null;
  signerEmail: string;
  /** In words, as on screen. */
  capacity: string;
  status: AssignmentStatus;
  /** Whether its signatory declined to sign, and hasn't been asked again. */
  isDeclined: boolean;
  viaGroup: string | null;
  needsInk: boolean;
  requiresNotary: boolean;
  requiresWitness: boolean;
  sentAt: Date | null;
  viewedAt: Date | null;
  signedAt: Date | null;
  acceptedAt: Date | null;
  remindedAt: Date | null;
}

/** The signatures of a deal, from one snapshot. */
export interface DealSignatures {
  deal: TransactionRow;
  /** The whole checklist, numbered as on the screen. */
  rows: readonly NumberedRow<ChecklistPlace>[];
  /** In the order of the checklist, of the pages and of the signatories. */
  lines: readonly SignatureLine[];
  signatories: readonly Party[];
  capacities: Capacities;
}

/** Returns the status of a signature in words. A signatory who declines ends their packet, but here this is also a status. */
export function lineStatus({ status, isDeclined }: Pick<SignatureLine, 'status' | 'isDeclined'>): string {
  return isDeclined ? DECLINED : statusInWords(status);
}

/** Reads every signature of a deal, including void ones, with the dates of its packet. */
export async function readDealSignatures(tx: Tx, deal: TransactionRow): Promise<DealSignatures> {
  const of = { deal: deal.uuid };
  const items = await selectItems(tx, of);
  const assignments = await selectRows(tx, assignmentCollection, of);
  const pages = await selectRows(tx, signaturePageCollection, of);
  const signatories = (await selectRows(tx, signatoryCollection, of)).toSorted(byOrder);
  const relations = await selectRows(tx, representativeCollection, of);
  const rows = await readChecklist(tx, deal, items);
  const parties = signatories.map(({ uuid, full_name, is_org }) => ({
    uuid,
    name: full_name,
    isOrg: is_org,
  }));
  const capacities = capacitiesOf(parties, relations);
  const history = await readHistory(tx, deal.uuid);
  const groups = await readGroupNames(tx, deal.uuid);
  const emails = new Map(signatories.map(({ uuid, email }) => [uuid, email]));
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const rank = new Map(signatories.map(({ uuid }, at) => [uuid, at]));
  const byItem = Map.groupBy(assignments, ({ item }) => item);
  const pagesOf = Map.groupBy(pages, ({ item }) => item);

  const lines = rows.flatMap(({ entry, number }) => {
    const item = itemOf.get(entry.item?.uuid ?? '');
    if (!item) return [];
    const places = pagePlaces(pagesOf.get(item.uuid) ?? []);
    return (byItem.get(item.uuid) ?? [])
      .toSorted(
        (one, other) =>
          (places.get(one.item_page_uuid)?.at ?? 0) - (places.get(other.item_page_uuid)?.at ?? 0) ||
          (rank.get(one.signatory) ?? 0) - (rank.get(other.signatory) ?? 0) ||
          one.created_at.getTime() - other.created_at.getTime(),
      )
      .flatMap((row): SignatureLine[] => {
        const party = capacities.party(row.signatory);
        if (!party) return [];
        const chain =
          row.auth_rep === null
            ? chains(capacities, row.signatory)[0]
            : chainOf(capacities, row.signatory, row.auth_rep);
        const signer = chain ? (capacities.party(chain.at(-1)?.signatory ?? row.signatory) ?? null) : null;
        return [
          {
            uuid: row.uuid,
            item: item.uuid,
            number,
            document: item.name,
            page: places.get(row.item_page_uuid)?.name ?? '',
            party,
            signer,
            signerEmail: emails.get(signer?.uuid ?? '') ?? '',
            capacity: capacitySentence(capacities, row.signatory, chain ?? []),
            status: row.status,
            viaGroup: groups.get(row.signing_group_assignment ?? '') ?? null,
            needsInk: item.requires_original_signatures,
            requiresNotary: row.requires_notary,
            requiresWitness: row.requires_witness,
            ...history(row),
          },
        ];
      });
  });
  return { deal, rows, lines, signatories: parties, capacities };
}

/** The pages of a document by their order, each with its name. */
function pagePlaces(pages: readonly RowOf<'signature_pages'>[]): Map<string, { at: number; name: string }> {
  let generated = 0;
  return new Map(
    pages.toSorted(byOrder).map(({ uuid, ref_page_number: number }, at) => {
      if (number === null) generated += 1;
      return [uuid, { at, name: number === null ? `Signature page ${generated}` : `Page ${number}` }];
    }),
  );
}

async function readGroupNames(tx: Tx, deal: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('dynamic_assignments')
    .innerJoin('signing_groups', 'signing_groups.uuid', 'dynamic_assignments.signing_group')
    .select(['dynamic_assignments.uuid', 'signing_groups.name'])
    .where('dynamic_assignments.transaction', '=', deal)
    .where('dynamic_assignments.deleted_at', 'is', null)
    .where('signing_groups.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}

type History = Pick<
  SignatureLine,
  'isDeclined' | 'sentAt' | 'viewedAt' | 'signedAt' | 'acceptedAt' | 'remindedAt'
>;

/** Returns the history of each signature in the newest packet in which it was sent. */
async function readHistory(
  tx: Tx,
  deal: string,
): Promise<(of: Pick<RowOf<'assignments'>, 'uuid' | 'status' | 'executed_document_page'>) => History> {
  const packets = (await selectRows(tx, packetCollection, { deal }))
    .filter(({ status, sent_at }) => !isUnsent(status) && sent_at !== null)
    .toSorted((one, other) => (one.sent_at?.getTime() ?? 0) - (other.sent_at?.getTime() ?? 0));
  const packetOf = new Map(
    packets.flatMap((packet) => packet.assignments.map((each) => [each, packet] as const)),
  );
  const signedAt = new Map(
    (
      await tx
        .selectFrom('packet_signatures')
        .select(['packet', 'assignment', 'signed_at'])
        .where('transaction', '=', deal)
        .execute()
    ).map(({ packet, assignment, signed_at }) => [`${packet} ${assignment}`, signed_at]),
  );
  const remindedAt = new Map<string, Date>();
  const reminders = await tx
    .selectFrom('signing_events')
    .select(['packet', 'at'])
    .where('transaction', '=', deal)
    .where('kind', '=', 'reminded')
    .orderBy('at')
    .execute();
  for (const { packet, at } of reminders) remindedAt.set(packet, at);
  const acceptedAt = await readAcceptances(tx, deal);
  const returnedAt = await readReturns(tx, deal);
  return ({ uuid, status, executed_document_page: page }) => {
    const packet = packetOf.get(uuid);
    // A packet that was completed on paper has no signature from the room.
    const isHandedIn = page === null && packet?.status === 'completed' && isSignedOnline(packet);
    const isAccepted = isExecuted(status);
    const returned = page === null ? null : (returnedAt.get(page) ?? null);
    const viewed = packet?.viewed_at ?? null;
    return {
      isDeclined: status === 'assigned' && packet?.status === 'declined',
      sentAt: packet?.sent_at ?? null,
      // Somebody who opens the link after the page came back on paper didn't sign what they viewed there.
      viewedAt: viewed !== null && returned !== null && viewed > returned ? null : viewed,
      // Until the packet is submitted, its signatory can still change their mind.
      signedAt: page === null ? (isHandedIn && signedAt.get(`${packet.uuid} ${uuid}`)) || null : returned,
      // If nobody has to accept it, a signature is executed when it is submitted.
      acceptedAt: isAccepted ? (acceptedAt.get(uuid) ?? (isHandedIn ? packet.completed_at : null)) : null,
      remindedAt: (packet && remindedAt.get(packet.uuid)) ?? null,
    };
  };
}

/**
 * Reads when signatures were last accepted. The ledger includes signatures that were never in a sent packet; packets'
 * evidence is older than the ledger.
 */
async function readAcceptances(tx: Tx, deal: string): Promise<Map<string, Date>> {
  const events = await tx
    .selectFrom('signing_events')
    .select(['at', 'details'])
    .where('transaction', '=', deal)
    .where('kind', '=', 'accepted')
    .orderBy('at')
    .execute();
  const entries = await tx
    .selectFrom('ledger_entries')
    .select(['at', 'details'])
    .where('transaction', '=', deal)
    .where('event', '=', 'held')
    .orderBy('seq')
    .execute();
  return new Map([
    ...events.flatMap(({ at, details }) =>
      uuidsIn(details['assignments']).map((uuid) => [uuid, at] as const),
    ),
    ...entries.flatMap(({ at, details }) =>
      uuidsIn(details['signatures']).map((uuid) => [uuid, at] as const),
    ),
  ]);
}

/** Reads when pages that were signed on paper came back. */
async function readReturns(tx: Tx, deal: string): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('executed_document_pages')
    .select(['uuid', 'created_at'])
    .where('transaction', '=', deal)
    .execute();
  return new Map(rows.map(({ uuid, created_at }) => [uuid, created_at]));
}

function uuidsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
