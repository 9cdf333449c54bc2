import {
  countsAsSignature,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { formalitiesOf, splitOffPaper } from '../../../../contract/rules/signing/packets/formalities.ts';
import { isUnsent } from '../../../../contract/rules/signing/packets/packet-status.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Stamp } from '../../../outbox/command.ts';
import { mutate } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { newUuid } from '../../../uuid.ts';
import { createdBy } from '../../collections/create-row.ts';

type AssignmentRow = CollectionRow<'assignments'>;

export interface CreatePacketsArgs {
  transaction: string;
  /** The request. */
  uuid: string;
  /** The new packets, with their contents according to this device. */
  packets: { uuid: string; signatory: string; needsPaper: boolean; assignments: string[] }[];
  /** The unsent packets that they replace. */
  replaced: string[];
  /** Whether they replace one packet and get only its pages, instead of everything that their people sign. */
  isAgain?: boolean | undefined;
  /** An absent option follows the deal's features. */
  options?: PacketChoices | undefined;
}

/** The pages of a packet in addition to those that are signed. */
export type PacketChoices = { [Option in keyof CollectionRow<'packets'>['options']]?: boolean | undefined };

/** Creates a packet for each person, and another one for what they can only sign on paper. The server creates the PDFs. */
export const createPacketsDefinition: CommandDefinition<CreatePacketsArgs> = {
  name: 'packet.create',
  lane: ({ transaction }) => transaction,
  keys: ({ packets, replaced }) => [
    ...[...packets.map(({ uuid }) => uuid), ...replaced].map((key) => ({ table: 'packets' as const, key })),
    ...packets.flatMap(({ assignments }) =>
      assignments.map((key) => ({ table: 'assignments' as const, key })),
    ),
  ],
  structural: false,
  creates: ({ packets }) => packets.map(({ uuid }) => uuid),
  refersTo: ({ packets }) => [
    ...new Set(packets.flatMap(({ uuid, signatory, assignments }) => [uuid, signatory, ...assignments])),
  ],
  touches: ({ packets }) => packets.map(({ uuid }) => uuid),
  apply(draft, { transaction, packets, replaced, options }, stamp) {
    for (const uuid of replaced) {
      const row = draft.get('packets', uuid);
      if (row && isUnsent(row.status)) draft.remove('packets', uuid);
    }
    for (const packet of packets) {
      if (!draft.get('packets', packet.uuid))
        draft.put('packets', packet.uuid, newPacket(transaction, packet, { options, stamp }));
      for (const uuid of packet.assignments) {
        const row = draft.get('assignments', uuid);
        if (row?.status === 'assigned') draft.put('assignments', uuid, { ...row, status: 'in_packet' });
      }
    }
  },
  request: ({ transaction, uuid, packets, isAgain, options }) =>
    requestTo('packets', 'create', {
      uuid,
      transaction,
      ...(isAgain
        ? { assignments: packets.flatMap(({ assignments }) => assignments) }
        : { signatories: [...new Set(packets.map(({ signatory }) => signatory))] }),
      packets: packets.map((each) => ({
        uuid: each.uuid,
        signatory: each.signatory,
        needs_paper: each.needsPaper,
      })),
      ...(options && { options: { cover_and_index: options.coverAndIndex, slip_pages: options.slipPages } }),
    }),
  refreshes: ['packets', 'assignments'],
  failure: 'There was a problem attempting to create the packets',
};

function newPacket(
  transaction: string,
  { uuid, signatory, needsPaper, assignments }: CreatePacketsArgs['packets'][number],
  { options, stamp }: { options: PacketChoices | undefined; stamp: Stamp },
): CollectionRow<'packets'> {
  return {
    uuid,
    transaction,
    signatory,
    status: 'generating',
    assignments: [...assignments],
    options: { coverAndIndex: options?.coverAndIndex ?? false, slipPages: options?.slipPages ?? false },
    numPages: null,
    warnings: [],
    errorMessage: null,
    latestDocument: null,
    certificateDocument: null,
    deedPackage: null,
    esigningService: 'counterpart',
    sentAt: null,
    sentFor: null,
    remindedAt: null,
    viewedAt: null,
    completedTimestamp: null,
    deedSubmissionTimestamp: null,
    expiresAt: null,
    queued: null,
    needsPaper,
    declinedReason: null,
    cancelledReason: null,
    wrongPerson: null,
    hasAccessCode: false,
    supersededAt: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  };
}

/** Creates the packets of these people, with everything that they still have to sign. Returns the new packets. */
export async function createPackets(
  db: MirrorDatabase,
  asked: { transaction: string; people: readonly string[]; options?: PacketChoices | undefined },
): Promise<CreatePacketsArgs['packets']> {
  return makePackets(db, asked);
}

/** Creates packets of an unsent packet's own pages for those who currently sign them. Returns the new packets. */
export async function createPacketAgain(
  db: MirrorDatabase,
  { packet, ...rest }: { transaction: string; packet: string; options?: PacketChoices | undefined },
): Promise<CreatePacketsArgs['packets']> {
  const row = await db.packets.get(packet);
  return makePackets(db, { ...rest, again: row?.assignments ?? [] });
}

interface Asked {
  transaction: string;
  /** The people whose packets are created. Absent: everyone who signs the pages in `again`. */
  people?: readonly string[];
  again?: readonly string[];
  options?: PacketChoices | undefined;
}

async function makePackets(db: MirrorDatabase, asked: Asked): Promise<CreatePacketsArgs['packets']> {
  const args = await planPackets(db, asked);
  if (args.packets.length > 0) await mutate(db, createPacketsDefinition, args);
  return args.packets;
}

async function planPackets(
  db: MirrorDatabase,
  { transaction, people, again, options }: Asked,
): Promise<CreatePacketsArgs> {
  const of = { transaction };
  const [deal, assignments, items, pages, signatories, relations, packets] = await Promise.all([
    db.transactions.get(transaction),
    db.assignments.where(of).toArray(),
    db.items.where(of).toArray(),
    db.signaturePages.where(of).toArray(),
    db.signatories.where(of).toArray(),
    db.representatives.where(of).toArray(),
    db.packets.where(of).toArray(),
  ]);
  const capacities = capacitiesOf(
    signatories.map(({ uuid, fullName: name, isOrg }) => ({ uuid, name, isOrg })),
    relations,
  );
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const sourceOf = new Map(pages.map(({ uuid, source }) => [uuid, source]));
  const needsOf = ({ item, itemPageUuid, requiresWitness, requiresNotary }: AssignmentRow) =>
    formalitiesOf(
      {
        requires_witness: requiresWitness,
        requires_notary: requiresNotary,
        isOnFile: sourceOf.get(itemPageUuid) === 'file',
      },
      {
        is_deed: itemOf.get(item)?.isDeed ?? false,
        for_signing: itemOf.get(item)?.forSigning ?? false,
        requires_original_signatures: itemOf.get(item)?.requiresOriginalSignatures ?? false,
      },
      { is_deed_transaction: deal?.isDeedTransaction ?? false },
    );
  const left = assignments.filter(
    ({ uuid, status }) =>
      countsAsSignature(status) && !wentOut(status) && (again === undefined || again.includes(uuid)),
  );
  const byPerson = Map.groupBy(
    left,
    ({ signatory, authRep }) => signerOf(capacities, signatory, authRep)?.uuid ?? '',
  );
  byPerson.delete('');
  const wanted = (people ?? [...byPerson.keys()]).flatMap((signatory) =>
    splitOffPaper(byPerson.get(signatory) ?? [], needsOf).map(({ assignments: signed, needsPaper }) => ({
      uuid: newUuid(),
      signatory,
      needsPaper,
      assignments: signed.map(({ uuid }) => uuid),
    })),
  );
  const signed = new Set(wanted.flatMap((packet) => packet.assignments));
  const replaced = packets.filter(
    ({ status, assignments: own }) => isUnsent(status) && own.some((uuid) => signed.has(uuid)),
  );
  return {
    transaction,
    uuid: newUuid(),
    packets: wanted,
    replaced: replaced.map(({ uuid }) => uuid),
    ...(again && { isAgain: true }),
    ...(options && { options }),
  };
}
