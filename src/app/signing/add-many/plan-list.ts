import {
  capacitiesOf,
  refuseRelation,
  type GrowingCapacities,
  type Relation,
} from '../../../contract/rules/signing/signatories/capacity.ts';
import { entityKey, nearDuplicates } from '../../../contract/rules/signing/signatories/near-duplicates.ts';
import { ROW, type ListTotals, type MergeQuestion } from './add-many-copy.ts';
import { readLines, type Line } from './read-lines.ts';
import type { ColumnRoles } from './recognize-columns.ts';

/** The deal's existing rows, before the list is added. */
export interface DealBefore {
  signatories: readonly { uuid: string; name: string; email: string; isOrg: boolean }[];
  relations: readonly Relation[];
  values: readonly { signatory: string; key: string; value: string }[];
}

export interface List {
  /** Without headings. */
  rows: readonly (readonly string[])[];
  /** The number of the first row in the list. */
  firstRow: number;
  roles: ColumnRoles;
  /** The user's decisions about possible duplicates, by row. */
  merges: ReadonlyMap<number, boolean>;
}

export interface PlannedSignatory {
  uuid: string;
  name: string;
  email: string;
  isOrg: boolean;
  address: string;
  entityDescription: string;
}

/** What one row of the list adds. */
export interface PlannedRow {
  row: number;
  line: Line;
  signatories: PlannedSignatory[];
  relations: Relation[];
  values: { signatory: string; key: string; value: string }[];
}

export interface ListPlan {
  rows: PlannedRow[];
  questions: MergeQuestion[];
}

export function totalsOf(rows: readonly PlannedRow[]): ListTotals {
  const totals: ListTotals = { people: 0, entities: 0, representatives: 0, values: 0, errors: 0 };
  for (const { line, signatories, relations, values } of rows) {
    const entities = signatories.filter(({ isOrg }) => isOrg).length;
    totals.entities += entities;
    totals.people += signatories.length - entities;
    totals.representatives += relations.length;
    totals.values += values.length;
    if (line.errors.length > 0) totals.errors += 1;
  }
  return totals;
}

/** Plans what a list adds to a deal. Rows with errors add nothing. */
export function planList(list: List, deal: DealBefore, newUuid: () => string): ListPlan {
  const entityNames = deal.signatories.filter(({ isOrg }) => isOrg).map(({ name }) => name);
  const lines = readLines(list.rows, list.roles, list.firstRow, entityNames);
  const { people, questions } = resolvePeople(lines, deal, list.merges, newUuid);
  const entities = resolveEntities(lines, deal, newUuid);
  const plan = new Planner(deal);
  const rows = lines.map((line) => {
    const entity = line.entity === '' ? null : (entities.get(entityKey(line.entity)) ?? null);
    const signer = line.isNameOfEntity ? entities.get(entityKey(line.name)) : people.get(line.row);
    return plan.addLine(line, entity, signer ?? null, newUuid);
  });
  return { rows, questions };
}

/** The signatories to create, merged from their rows. */
type Resolved = PlannedSignatory & { isNew: boolean };

function resolvePeople(
  lines: readonly Line[],
  deal: DealBefore,
  merges: ReadonlyMap<number, boolean>,
  newUuid: () => string,
): { people: Map<number, Resolved>; questions: MergeQuestion[] } {
  const before = deal.signatories.filter(({ isOrg }) => !isOrg);
  const named = lines.filter(
    ({ name, isNameOfEntity, errors }) => name !== '' && !isNameOfEntity && errors.length === 0,
  );
  const listed = [
    ...before.map(({ name, email }) => ({ name, email, row: null })),
    ...named.map(({ name, email, row }) => ({ name, email, row })),
  ];
  const duplicates = new Map(nearDuplicates(listed).map((found) => [found.index, found]));
  const resolved: Resolved[] = before.map((signatory) => existing(signatory));
  const questions: MergeQuestion[] = [];
  const people = new Map<number, Resolved>();
  for (const [position, line] of named.entries()) {
    const index = before.length + position;
    const duplicate = duplicates.get(index);
    const other = duplicate && listed[duplicate.of];
    const isMerged =
      duplicate !== undefined &&
      (duplicate.kind === 'same' || (merges.get(line.row) ?? duplicate.kind === 'similar'));
    if (duplicate && other && duplicate.kind !== 'same')
      questions.push({
        row: line.row,
        name: line.name,
        email: line.email,
        otherRow: other.row,
        otherName: other.name,
        otherEmail: other.email,
        isMerged,
      });
    const signer =
      (isMerged ? resolved[duplicate.of] : undefined) ?? newSignatory(line.name, false, newUuid());
    if (line.email !== '' && signer.email !== line.email) {
      if (signer.isNew && signer.email === '') signer.email = line.email;
      else if (isMerged && signer.email.toLowerCase() !== line.email.toLowerCase())
        line.notes.push(
          signer.email === '' ? ROW.knownWithoutEmail(signer.name) : ROW.otherEmail(signer.email),
        );
    }
    if (line.entity === '' && signer.isNew) signer.address ||= line.address;
    resolved.push(signer);
    people.set(line.row, signer);
  }
  return { people, questions };
}

function resolveEntities(
  lines: readonly Line[],
  deal: DealBefore,
  newUuid: () => string,
): Map<string, Resolved> {
  const entities = new Map<string, Resolved>();
  for (const signatory of deal.signatories.filter(({ isOrg }) => isOrg).toReversed())
    entities.set(entityKey(signatory.name), existing(signatory));
  const resolve = (name: string) => {
    const entity = entities.get(entityKey(name)) ?? newSignatory(name, true, newUuid());
    entities.set(entityKey(name), entity);
    return entity;
  };
  for (const line of lines) {
    if (line.errors.length > 0) continue;
    const signer = line.isNameOfEntity ? resolve(line.name) : null;
    const entity = line.entity === '' ? signer : resolve(line.entity);
    if (signer?.isNew === true) signer.email ||= line.email;
    if (entity?.isNew !== true) continue;
    entity.address ||= line.address;
    entity.entityDescription ||= line.entityDescription;
  }
  return entities;
}

/** Plans rows one after another, and remembers what the deal and earlier rows contain. */
class Planner {
  readonly #capacities: GrowingCapacities;
  readonly #added: Set<string>;
  /** The values, by signatory and field. */
  readonly #values: Map<string, string>;

  constructor(deal: DealBefore) {
    this.#capacities = capacitiesOf(deal.signatories, deal.relations);
    this.#added = new Set(deal.signatories.map(({ uuid }) => uuid));
    this.#values = new Map(deal.values.map(({ signatory, key, value }) => [`${signatory} ${key}`, value]));
  }

  addLine(line: Line, entity: Resolved | null, signer: Resolved | null, newUuid: () => string): PlannedRow {
    const planned: PlannedRow = { row: line.row, line, signatories: [], relations: [], values: [] };
    if (line.errors.length > 0) return planned;
    for (const party of [entity, signer]) if (party) this.#capacities.addParty(party);
    if (entity && signer) {
      const order = this.#capacities.representatives(entity.uuid).length;
      const relation = {
        uuid: newUuid(),
        entity: entity.uuid,
        signatory: signer.uuid,
        title: line.title,
        order,
      };
      const refusal = refuseRelation(this.#capacities, relation);
      if (refusal && refusal.reason !== 'repeated') {
        line.errors.push(refusal.message);
        return planned;
      }
      if (!refusal) {
        this.#capacities.addRelation(relation);
        planned.relations.push(relation);
      }
    }
    for (const party of [entity, signer]) {
      if (!party || this.#added.has(party.uuid)) continue;
      this.#added.add(party.uuid);
      planned.signatories.push(party);
    }
    this.#addValues(planned, entity ?? signer);
    if (planned.signatories.length + planned.relations.length + planned.values.length === 0)
      line.notes.push(ROW.addsNothing);
    return planned;
  }

  #addValues(planned: PlannedRow, owner: Resolved | null): void {
    if (!owner) return;
    for (const { key, value } of planned.line.values) {
      const pair = `${owner.uuid} ${key}`;
      const before = this.#values.get(pair);
      if (before !== undefined) {
        if (before !== value) planned.line.notes.push(ROW.knownValue(owner.name, value));
        continue;
      }
      this.#values.set(pair, value);
      planned.values.push({ signatory: owner.uuid, key, value });
    }
  }
}

function existing(signatory: DealBefore['signatories'][number]): Resolved {
  return { ...signatory, address: '', entityDescription: '', isNew: false };
}

function newSignatory(name: string, isOrg: boolean, uuid: string): Resolved {
  return { uuid, name, email: '', isOrg, address: '', entityDescription: '', isNew: true };
}
