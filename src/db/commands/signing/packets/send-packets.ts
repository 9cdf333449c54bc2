import { isUnsent } from '../../../../contract/rules/signing/packets/packet-status.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import type { Draft } from '../../../outbox/draft.ts';
import { mutate, runSteps, step } from '../../../outbox/mutate.ts';

/** How a packet is sent, and what the sender saw of it (docs/product/packets.md, "Sending without a network"). */
export interface QueuedSending {
  message: string;
  /** The last day on which its link works; null for 60 days. */
  expiresOn: string | null;
  /** The packets that have to be signed first. */
  after: string[];
  seen: { version: number; assignments: string[]; warnings: string[] };
}

export interface SendPacketArgs {
  transaction: string;
  uuid: string;
  /** The name of its signatory, which only describes the edit. */
  to: string;
  /** Null takes the packet out of the queue. */
  sending: QueuedSending | null;
  /** The settings that the packet was queued with, so that undo can queue it again. */
  was?: QueuedSending | undefined;
}

/**
 * Queues a packet, which the server sends once it has created it, or removes it from the queue. As long as nothing has
 * reached the server, the last decision replaces earlier ones.
 */
export const sendPacketDefinition: CommandDefinition<SendPacketArgs> = {
  name: 'packet.send',
  lane: ({ transaction }) => transaction,
  keys: ({ uuid }) => [{ table: 'packets', key: uuid }],
  structural: false,
  creates: () => [],
  refersTo: ({ uuid, sending }) => [uuid, ...(sending?.after ?? [])],
  touches: ({ uuid }) => [uuid],
  replaces: () => true,
  wording: {
    of: ({ sending }) => sending?.message,
    with: (args, message) => (args.sending ? { ...args, sending: { ...args.sending, message } } : args),
  },
  apply(draft, { uuid, sending }) {
    const row = draft.get('packets', uuid);
    if (!row || !isUnsent(row.status)) return;
    const after = sending?.after ?? [];
    const queued = sending && { after: after[0] ?? null, waitsFor: [...after], asksAgain: false };
    draft.put('packets', uuid, { ...row, queued });
  },
  inverse({ sending, was, ...args }) {
    if (sending)
      return [step(sendPacketDefinition, { ...args, sending: null, was: sending }, isWaiting(args.uuid))];
    return was ? [step(sendPacketDefinition, { ...args, sending: was }, isAtRest(args.uuid))] : [];
  },
  request: ({ uuid, sending }) =>
    requestTo('packets', 'queue', {
      id: uuid,
      sending: sending && {
        message: sending.message,
        expires_on: sending.expiresOn,
        after: [...sending.after],
        seen: {
          version: sending.seen.version,
          assignments: [...sending.seen.assignments],
          warnings: [...sending.seen.warnings],
        },
      },
    }),
  refreshes: ['packets'],
  failure: ({ sending, to }) =>
    sending
      ? `There was a problem attempting to send the packet to ${to}`
      : `There was a problem attempting to keep the packet to ${to} from being sent`,
};

function isWaiting(uuid: string) {
  return (shown: Draft) => {
    const row = shown.get('packets', uuid);
    return row !== null && isUnsent(row.status) && row.queued !== null;
  };
}

function isAtRest(uuid: string) {
  return (shown: Draft) => {
    const row = shown.get('packets', uuid);
    return row !== null && isUnsent(row.status) && row.queued === null;
  };
}

/** Queues packets to be sent, as one act. */
export async function queuePackets(
  db: MirrorDatabase,
  transaction: string,
  packets: readonly { uuid: string; to: string; sending: QueuedSending }[],
): Promise<Step[]> {
  return runSteps(
    db,
    packets.map((each) => step(sendPacketDefinition, { transaction, ...each })),
  );
}

/** Removes a packet from the queue, so that it is not sent. */
export async function unqueuePacket(
  db: MirrorDatabase,
  args: Pick<SendPacketArgs, 'transaction' | 'uuid' | 'to'>,
): Promise<Step[]> {
  return mutate(db, sendPacketDefinition, { ...args, sending: null });
}
