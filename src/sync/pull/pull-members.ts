import type { Flags, Switches } from '../../contract/entities/account/feature-status.ts';
import { camelize } from '../../db/codec.ts';
import { ACCOUNT_LANE, type MemberRow, type OrganizationRow, type UserRow } from '../../db/rows.ts';
import type { Pulled } from '../push/answer.ts';
import { keepFeatures } from '../transport/keep-features.ts';
import { keepMe } from '../transport/keep-me.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { beginPull } from './begin-pull.ts';
import type { Transport } from '../transport/transport.ts';

const CURSOR_KEY = `${ACCOUNT_LANE}/members`;

/** Pulls the user's organization and its people, whom they can add to a deal (SPEC: PULL15). No edit touches them. */
export async function pullMembers(leadership: Leadership, transport: Transport): Promise<Pulled> {
  const { db } = leadership;
  const user = await db.users.get(db.userId);
  const { cursor, tick } = await beginPull(leadership, CURSOR_KEY);
  // Their role or name may have changed since they signed in, and a sign-out while they signed in again may have deleted the
  // row (AUTH11).
  const own = await transport.ask((api, with_) => api.user.me(undefined, with_));
  if (own.kind === 'ok') await replaceMe(leadership, camelize(own.body));
  else if (own.kind !== 'not_modified') return { outcome: 'held', setback: own };
  // They may have joined another organization, so that the stored people are useless.
  const id = own.kind === 'ok' ? own.body.organization : user?.organization;
  if (id === undefined) return { outcome: 'applied' };
  const etag = id === user?.organization ? (cursor?.etags?.[0] ?? null) : null;
  // The enabled features are also known offline. A failure to read them stops nothing else.
  const features = await transport.ask((api, with_) => api.featureStatus.get({}, with_));
  if (features.kind === 'ok') await replaceFeatures(leadership, features.body);
  const answer = await transport.ask((api, with_) => api.organization.get({ id }, with_), { etag });
  if (answer.kind === 'not_modified') return { outcome: 'applied' };
  if (answer.kind !== 'ok') return { outcome: 'held', setback: answer };
  const { members, ...firm } = camelize(answer.body);
  await replaceFirm(leadership, { tick, etag: answer.etag, members, firm });
  return { outcome: 'applied' };
}

async function replaceMe(leadership: Leadership, user: UserRow): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', [db.users, db.answers, db.meta], async () => {
    await assertLeads(leadership);
    await keepMe(db, user);
  });
}

async function replaceFeatures(leadership: Leadership, told: Switches | Flags): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', [db.answers, db.meta], async () => {
    await assertLeads(leadership);
    await keepFeatures(db, told, new Date().toISOString());
  });
}

async function replaceFirm(
  leadership: Leadership,
  {
    tick,
    etag,
    members,
    firm,
  }: { tick: number; etag: string | null; members: MemberRow[]; firm: OrganizationRow },
): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', [db.members, db.organizations, db.cursors, db.meta], async () => {
    await assertLeads(leadership);
    const cursor = await db.cursors.get(CURSOR_KEY);
    if (cursor && cursor.askedTick >= tick) return;
    const named = new Set(members.map(({ uuid }) => uuid));
    const gone = (await db.members.toCollection().primaryKeys()).filter((uuid) => !named.has(uuid));
    await db.members.bulkPut(members);
    await db.members.bulkDelete(gone);
    await db.organizations.put(firm);
    await db.cursors.put({
      key: CURSOR_KEY,
      lane: ACCOUNT_LANE,
      collection: 'members',
      etags: [etag],
      askedTick: tick,
      pulledAt: new Date().toISOString(),
    });
  });
}
