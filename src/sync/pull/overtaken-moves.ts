import type { ActSubject } from '../../contract/entities/transactions/activity.ts';
import { DAY_MS } from '../../contract/retention.ts';
import type { ActRow } from '../../db/rows.ts';

/** Rows that somebody has moved after the user did. The last move wins, and the user is notified. */
export interface OvertakenMove {
  /** The person whose move won. */
  by: string;
  name: string | null;
}

/** How long after their move a user is notified that another one has overridden it, in milliseconds. */
export const TOLD_WITHIN_MS = DAY_MS;

/**
 * Finds the moves among the `fresh` acts that override a move of the user, with nobody else's in between. `known` are earlier
 * acts. Uses the server's clock. Rows that the user has moved again are left out, because they are where the user put them;
 * so are those in `movedHere` (by the subject's uuid), whose moves the server does not know yet.
 */
export function overtakenMoves(
  known: readonly ActRow[],
  fresh: readonly ActRow[],
  userId: string,
  movedHere: ReadonlySet<string> = new Set(),
): OvertakenMove[] {
  const lastMove = new Map<string, ActRow>();
  const overtaken = new Map<string, OvertakenMove>();
  const isFresh = new Set(fresh.map(({ version }) => version));
  const acts = [...known.filter(({ version }) => !isFresh.has(version)), ...fresh];
  for (const act of acts.toSorted((one, other) => one.version - other.version)) {
    const isMine = act.actor.uuid === userId;
    for (const subject of act.subjects) {
      const { uuid, name } = subject;
      if (subject.op === 'delete') overtaken.delete(uuid);
      if (!isMoved(subject)) continue;
      const before = lastMove.get(uuid);
      lastMove.set(uuid, act);
      const mine = before?.actor.uuid === userId ? before : null;
      const soon = mine !== null && Date.parse(act.at) - Date.parse(mine.at) < TOLD_WITHIN_MS;
      if (isMine) overtaken.delete(uuid);
      else if (overtaken.has(uuid) || (soon && isFresh.has(act.version)))
        overtaken.set(uuid, { by: act.actor.name, name });
    }
  }
  return [...overtaken].flatMap(([uuid, move]) => (movedHere.has(uuid) ? [] : move));
}

/** Returns whether somebody else has moved something in it. */
export function hasMovesOfOthers(acts: readonly ActRow[], userId: string): boolean {
  return acts.some(({ actor, subjects }) => actor.uuid !== userId && subjects.some(isMoved));
}

/** Returns whether only its position changed. */
function isMoved({ op, fields }: ActSubject): boolean {
  return (
    op === 'put' &&
    fields.length > 0 &&
    fields.every((field) => field === 'order' || field === 'parent_element')
  );
}

/** Returns the notice about these moves, with the deal's name, because another deal may be open; null without any moves. */
export function overtakenInWords(moves: readonly OvertakenMove[], deal: string): string | null {
  const [first] = moves;
  if (!first) return null;
  const what = first.name === null ? 'something' : `“${first.name}”`;
  if (moves.length === 1)
    return `${first.by} moved ${what} in ${deal} after you did. It is now where they put it.`;
  const who = moves.every(({ by }) => by === first.by) ? first.by : `${first.by} and others`;
  return `${who} moved ${what} and ${moves.length - 1} more in ${deal} after you did. They are now where they were last put.`;
}
