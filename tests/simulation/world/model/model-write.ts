import type { WireName } from '../../../../src/contract/collections/deal-collections.ts';
import type { ErrorBody, ErrorCode } from '../../../../src/contract/errors.ts';
import type { DealState, StoredElement, Table, Writer } from './model-deal.ts';
import { insertElement, TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';

/** A refusal by the server. */
export class Refusal extends Error {
  readonly body: ErrorBody;
  constructor(code: ErrorCode, message: string, more: Partial<ErrorBody> = {}) {
    super(message);
    this.body = { code, error_message: message, ...more };
  }
}

/** Where a new element goes on the checklist; without an order, at the end. */
export interface Place {
  parent: string;
  order?: number | undefined;
}
export const AT_THE_END: Place = { parent: TOP };

/** A write to a deal. Everything in it gets the deal's next version (as server/store/deals/deal-write.ts). */
export class DealWrite {
  readonly deal: DealState;
  readonly by: Writer;
  readonly version: number;
  /** The people to notify that a packet of theirs is held, once for each packet. */
  readonly held: string[] = [];
  #ids = 0;

  constructor(deal: DealState, by: Writer) {
    this.deal = deal;
    this.by = by;
    this.version = deal.version + 1;
  }

  /** Advances the deal's counter if anything was written. Returns whether it was. */
  close(): boolean {
    const wrote = this.deal.log.at(-1)?.version === this.version;
    if (wrote) this.deal.version = this.version;
    return wrote;
  }

  stamp(): { version: number; modified_at: string; modified_by: string } {
    return { version: this.version, modified_at: this.by.at, modified_by: this.by.user };
  }

  /** Returns an id for a row that the server creates by itself. */
  newId(): string {
    const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0').slice(-digits);
    this.#ids += 1;
    const tail = this.deal.row.uuid.slice(-3);
    return `${hex(this.version, 8)}-${hex(this.#ids, 4)}-7${tail}-8000-${hex(Date.parse(this.by.at), 12)}`;
  }

  log(table: Table, key: string, fields: readonly string[] = [], gone = false): void {
    const { user: actor, at, origin } = this.by;
    this.deal.log.push({ version: this.version, table, key, gone, fields, actor, origin, at });
  }

  setLists(changed: ReadonlyMap<string, readonly string[]>): void {
    for (const [parent, children] of changed) {
      if (children.length === 0 && parent !== TOP) this.deal.lists.delete(parent);
      else this.deal.lists.set(parent, children);
      this.log('child_lists', parent);
    }
  }

  element(uuid: string): StoredElement {
    const element = this.deal.elements.get(uuid);
    if (!element) throw new Refusal('not_found', 'There is no such line on the checklist.');
    return element;
  }

  assertStands(parent: string): void {
    if (parent !== TOP) this.element(parent);
  }

  /** Creates the element of a new row, in its place. */
  placeNew(
    uuid: string,
    elementUuid: string,
    of: { item: string } | { task: string },
    { parent, order }: Place,
  ): void {
    const { deal } = this;
    const element = { uuid: elementUuid, transaction: deal.row.uuid, item: null, task: null, label: null };
    deal.elements.set(elementUuid, { ...element, ...of, ...this.stamp() });
    for (const id of [uuid, elementUuid]) deal.creators.set(id, this.by.user);
    this.log('elements', elementUuid);
    this.setLists(insertElement(deal.lists, { id: elementUuid, parent, order }));
  }

  assertFree(uuid: string): void {
    if (this.deal.elements.has(uuid) || this.deal.creators.has(uuid))
      throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.');
  }

  /**
   * Returns whether the row was created by the same, repeated request. @throws {Refusal} if somebody else, or a deleted
   * row, has the id
   */
  isOwn(table: WireName, uuid: string): boolean {
    if (!this.deal.creators.has(uuid)) return false;
    if (this.deal.creators.get(uuid) === this.by.user && this.deal[table].has(uuid)) return true;
    throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.');
  }

  /** @param nameOf the client's name for a field of the log */
  assertUnchanged(
    uuid: string,
    fields: readonly string[],
    current: object,
    nameOf: (field: string) => string = (field) => field,
  ): void {
    const theirs = this.#changedByOthers(uuid).filter((change) =>
      change.fields.some((field) => fields.includes(field)),
    );
    if (theirs.length === 0) return;
    const both = fields.filter((field) => theirs.some((change) => change.fields.includes(field)));
    throw this.changedMeanwhile([...new Set(both.map(nameOf))], { ...current });
  }

  /** Returns whether somebody else, or another device, has changed the row since the base version. */
  isChangedByOthers(uuid: string): boolean {
    return this.#changedByOthers(uuid).length > 0;
  }

  #changedByOthers(uuid: string): DealState['log'] {
    const { baseVersion, user, origin } = this.by;
    if (baseVersion === null) return [];
    return this.deal.log.filter(
      (change) =>
        change.key === uuid &&
        change.version > baseVersion &&
        (change.actor !== user || (origin !== null && change.origin !== null && change.origin !== origin)),
    );
  }

  changedMeanwhile(fields: string[], current: Record<string, unknown>): Refusal {
    return new Refusal('changed_meanwhile', 'Someone else changed this in the meantime.', {
      fields,
      current,
      changed_by: 'Priya Nair',
      changed_at: this.by.at,
    });
  }
}

/** Returns the names of the fields that an edit would actually change. */
export function changedFields<Fields extends string>(
  row: Readonly<Record<Fields, unknown>>,
  edits: { readonly [Field in Fields]?: unknown },
  fields: readonly Fields[],
): Fields[] {
  return fields.filter((field) => edits[field] !== undefined && edits[field] !== row[field]);
}
