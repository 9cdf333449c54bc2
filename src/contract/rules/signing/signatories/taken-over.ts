import { countsAsSignature, wentOut, type AssignmentStatus } from '../assignments/assignment-status.ts';
import { chainOnPage, isSignedThrough, type Signing } from './auth-rep.ts';
import type { Capacities } from './capacity.ts';

/** Replaces one representative of an entity with another; `from` and `to` are ids of relations. */
export interface Replacement {
  entity: string;
  from: string;
  to: string;
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
): { assignments: string[]; members: string[] } {
  const own = new Set(capacities.representatives(entity).map(({ uuid }) => uuid));
  const isForAll = own.has(from) && own.has(to);
  const isReplaced = (row: Signing) =>
    (isForAll || row.signatory === entity) && isSignedThrough(capacities, row, from);
  const following = <Row extends Signing & { uuid: string }>(
    rows: readonly Row[],
    place: (row: Row) => string,
    isOpen: (row: Row) => boolean = () => true,
  ): string[] => {
    /** Whom the new representative replaces in each place; null = they already sign there. */
    const instead = new Map<string, string | null>();
    for (const row of rows) if (isSignedThrough(capacities, row, to)) instead.set(place(row), null);
    const follow = rows.filter((row) => {
      if (!isOpen(row) || !isReplaced(row)) return false;
      const signer = chainOnPage(capacities, row).at(-1)?.uuid ?? from;
      if (!instead.has(place(row))) instead.set(place(row), signer);
      return instead.get(place(row)) === signer;
    });
    return follow.map(({ uuid }) => uuid);
  };
  const counting = assignments.filter(({ status }) => countsAsSignature(status));
  return {
    assignments: following(
      counting,
      ({ signatory, item }) => `${signatory} ${item}`,
      ({ status }) => !wentOut(status),
    ),
    members: following(members, ({ signatory, group }) => `${signatory} ${group}`),
  };
}
