import { sql } from 'kysely';
import * as z from 'zod';
import { byName } from '../../src/contract/collections/deal-collections.ts';
import { organizationIn } from '../commands/account/read-organization.ts';
import {
  assignmentsInFull,
  signatoriesInFull,
  signingGroupsInFull,
} from '../commands/signing/read-signing.ts';
import { dealTransaction } from '../commands/transactions/read-transaction.ts';
import { presentCreation } from '../commands/packets/read-packets.ts';
import { presentListedInvitation } from '../present/present-invitation.ts';
import { presentNotification } from '../present/present-notification.ts';
import { presentParticipant } from '../present/present-participant.ts';
import { presentUserTo } from '../present/present-user.ts';
import { readRows } from '../present/read-rows.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import { invitationsByIds } from '../store/account/invitations.ts';
import { accountById, type SignedInUser } from '../store/account/users.ts';
import { participantsByIds } from '../store/deals/participants.ts';
import type { Tx } from '../store/tables.ts';

type Reader = { services: Services; tx: Tx; user: SignedInUser };

/** Presents rows by their ids, including deleted ones: a later deletion does not undo what the response said. */
type Present = (reader: Reader, uuids: readonly string[]) => Promise<readonly { uuid: string }[]>;

/** Endpoints whose response consists only of ids, which is stored whole. */
const ONLY_IDS: ReadonlySet<string> = new Set(['items.fromDocuments', 'signingGroupMembers.cleanUpOrder']);

const participants: Present = async ({ tx }, uuids) =>
  (await participantsByIds(tx, uuids)).map(presentParticipant);

const organizations: Present = async ({ tx }, uuids) => one(uuids, async (uuid) => organizationIn(tx, uuid));

const assignments: Present = async ({ tx }, uuids) => readRows.assignments(tx, { uuids });

const signatoriesListed: Present = async ({ tx }, uuids) =>
  signatoriesInFull(tx, await readRows.signatories(tx, { uuids }));

const assignmentsListed: Present = async ({ tx }, uuids) =>
  assignmentsInFull(tx, await readRows.assignments(tx, { uuids }));

const signingGroupsListed: Present = async ({ tx }, uuids) =>
  signingGroupsInFull(tx, await readRows.signing_groups(tx, { uuids }));

/** How the rows of each kind of response are presented, by the first part of an endpoint's name, or all of it. */
const PRESENTERS: Record<string, Present> = {
  ...byName(
    ({ wire }): Present =>
      async ({ tx }, uuids) =>
        readRows[wire](tx, { uuids }),
  ),
  notifications: async ({ tx, services }, uuids) =>
    (await tx.selectFrom('notifications').selectAll().where(among(uuids)).execute()).map((row) =>
      presentNotification(row, services.now()),
    ),
  transactions: async (reader, uuids) => one(uuids, async (uuid) => dealTransaction(reader, uuid)),
  invitations: async ({ tx, services }, uuids) =>
    (await invitationsByIds(tx, uuids)).map((row) => presentListedInvitation(row, services.now())),
  user: async ({ tx, services, user }, uuids) =>
    one(uuids, async (uuid) => {
      const account = await accountById(tx, uuid);
      if (!account) throw notFound('This person');
      return presentUserTo(user, account, services);
    }),
  participants,
  collations: async ({ tx }, uuids) => readRows.items(tx, { uuids }),
  organization: organizations,
  'organization.createParticipant': participants,
  'packets.create': async ({ tx }, uuids) => one(uuids, async (uuid) => presentCreation(tx, uuid)),
  'signatories.create': signatoriesListed,
  'signatories.update': signatoriesListed,
  'signatories.bulkDuplicate': signatoriesListed,
  'assignments.create': assignmentsListed,
  'assignments.update': assignmentsListed,
  'signingGroups.create': signingGroupsListed,
  'signingGroups.update': signingGroupsListed,
  'representatives.replace': assignments,
  'signingGroups.assign': assignments,
  'signingGroups.assignDynamic': async ({ tx }, uuids) => readRows.dynamic_assignments(tx, { uuids }),
};

const rowSchema = z.object({ uuid: z.string() });
const idsSchema = z.union([z.string(), z.array(z.string())]);

/**
 * The ids of the rows in a response: one, or several in order. A response without ids is stored unchanged; undefined = no body.
 */
export function idsOf(answer: unknown): unknown {
  const row = rowSchema.safeParse(answer);
  if (row.success) return row.data.uuid;
  const rows = z.array(rowSchema).safeParse(answer);
  return rows.success ? rows.data.map(({ uuid }) => uuid) : answer;
}

/**
 * Repeats an endpoint's response from its stored ids, with the current state of its rows.
 * @throws {Refusal} `not_found` if a row has been erased since
 */
export async function presentAgain(reader: Reader, endpoint: string, stored: unknown): Promise<unknown> {
  if (ONLY_IDS.has(endpoint)) return stored;
  const present = PRESENTERS[endpoint] ?? PRESENTERS[endpoint.split('.')[0] ?? ''];
  if (!present)
    throw new Error(`server/http/replay-answer.ts must define how to repeat the response of ${endpoint}.`);
  const ids = idsSchema.parse(stored);
  const uuids = typeof ids === 'string' ? [ids] : ids;
  const byId = new Map((await present(reader, uuids)).map((row) => [row.uuid, row]));
  const rows = uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (!row) throw notFound();
    return row;
  });
  return typeof ids === 'string' ? rows[0] : rows;
}

/** Returns whether a response of this endpoint can be repeated. */
export function isPresentedAgain(endpoint: string): boolean {
  const name = endpoint.split('.')[0] ?? '';
  return ONLY_IDS.has(endpoint) || endpoint in PRESENTERS || name in PRESENTERS;
}

async function one<Row>(uuids: readonly string[], read: (uuid: string) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const uuid of uuids) rows.push(await read(uuid));
  return rows;
}

function among(uuids: readonly string[]) {
  return sql<boolean>`uuid = any(${uuids}::uuid[])`;
}
