import * as z from 'zod';
import { announceDealsMoved } from '../../db/change-sets.ts';
import { camelize } from '../../db/codec.ts';
import type { CallOutcome, OnlineCall, OutboxAnswer } from '../../db/commands/account/online-calls.ts';
import type { ReturnedPageAnswer } from '../../db/commands/signing/packets/paper-calls.ts';
import type { LedgerAnswer, WatchersAnswer } from '../../db/commands/closing/release-calls.ts';
import type { ReplacementAnswer } from '../../db/commands/closing/replace-calls.ts';
import type { PacketAnswer, PacketPictureAnswer } from '../../db/commands/signing/packets/packet-calls.ts';
import type {
  AuditLogAnswer,
  DealOfItemAnswer,
  SignatoriesAnswer,
} from '../../db/commands/signing/packets/online-signing.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { deviceDatabase, endSession, sessionNumber } from '../../db/device-database.ts';
import type { AnswerRow, FrozenRequest } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Answer, Setback } from '../push/answer.ts';
import { whyEnded } from '../push/classify.ts';
import { keepFeatures } from './keep-features.ts';
import type { Clock } from '../engine/clock.ts';
import { keepMe } from './keep-me.ts';
import { NOT_DOWNLOADED, unanswered, UNREACHED } from './unreachable.ts';
import { refreshIfDue } from './session.ts';
import type { Transport } from './transport.ts';

/** The part of the response that matters if a call returns a file. */
const fileSchema = z.object({
  body: z.union([
    z.object({ redirect_url: z.string(), left_out: z.array(z.object({ name: z.string() })).optional() }),
    z.object({ file_name: z.string(), left_out: z.array(z.object({ name: z.string() })) }),
  ]),
});

interface Line {
  db: MirrorDatabase;
  transport: Transport;
  clock: Clock;
}

/** Makes a call to the server while the user waits, and brings its changes into the mirror. */
export async function runOnline(
  line: Line,
  { request, changes, baseVersion }: OnlineCall,
): Promise<CallOutcome> {
  let left = false;
  const answer = await inSession(line, () => {
    left = true;
    return line.transport.send(request, { idempotencyKey: newUuid(), baseVersion });
  });
  if (answer.kind !== 'ok') return failed(answer, unheardOf(request.endpoint, left));
  if (DEALS.has(request.endpoint)) announceDealsMoved(line.db.userId);
  await keepChanged(line, request);
  for (const kind of changes) await askFor(line, kind);
  const { data: file } = fileSchema.safeParse(answer.body);
  if (!file) return { outcome: 'done' };
  const leftOut = file.body.left_out?.map(({ name }) => name);
  return {
    outcome: 'done',
    ...('redirect_url' in file.body ? { file: file.body.redirect_url } : { preparing: file.body.file_name }),
    ...(leftOut && leftOut.length > 0 && { leftOut }),
  };
}

/** Calls that return a file and change nothing. */
const FILES = new Set([
  'packets.download',
  'executedDocuments.download',
  'signaturePages.pdf',
  'reports.signingStatus',
  'reports.signatureManifest',
]);

function unheardOf(endpoint: string, left: boolean) {
  if (FILES.has(endpoint)) return NOT_DOWNLOADED;
  return left ? unanswered(endpoint) : UNREACHED;
}

/** Requests what a screen shows and stores the response. If the request fails, the last response stays. */
export async function askFor(line: Line, kind: AnswerRow['key']): Promise<CallOutcome> {
  const { db, clock } = line;
  const askedAt = new Date(clock.now()).toISOString();
  switch (kind) {
    case 'sessions': {
      const answer = await inSession(line, () =>
        line.transport.ask((api, with_) => api.sessions.list(undefined, with_)),
      );
      if (answer.kind !== 'ok') return failed(answer);
      await db.answers.put({ key: kind, body: camelize(answer.body), askedAt });
      return { outcome: 'done' };
    }
    case 'features': {
      const answer = await inSession(line, () =>
        line.transport.ask((api, with_) => api.featureStatus.get({}, with_)),
      );
      if (answer.kind !== 'ok') return failed(answer);
      await keepFeatures(db, answer.body, askedAt);
      return { outcome: 'done' };
    }
    case 'reports': {
      const answer = await inSession(line, () =>
        line.transport.ask((api, with_) => api.reports.list(undefined, with_)),
      );
      if (answer.kind !== 'ok') return failed(answer);
      await db.answers.put({ key: kind, body: camelize(answer.body), askedAt });
      return { outcome: 'done' };
    }
    case 'purges': {
      const id = (await db.users.get(db.userId))?.organization;
      if (id === undefined) return UNREACHED;
      const answer = await inSession(line, () =>
        line.transport.ask((api, with_) => api.organization.purges({ id }, with_)),
      );
      if (answer.kind !== 'ok') return failed(answer);
      await db.answers.put({ key: kind, body: camelize(answer.body), askedAt });
      return { outcome: 'done' };
    }
    case 'invitations':
    case 'organizationInvitations': {
      const input = { org_invitations: kind === 'organizationInvitations' ? 'true' : 'false' };
      const answer = await inSession(line, () =>
        line.transport.ask((api, with_) => api.invitations.list(input, with_)),
      );
      if (answer.kind !== 'ok') return failed(answer);
      await db.answers.put({ key: kind, body: camelize(answer.body), askedAt });
      return { outcome: 'done' };
    }
  }
}

/** The emails to the organization's people, which are not stored on the device. */
export async function readOutbox(line: Line): Promise<OutboxAnswer> {
  const id = (await line.db.users.get(line.db.userId))?.organization;
  if (id === undefined) return UNREACHED;
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.organization.outbox({ id }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', mails: camelize(answer.body) } : failed(answer);
}

/** A signatory's history, which is not stored on the device. */
export async function readAuditLog(line: Line, signatory: string): Promise<AuditLogAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.signatories.auditLog({ id: signatory }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', acts: camelize(answer.body) } : failed(answer);
}

/** The pages and the history of a packet, which are never stored on the device. */
export async function readPacket(line: Line, packet: string): Promise<PacketAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.packets.detail({ id: packet }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', detail: camelize(answer.body) } : failed(answer);
}

/** The picture of a packet's page, which is never stored on the device. */
export async function readPacketPage(line: Line, packet: string, page: string): Promise<PacketPictureAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.packets.page({ id: packet, page }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', picture: camelize(answer.body) } : failed(answer);
}

/** The picture of a returned page, which is never stored on the device. */
export async function readReturnedPage(line: Line, page: string): Promise<ReturnedPageAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.executedDocumentPages.picture({ id: page }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', picture: camelize(answer.body) } : failed(answer);
}

/** The page of a signature as it was sent out, which is never stored on the device. */
export async function readBlankPage(line: Line, assignment: string): Promise<PacketPictureAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.assignments.blank({ id: assignment }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', picture: camelize(answer.body) } : failed(answer);
}

/**
 * What another version of a document would change, which is never stored on the device.
 * @param again compares the versions again if the comparison failed
 */
export async function readReplacement(
  line: Line,
  item: string,
  document: string,
  again: boolean,
): Promise<ReplacementAnswer> {
  const asked = { id: item, document, ...(again && { again }) };
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.items.compare(asked, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', replacement: camelize(answer.body) } : failed(answer);
}

/** A deal's ledger in its wire format, which is never stored on the device. */
export async function readLedger(line: Line, transaction: string): Promise<LedgerAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.releases.ledger({ transaction }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', lines: answer.body } : failed(answer);
}

/** Reports that a deal's closing board is open here, and returns who else has it open. */
export async function watchBoard(line: Line, transaction: string): Promise<WatchersAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.releases.watch({ id: transaction }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', watchers: camelize(answer.body) } : failed(answer);
}

/** The signatories of any of the user's deals. */
export async function readSignatories(line: Line, transaction: string): Promise<SignatoriesAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.signatories.list({ transaction }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', signatories: camelize(answer.body) } : failed(answer);
}

/** The deal of any item that the user can see. */
export async function readDealOfItem(line: Line, item: string): Promise<DealOfItemAnswer> {
  const answer = await inSession(line, () =>
    line.transport.ask((api, with_) => api.items.get({ id: item }, with_)),
  );
  return answer.kind === 'ok' ? { outcome: 'done', transaction: answer.body.transaction } : failed(answer);
}

/** Makes a request, after refreshing the session if necessary. Records if the session has ended. */
async function inSession<Body>(
  { db, transport, clock }: Line,
  ask: () => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const { userId } = db;
  const session = await sessionNumber(userId);
  const setback = await refreshIfDue(transport, clock, userId);
  const answer = setback ?? (await ask());
  if (answer.kind === 'signed_out' && session !== null) await endSession(userId, session, whyEnded(answer));
  // Nothing more is stored on this device for a user who has signed out in the meantime (SPEC: AUTH11).
  if (answer.kind === 'ok' && (await sessionNumber(userId)) !== session) return LEFT;
  return answer;
}

const LEFT = { kind: 'signed_out', message: 'You signed out in the meantime.' } as const;

/** Why a call failed, as shown to the user; `unheard` if our server did not respond. A call that only reads changes nothing. */
export function failed(
  answer: Setback | { kind: 'not_modified' },
  unheard: { outcome: 'unreachable'; message: string } = UNREACHED,
): Exclude<CallOutcome, { outcome: 'done' }> {
  switch (answer.kind) {
    case 'rejected':
    case 'update_needed':
    case 'signed_out':
      return { outcome: 'refused', message: answer.message };
    case 'retry':
      // Our own server's message, for example to wait, is more helpful than that the call failed.
      return answer.ours ? { outcome: 'unreachable', message: answer.reason } : unheard;
    case 'not_modified':
      return unheard;
  }
}

/** Calls that change the user's own row, or their organization's. */
const OWN_ROWS = new Set([
  'user.update',
  'organization.update',
  'organization.removeMember',
  'organization.setSupportAccess',
  'invitations.accept',
]);

/** Calls that change who sees a deal, or its row. Its list is pulled immediately, not when it is stale. */
const DEALS = new Set([
  // From then on, strict data access restricts its admins, or no longer does.
  'organization.update',
  'organization.removeMember',
  'organization.createParticipant',
  'organization.deleteParticipant',
  'organization.approvePurge',
  'organization.withdrawPurge',
  'participants.update',
  'transactions.update',
  'user.update',
  'invitations.create',
  'invitations.accept',
  'invitations.delete',
  'signatories.bulkDuplicate',
  'representatives.replace',
]);

/** The user's own row, and their organization's, after the call. */
async function keepChanged(line: Line, { endpoint }: FrozenRequest): Promise<void> {
  if (!OWN_ROWS.has(endpoint)) return;
  const { db, transport } = line;
  const me = await inSession(line, () => transport.ask((api, with_) => api.user.me(undefined, with_)));
  if (me.kind !== 'ok') return;
  const user = camelize(me.body);
  await db.transaction('rw', db.users, db.answers, async () => keepMe(db, user));
  await deviceDatabase.accounts.update(user.uuid, { fullName: user.fullName });
  const id = user.organization;
  const firm = await inSession(line, () =>
    transport.ask((api, with_) => api.organization.get({ id }, with_)),
  );
  if (firm.kind !== 'ok') return;
  const { members, ...organization } = camelize(firm.body);
  await db.transaction('rw', db.members, db.organizations, async () => {
    await db.organizations.put(organization);
    await db.members.clear();
    await db.members.bulkPut(members);
  });
}
