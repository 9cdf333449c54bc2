import type { Changes } from '../../src/contract/entities/transactions/changes.ts';
import type { Element } from '../../src/contract/entities/checklist/element.ts';
import type { Transaction } from '../../src/contract/entities/transactions/transaction.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import {
  parentElement,
  buildChildLists,
  insertElement,
  moveElements,
  removeElement,
  TOP,
} from '../../src/contract/rules/checklist/child-lists.ts';
import type { FrozenRequest } from '../../src/db/rows.ts';
import type { Answer } from '../../src/sync/push/answer.ts';
import { retry, unreachable } from '../../src/sync/push/classify.ts';
import type { Api, RequestOptions, Transport } from '../../src/sync/transport/transport.ts';
import { DEAL_FACTS } from '../support/deal-facts.ts';
import { NO_ROWS } from '../support/rows.ts';

/**
 * What goes wrong with a request: it fails before the server gets it, fails after the server has carried it
 * out, or is rejected.
 */
export type Fault =
  | 'request lost'
  | 'answer lost'
  | 'portal page'
  | 'not modified'
  | 'signed out'
  | { refuse: ErrorCode; message: string };

class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const AT = '2026-01-01T00:00:00.000Z';

/**
 * A model of the server's checklist: the contract's rules over maps, idempotent by key. Its feed always
 * returns the whole deal. The transport in front of it can lose, duplicate and reject requests.
 */
export class ModelServer {
  readonly userId: string;
  readonly deals = new Map<string, Transaction>();
  readonly labels = new Map<string, Map<string, string>>();
  readonly lists = new Map<string, Map<string, readonly string[]>>();
  readonly applied: string[] = [];
  readonly #answers = new Map<string, unknown>();
  readonly #faults: Fault[] = [];

  constructor(userId: string) {
    this.userId = userId;
  }

  openDeal(uuid: string): void {
    this.deals.set(uuid, {
      ...DEAL_FACTS,
      uuid,
      name: 'Project Alder',
      created_at: AT,
      created_by: { uuid: this.userId, name: 'Margaret Whitfield' },
      organization: this.userId,
      url: '',
      version: 1,
      modified_at: AT,
      modified_by: this.userId,
    });
    this.labels.set(uuid, new Map());
    this.lists.set(uuid, new Map([[TOP, []]]));
  }

  /** Makes the next requests fail with these faults, one each. */
  fail(...faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  addHeader(deal: string, uuid: string, label: string, parent = TOP, order?: number): void {
    this.labels.get(deal)?.set(uuid, label);
    this.#setLists(deal, insertElement(this.#listsOf(deal), { id: uuid, parent, order }));
  }

  move(deal: string, ids: string[], parent: string, order?: number): void {
    if (parent !== TOP && !this.labels.get(deal)?.has(parent))
      throw new Refusal('not_found', 'There is no such element.');
    for (const id of ids) {
      if (!this.labels.get(deal)?.has(id)) throw new Refusal('not_found', 'There is no such element.');
    }
    const moved = moveElements(this.#listsOf(deal), { ids, parent, order });
    if (!moved.ok) throw new Refusal('invalid', 'An element cannot be moved below itself.');
    this.#setLists(deal, moved.lists);
  }

  /** Moves elements, unless that would create a cycle. */
  tryMove(deal: string, ids: string[], parent: string, order?: number): void {
    const moved = moveElements(this.#listsOf(deal), { ids, parent, order });
    if (moved.ok) this.#setLists(deal, moved.lists);
  }

  /** Drops all pending faults. */
  heal(): void {
    this.#faults.length = 0;
  }

  remove(deal: string, uuid: string): void {
    if (!this.labels.get(deal)?.delete(uuid)) throw new Refusal('not_found', 'There is no such element.');
    this.#setLists(deal, removeElement(this.#listsOf(deal), uuid));
  }

  /** Returns the elements of a deal as the feed sends them. */
  elements(deal: string): Element[] {
    const found: Element[] = [];
    for (const [parent, children] of this.#listsOf(deal)) {
      children.forEach((uuid, order) => {
        found.push({
          uuid,
          transaction: deal,
          item: null,
          task: null,
          label: this.labels.get(deal)?.get(uuid) ?? '',
          order,
          parent_element: parentElement(parent),
          version: 1,
          modified_at: AT,
          modified_by: this.userId,
        });
      });
    }
    return found;
  }

  /** Returns the order of a deal, without empty lists, to compare it with the mirror's. */
  order(deal: string): Map<string, readonly string[]> {
    return new Map([...buildChildLists(this.elements(deal))].filter(([, children]) => children.length > 0));
  }

  transport(): Transport {
    return {
      ask: async (request, options) => {
        const lists = this.#api();
        return this.#answer(options, async () => request(lists, { context: {} }), true);
      },
      send: async (request, options) => this.#answer(options, async () => this.#write(request), false),
      listen: async () => retry('No stream here.'),
    };
  }

  async #answer<Body>(
    options: RequestOptions | undefined,
    runCommand: () => Promise<Body>,
    reads: boolean,
  ): Promise<Answer<Body>> {
    const fault = this.#faults.shift();
    if (fault === 'request lost') return unreachable(new TypeError('Failed to fetch'));
    if (fault === 'portal page') return retry('The response (200) didn’t come from Counterpart’s server.');
    if (fault === 'not modified') return { kind: 'not_modified' };
    if (fault === 'signed out') return { kind: 'signed_out', message: 'Please sign in again.' };
    // A repeated request gets its stored response before anything else is checked.
    const known = options?.idempotencyKey !== undefined && this.#answers.has(options.idempotencyKey);
    if (typeof fault === 'object' && !known) return rejected(fault.refuse, fault.message);
    try {
      const body = await this.#once(options?.idempotencyKey, runCommand);
      if (fault === 'answer lost') return unreachable(new TypeError('Failed to fetch'));
      const etag = JSON.stringify(body);
      return reads && options?.etag === etag
        ? { kind: 'not_modified' }
        : { kind: 'ok', body, etag, serverNow: null };
    } catch (error) {
      if (error instanceof Refusal) return rejected(error.code, error.message);
      throw error;
    }
  }

  /** Carries out a request once per key; the same key gets the same response. */
  async #once<Body>(key: string | undefined, runCommand: () => Promise<Body>): Promise<Body> {
    if (key === undefined) return runCommand();
    const known = this.#answers.get(key);
    if (known !== undefined) return JSON.parse(String(known));
    const body = await runCommand();
    this.#answers.set(key, JSON.stringify(body ?? null));
    this.applied.push(key);
    return body;
  }

  async #write({ endpoint, input }: FrozenRequest): Promise<unknown> {
    const call: Record<string, unknown> = JSON.parse(JSON.stringify(input));
    switch (endpoint) {
      case 'elements.create': {
        const deal = String(call['transaction']);
        if (!this.deals.has(deal)) throw new Refusal('not_found', 'There is no such transaction.');
        const parent = call['parent_element'] === null ? TOP : String(call['parent_element']);
        if (parent !== TOP && !this.labels.get(deal)?.has(parent))
          throw new Refusal('not_found', 'There is no such element.');
        const order = typeof call['order'] === 'number' ? call['order'] : undefined;
        this.addHeader(deal, String(call['uuid']), String(call['label']), parent, order);
        return { done: true };
      }
      case 'elements.bulkUpdate': {
        const ids = Array.isArray(call['element_uuids']) ? call['element_uuids'].map(String) : [];
        const deal = this.#dealOf(ids[0] ?? '');
        const order = typeof call['order'] === 'number' ? call['order'] : undefined;
        this.move(deal, ids, call['parent_element'] === null ? TOP : String(call['parent_element']), order);
        return { done: true };
      }
      case 'elements.update': {
        const { params, body } = input as { params: { id: string }; body: { label: string } };
        const deal = this.#dealOf(params.id);
        this.labels.get(deal)?.set(params.id, body.label);
        return { done: true };
      }
      case 'elements.delete': {
        const { params } = input as { params: { id: string } };
        this.remove(this.#dealOf(params.id), params.id);
        return null;
      }
      default:
        throw new Error(`the model has no ${endpoint}`);
    }
  }

  /** The endpoints that pulls call. No others are called through `ask` here. */
  #api(): Api {
    const api = {
      transactions: {
        list: async ({ archived }: { archived?: string }) => (archived ? [] : [...this.deals.values()]),
        get: async ({ id }: { id: string }) => {
          const deal = this.deals.get(id);
          if (!deal) throw new Refusal('not_found', 'There is no such transaction.');
          return deal;
        },
        changes: async ({ id }: { id: string }) => this.#whole(id),
      },
      edits: { unknown: async () => ({ unknown: [], restored_to: null }) },
    };
    return api as unknown as Api;
  }

  #whole(uuid: string): Changes {
    const transaction = this.deals.get(uuid);
    if (!transaction) throw new Refusal('not_found', 'There is no such transaction.');
    return {
      epoch: 'one',
      version: transaction.version,
      complete: true,
      transaction,
      puts: { ...NO_ROWS, elements: this.elements(uuid) },
      deletes: NO_ROWS,
      lists: [...this.#listsOf(uuid)].map(([parent, children]) => ({
        parent: parentElement(parent),
        children: [...children],
      })),
      checksum: null,
    };
  }

  #dealOf(element: string): string {
    for (const [deal, labels] of this.labels) if (labels.has(element)) return deal;
    throw new Refusal('not_found', 'There is no such element.');
  }

  #listsOf(deal: string): Map<string, readonly string[]> {
    const lists = this.lists.get(deal);
    if (!lists) throw new Refusal('not_found', 'There is no such transaction.');
    return lists;
  }

  #setLists(deal: string, changed: ReadonlyMap<string, readonly string[]>): void {
    const lists = this.#listsOf(deal);
    for (const [parent, children] of changed) lists.set(parent, children);
  }
}

function rejected(code: ErrorCode, message: string): Answer<never> {
  return { kind: 'rejected', code, message, error: { code, error_message: message } };
}
