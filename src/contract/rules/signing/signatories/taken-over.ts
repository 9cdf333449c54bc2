import { countsAsSignature, wentOut, type AssignmentStatus } from '../assignments/assignment-status.ts';
import { chainOnPage, isSignedThrough, type Signing } from './auth-rep.ts';
import type { Capacities } from './capacity.ts';

/** Replaces one representative of an entity with another; `from` and `to` are ids of relations. */
export interface Replacement {
  entity: string;
  from: string;
  /** Null if the new one is yet to be added to the entity. */
  to: string | null;
}

interface Assigned extends Signing {
  uuid: string;
  item: string;
  status: AssignmentStatus;
}

interface Member extends Signing {
  uuid: string;
  group: string;
}

/** The ids of the rows that go to the new representative, and of those that stay because nobody signs twice. */
interface Followers {
  assignments: string[];
  members: string[];
  staying: { assignments: string[]; members: string[] };
}

/**
 * Returns the ids of the open assignments and memberships that the new representative takes over
 * (docs/product/signatories.md, "Replacing a representative"): those with the previous representative anywhere in their chain.
 * If both represent the entity itself, this includes everyone the entity signs for: a general partner's new officer also signs
 * for its funds.
 */
export function takenOver(
  capacities: Capacities,
  { entity, from, to }: Replacement,
  { assignments, members }: { assignments: readonly Assigned[]; members: readonly Member[] },
): Followers {
  const own = new Set(capacities.representatives(entity).map(({ uuid }) => uuid));
  const isForAll = own.has(from) && (to === null || own.has(to));
  const isReplaced = (row: Signing) =>
    (isForAll || row.signatory === entity) && isSignedThrough(capacities, row, from);
  const following = <Row extends Signing & { uuid: string }>(
    rows: readonly Row[],
    place: (row: Row) => string,
    isOpen: (row: Row) => boolean = () => true,
  ): { follow: string[]; stay: string[] } => {
    /** What the new representative replaces in each place; null = they already sign there. */
    const instead = new Map<string, string | null>();
    for (const row of rows)
      if (to !== null && isSignedThrough(capacities, row, to)) instead.set(place(row), null);
    const followers: { follow: string[]; stay: string[] } = { follow: [], stay: [] };
    for (const row of rows) {
      if (!isOpen(row) || !isReplaced(row)) continue;
      const signer = chainOnPage(capacities, row).at(-1)?.uuid ?? from;
      if (!instead.has(place(row))) instead.set(place(row), signer);
      followers[instead.get(place(row)) === signer ? 'follow' : 'stay'].push(row.uuid);
    }
    return followers;
  };
  const counting = assignments.filter(({ status }) => countsAsSignature(status));
  const signed = following(
    counting,
    ({ signatory, item }) => `${signatory} ${item}`,
    ({ status }) => !wentOut(status),
  );
  const grouped = following(members, ({ signatory, group }) => `${signatory} ${group}`);
  return {
    assignments: signed.follow,
    members: grouped.follow,
    staying: { assignments: signed.stay, members: grouped.stay },
  };
}
