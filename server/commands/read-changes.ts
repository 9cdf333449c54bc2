import type { Changes } from '../../src/contract/entities/changes.ts';
import { presentElement } from '../present/present-element.ts';
import { listElements } from '../store/elements.ts';
import type { DealRead } from './deal-scope.ts';
import { readDocuments } from './read-documents.ts';
import { readItems } from './read-items.ts';
import { readTransaction } from './read-transaction.ts';

/** What changed in a deal since a cursor; without one, everything. */
export async function readChanges(scope: DealRead): Promise<Changes> {
  const { tx, deal } = scope;
  const elements = (await listElements(tx, deal.uuid)).map(presentElement);
  const lists = new Map<string | null, string[]>([[null, []]]);
  for (const { uuid, parent_element: parent } of elements) {
    const children = lists.get(parent);
    if (children) children.push(uuid);
    else lists.set(parent, [uuid]);
  }
  return {
    epoch: '',
    version: deal.version,
    complete: true,
    transaction: await readTransaction(scope),
    puts: {
      elements,
      items: await readItems(tx, deal.uuid),
      documents: await readDocuments(scope, { transaction: deal.uuid, include_thumbnails: true }),
    },
    deletes: { elements: [], items: [], documents: [] },
    lists: [...lists].map(([parent, children]) => ({ parent, children })),
    checksum: null,
  };
}
