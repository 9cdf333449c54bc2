import type { MirrorDatabase } from '../../database.ts';
import type { AnswerRow } from '../../rows.ts';

type SessionsAnswer = Extract<AnswerRow, { key: 'sessions' }>;
type InvitationsAnswer = Extract<AnswerRow, { key: 'invitations' | 'organizationInvitations' }>;
type ReportsAnswer = Extract<AnswerRow, { key: 'reports' }>;
type PurgesAnswer = Extract<AnswerRow, { key: 'purges' }>;

/** Where the user is signed in, according to the server's last response; null = it was never requested here. */
export async function sessionsAnswer(db: MirrorDatabase): Promise<SessionsAnswer | null> {
  const row = await db.answers.get('sessions');
  return row?.key === 'sessions' ? row : null;
}

/**
 * Invitations to the user, or to their organization, according to the server's last response; null = they were never
 * requested here.
 */
export async function invitationsAnswer(
  db: MirrorDatabase,
  key: InvitationsAnswer['key'],
): Promise<InvitationsAnswer | null> {
  const row = await db.answers.get(key);
  return row?.key === 'invitations' || row?.key === 'organizationInvitations' ? row : null;
}

/** The user's prepared reports, according to the server's last response; null = they were never requested here. */
export async function reportsAnswer(db: MirrorDatabase): Promise<ReportsAnswer | null> {
  const row = await db.answers.get('reports');
  return row?.key === 'reports' ? row : null;
}

/** The unfinished purges, according to the server's last response; null = they were never requested here. */
export async function purgesAnswer(db: MirrorDatabase): Promise<PurgesAnswer | null> {
  const row = await db.answers.get('purges');
  return row?.key === 'purges' ? row : null;
}
