import type { ActSubject } from '../contract/entities/activity.ts';
import { DAY_MS } from '../contract/retention.ts';
import type { ActRow } from '../db/rows.ts';

/** What somebody has moved after the person had moved it: the last move holds, and the person is to know of it. */
export interface OvertakenMove {
  /** Whose move it was that holds. */
  by: string;
  name: string | null;
}

/** For so long after a move of theirs a person is told that it holds no more, milliseconds. */
const TOLD_WITHIN_MS = DAY_MS;

/** Among `fresh` acts the moves of what the person, and nobody since, had moved; `known`: what was told before. By the server's clock. */
export function overtakenMoves(
  known: readonly ActRow[],
  fresh: readonly ActRow[],
  userId: string,
): OvertakenMove[] {
  const lastMove = new Map<string, ActRow>();
  const overtaken: OvertakenMove[] = [];
  const isFresh = new Set(fresh.map(({ version }) => version));
  const acts = [...known.filter(({ version }) => !isFresh.has(version)), ...fresh];
  for (const act of acts.toSorted((one, other) => one.version - other.version)) {
    for (const { uuid, name } of act.subjects.filter(isMoved)) {
      const before = lastMove.get(uuid);
      lastMove.set(uuid, act);
      const mine = before?.actor.uuid === userId && act.actor.uuid !== userId ? before : null;
      const soon = mine !== null && Date.parse(act.at) - Date.parse(mine.at) < TOLD_WITHIN_MS;
      if (soon && isFresh.has(act.version)) overtaken.push({ by: act.actor.name, name });
    }
  }
  return overtaken;
}

/** Its place is another, and nothing else of it. */
function isMoved({ op, fields }: ActSubject): boolean {
  return (
    op === 'put' &&
    fields.length > 0 &&
    fields.every((field) => field === 'order' || field === 'parent_element')
  );
}

/** What is said of them; null = there are none. */
export function overtakenInWords(moves: readonly OvertakenMove[]): string | null {
  const [first] = moves;
  if (!first) return null;
  const what = first.name === null ? 'something' : `“${first.name}”`;
  return moves.length === 1
    ? `${first.by} moved ${what} after you did. It stands where they put it.`
    : `${first.by} moved ${what} and ${moves.length - 1} more after you did. They stand where they were put last.`;
}
