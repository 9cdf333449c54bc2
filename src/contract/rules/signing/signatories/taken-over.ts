import { countsAsSignature, wentOut, type AssignmentStatus } from '../assignments/assignment-status.ts';
import { chainOnPage, type Signing } from './auth-rep.ts';
import type { Capacities } from './capacity.ts';

/** A representative of an entity who is replaced by another. Both are relations. */
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
 * Returns the ids of the open assignments and of the memberships that go to the new representative
 * (docs/product/signatories.md, "Replacing a representative"). If both represent the entity itself, so do those of
 * everyone for whom the entity signs: a general partner's new officer signs for its funds.
 */
export function takenOver(
  capacities: Capacities,
  { entity, from, to }: Replacement,
  { assignments, members }: { assignments: readonly Assigned[]; members: readonly Member[] },
): { assignments: string[]; members: string[] } {
  const own = new Set(capacities.representatives(entity).map(({ uuid }) => uuid));
  const isForAll = own.has(from) && own.has(to);
  const isReplaced = (row: Signing) =>
    (isForAll || row.signatory === entity) && chainOnPage(capacities, row).at(-1)?.uuid === from;
  const placesOf = <Row extends Signing>(rows: readonly Row[], place: (row: Row) => string) =>
    new Set(rows.filter(({ authRep }) => authRep === to).map(place));
  const ofItem = ({ signatory, item }: Assigned) => `${signatory} ${item}`;
  const ofGroup = ({ signatory, group }: Member) => `${signatory} ${group}`;
  const counting = assignments.filter(({ status }) => countsAsSignature(status));
  const signed = placesOf(counting, ofItem);
  const joined = placesOf(members, ofGroup);
  return {
    assignments: counting
      .filter((row) => !wentOut(row.status) && isReplaced(row) && !signed.has(ofItem(row)))
      .map(({ uuid }) => uuid),
    members: members.filter((row) => isReplaced(row) && !joined.has(ofGroup(row))).map(({ uuid }) => uuid),
  };
}
