import { expect } from 'vitest';
import { changesSchema, type Changes } from '../../../src/contract/entities/transactions/changes.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { placesOf, TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import { dealChecksum } from '../../../src/contract/rules/transactions/deal-checksum.ts';
import type { Answer, TestClient } from './test-client.ts';

type Cursor = { since: number; epoch: string };

/** The rows of a deal's three lists. */
export type DealLists = { elements: Element[]; items: Item[]; documents: Document[] };

/** Requests the changes since a cursor, or everything without one. */
export function askChanges(
  client: TestClient,
  deal: string,
  query: { since?: number; epoch?: string; checksum?: boolean } = {},
): Promise<Answer> {
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return client.get(`/transactions/transaction/${deal}/changes?${asked}`);
}

/** Reads the current content of the three lists. */
export async function readLists(client: TestClient, deal: string): Promise<DealLists> {
  const list = async (path: string) => (await client.get(`/transactions/${path}`)).body;
  return {
    elements: await list(`element?transaction=${deal}`),
    items: await list(`item?transaction=${deal}`),
    documents: await list(`document?transaction=${deal}&include_thumbnails=true`),
  };
}

/** A deal as seen by a reader who has only the responses of the change feed: rows, and lists of children. */
export class DealMirror {
  cursor: Cursor | null = null;
  readonly #client: TestClient;
  readonly #deal: string;
  readonly #elements = new Map<string, Element>();
  readonly #items = new Map<string, Item>();
  readonly #documents = new Map<string, Document>();
  readonly #lists = new Map<string, string[]>();
  transaction: Changes['transaction'] = null;

  constructor(client: TestClient, deal: string) {
    this.#client = client;
    this.#deal = deal;
  }

  /** Applies the changes since the last pull, and returns them. */
  async pull(query: { checksum?: boolean } = {}): Promise<Changes> {
    const answer = await askChanges(this.#client, this.#deal, { ...this.cursor, ...query });
    expect(answer.status, answer.text).toBe(200);
    const changes = changesSchema.parse(answer.body);
    expect(changes).toEqual(answer.body);
    this.#apply(changes);
    return changes;
  }

  #apply(changes: Changes): void {
    if (changes.complete) for (const table of [this.#elements, this.#items, this.#documents]) table.clear();
    if (changes.complete) this.#lists.clear();
    take(this.#elements, changes.puts.elements, changes.deletes.elements);
    take(this.#items, changes.puts.items, changes.deletes.items);
    take(this.#documents, changes.puts.documents, changes.deletes.documents);
    for (const { parent, children } of changes.lists) this.#lists.set(parent ?? TOP, children);
    this.transaction = changes.transaction ?? this.transaction;
    this.cursor = { since: changes.version, epoch: changes.epoch };
  }

  get checksum(): string {
    return dealChecksum({
      rows: {
        elements: this.#elements.values(),
        items: this.#items.values(),
        documents: this.#documents.values(),
      },
      lists: this.#lists,
    });
  }

  /** Returns the deal like the three lists would, in any order. Places come from the lists of children. */
  get content(): DealLists {
    const places = placesOf(this.#lists);
    const placeOf = (element: string | undefined) => {
      const place = places.get(element ?? '');
      return { order: place?.index ?? -1, parent: place && place.parent !== TOP ? place.parent : null };
    };
    const elementOf = new Map([...this.#elements.values()].map(({ item, uuid }) => [item, uuid]));
    return {
      elements: [...this.#elements.values()].map((element) => {
        const { order, parent } = placeOf(element.uuid);
        return { ...element, order, parent_element: parent };
      }),
      items: [...this.#items.values()].map((item) => {
        const { order, parent } = placeOf(elementOf.get(item.uuid));
        return { ...item, element_order: order, element_parent: parent };
      }),
      documents: [...this.#documents.values()],
    };
  }
}

/** Returns the rows of each list by id, to compare lists regardless of their order. */
export function byId({ elements, items, documents }: DealLists): unknown {
  const sorted = (rows: readonly { uuid: string }[]) =>
    rows.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1));
  return { elements: sorted(elements), items: sorted(items), documents: sorted(documents) };
}

function take<Row extends { uuid: string }>(
  table: Map<string, Row>,
  puts: readonly Row[],
  deletes: readonly string[],
): void {
  for (const row of puts) table.set(row.uuid, row);
  for (const uuid of deletes) table.delete(uuid);
}
