import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import {
  countsAsSignature,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { isOut, isUnsent } from '../../../../contract/rules/signing/packets/packet-status.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import { signatureAccess } from './signature-access.ts';

type SignatoryRow = CollectionRow<'signatories'>;
type AssignmentRow = CollectionRow<'assignments'>;

/** A packet with the person who signs it. */
export interface ShownPacket {
  row: CollectionRow<'packets'>;
  signatory: SignatoryRow;
  /** Signatures that await acceptance by the user's organization. */
  toAccept: string[];
  /** Signatures that the user's organization can still reject. */
  mayReject: ReadonlySet<string>;
  /** Whether the user's organization can cancel it after it is sent, and remind its signatory. */
  mayEndAndRemind: boolean;
  /** The people who have to sign before it is sent, in their order. */
  waitsFor: string[];
  /** The status of each of its signatures. */
  statuses: AssignmentRow['status'][];
  /** The people who currently sign its pages, if it wasn't sent. It can be created again for them. */
  signers: string[];
  /** Whether its creation hasn't been sent to the server yet. */
  isUncreated: boolean;
  /** Whether sending it hasn't been requested from the server yet. */
  isToBeSent: boolean;
}

/** A person or an entity with pages that are in no packet that can be sent. */
export interface WithoutPacket {
  signatory: SignatoryRow;
  pages: number;
}

export interface DealPackets {
  /** In the order of their signatories; for one signatory, from newest to oldest. */
  packets: ShownPacket[];
  /** In their order. */
  without: WithoutPacket[];
  /** The entities that nobody signs for yet, with their pages, in their order. */
  withoutSigner: WithoutPacket[];
}

/**
 * A deal's packets, and the people and entities whose pages are in none. A packet whose signatory isn't on the device yet is
 * left out.
 */
export async function packetsOf(db: MirrorDatabase, transaction: string): Promise<DealPackets> {
  const tables = [
    db.packets,
    db.signatories,
    db.representatives,
    db.assignments,
    db.outbox,
    db.executedDocuments,
    db.executedDocumentPages,
    db.users,
    db.transactions,
  ];
  const [packets, signatories, relations, assignments, edits, files, pages, members, deal] =
    await db.transaction('r', tables, async () =>
      Promise.all([
        db.packets.where({ transaction }).toArray(),
        db.signatories.where({ transaction }).toArray(),
        db.representatives.where({ transaction }).toArray(),
        db.assignments.where({ transaction }).toArray(),
        db.outbox.where({ lane: transaction }).toArray(),
        db.executedDocuments.where({ transaction }).toArray(),
        db.executedDocumentPages.where({ transaction }).toArray(),
        db.users.toArray(),
        db.transactions.get(transaction),
      ]),
    );
  const access = signatureAccess(db.userId, { packets, members, deal, files, pages });
  const inOrder = signatories.toSorted(byOrder);
  const capacities = capacitiesOf(
    signatories.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg })),
    relations,
  );
  const signerFor = ({ signatory, authRep }: AssignmentRow) =>
    signerOf(capacities, signatory, authRep)?.uuid ?? null;
  const unsent = assignments.filter(({ status }) => countsAsSignature(status) && !wentOut(status));
  const signers = new Map(unsent.map((row) => [row.uuid, signerFor(row)]));
  const waiting = Map.groupBy(
    unsent.filter(({ uuid, status }) => status === 'assigned' && signers.get(uuid)),
    ({ uuid }) => signers.get(uuid) ?? '',
  );
  const nobodys = Map.groupBy(
    unsent.filter(({ uuid }) => signers.get(uuid) === null),
    ({ signatory }) => signatory,
  );
  const pagesOf = (among: ReadonlyMap<string, readonly AssignmentRow[]>): WithoutPacket[] =>
    inOrder.flatMap((signatory) => {
      const pages = new Set(among.get(signatory.uuid)?.map(({ itemPageUuid }) => itemPageUuid)).size;
      return pages === 0 ? [] : [{ signatory, pages }];
    });
  const signed = new Map(assignments.map((row) => [row.uuid, row]));
  const touchedBy = (command: string) =>
    new Set(
      edits.flatMap(({ name, state, touches }) => (name === command && state !== 'acked' ? touches : [])),
    );
  const [uncreated, toBeSent] = [touchedBy('packet.create'), touchedBy('packet.send')];
  const bySignatory = Map.groupBy(packets, ({ signatory }) => signatory);
  return {
    packets: inOrder.flatMap((signatory) =>
      (bySignatory.get(signatory.uuid) ?? [])
        .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
        .map((row) => ({
          row,
          signatory,
          toAccept: row.assignments.filter(
            (uuid) => signed.get(uuid)?.status === 'signed_pending_acceptance' && access.accepts(uuid),
          ),
          mayReject: new Set(
            row.assignments.filter((uuid) => isHeld(signed.get(uuid)) && access.rejects(uuid)),
          ),
          mayEndAndRemind: access.endsAndReminds(row),
          waitsFor: namesBefore(row, { packets, signatories: inOrder }),
          statuses: row.assignments.flatMap((uuid) => signed.get(uuid)?.status ?? []),
          signers: isUnsent(row.status)
            ? [...new Set(row.assignments.flatMap((uuid) => signers.get(uuid) ?? []))]
            : [],
          isUncreated: uncreated.has(row.uuid),
          isToBeSent: row.queued !== null && toBeSent.has(row.uuid),
        })),
    ),
    without: pagesOf(waiting),
    withoutSigner: pagesOf(nobodys),
  };
}

/**
 * Returns whether the user's organization can remind a signatory: of one of these packets, at least. If none of them is out, the server says
 * who signs for the signatory.
 * @param packets all of the signatory's
 */
export function mayRemind(packets: readonly Pick<ShownPacket, 'row' | 'mayEndAndRemind'>[]): boolean {
  const out = packets.filter(({ row }) => isOut(row.status));
  return out.length === 0 || out.some(({ mayEndAndRemind }) => mayEndAndRemind);
}

/** Returns whether a signature was given and isn't released yet. */
function isHeld(row: AssignmentRow | undefined): boolean {
  return row?.status === 'signed_pending_acceptance' || row?.status === 'executed';
}

/** Returns the people whose packets a packet waits for. Signed ones don't count. */
function namesBefore(
  { queued }: CollectionRow<'packets'>,
  {
    packets,
    signatories,
  }: { packets: readonly CollectionRow<'packets'>[]; signatories: readonly SignatoryRow[] },
): string[] {
  const before = queued?.waitsFor ?? [];
  if (before.length === 0) return [];
  const people = new Set(
    packets
      .filter(({ uuid, status }) => before.includes(uuid) && status !== 'completed')
      .map(({ signatory }) => signatory),
  );
  return signatories.filter(({ uuid }) => people.has(uuid)).map(({ fullName }) => fullName);
}
