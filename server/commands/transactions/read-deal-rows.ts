import type { Changes, DealRows } from '../../../src/contract/entities/changes.ts';
import { presentCustomKey } from '../../present/present-custom-key.ts';
import { presentDocument } from '../../present/present-document.ts';
import { presentElement } from '../../present/present-element.ts';
import { presentNote } from '../../present/present-note.ts';
import { presentTask } from '../../present/present-task.ts';
import type { TouchedRows } from '../../store/deals/change-log.ts';
import { listCustomKeys } from '../../store/deals/custom-keys.ts';
import { listDocuments } from '../../store/deals/documents.ts';
import { listElements } from '../../store/deals/elements.ts';
import { listNotes } from '../../store/deals/notes.ts';
import type { Tx } from '../../store/tables.ts';
import { listTasks } from '../../store/deals/tasks.ts';
import { readItems } from '../checklist/read-items.ts';

/** All that a deal holds, as its readers see it; of the `touched` rows alone, those that still stand. */
export async function readDealRows(tx: Tx, deal: string, touched?: TouchedRows): Promise<DealRows> {
  const among = (collection: keyof DealRows) => touched && (touched.get(collection) ?? []);
  const documents = await listDocuments(tx, deal, { among: among('documents') });
  return {
    elements: (await listElements(tx, deal, among('elements'))).map(presentElement),
    items: await readItems(tx, deal, among('items')),
    documents: documents.map((row) => presentDocument(row, { thumbnails: true })),
    tasks: (await listTasks(tx, deal, among('tasks'))).map(presentTask),
    notes: (await listNotes(tx, deal, among('notes'))).map(presentNote),
    custom_keys: (await listCustomKeys(tx, deal, among('custom_keys'))).map(presentCustomKey),
  };
}

/** What was touched and does not stand any more, whatever happened to it in between. */
export function goneAmong(touched: TouchedRows, standing: DealRows): Changes['deletes'] {
  const gone = (collection: keyof DealRows) => {
    const there = new Set(standing[collection].map((row) => row.uuid));
    return (touched.get(collection) ?? []).filter((uuid) => !there.has(uuid));
  };
  return {
    elements: gone('elements'),
    items: gone('items'),
    documents: gone('documents'),
    tasks: gone('tasks'),
    notes: gone('notes'),
    custom_keys: gone('custom_keys'),
  };
}
