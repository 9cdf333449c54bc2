import { SIGNING_TYPES } from '../../../../src/contract/rules/documents/upload-checks.ts';
import type { DocumentRow, ItemRow } from '../../../../src/db/rows.ts';
import { pick } from '../random.ts';
import { rowsOf, type Act, type Shown } from './shown.ts';

/** Picks one of these files, often the one that was edited last, so that edits collide. */
function fileAmong({ world, step }: Shown, files: readonly DocumentRow[]): DocumentRow | undefined {
  const last = files.find(({ uuid }) => step.a % 2 === 0 && uuid === world.lastFile);
  const file = last ?? pick(files, step.b);
  if (file) world.lastFile = file.uuid;
  return file;
}

function queued(shown: Shown): DocumentRow[] {
  return rowsOf<DocumentRow>(shown, 'documents').filter(({ inQueue }) => inQueue);
}

/** The edits that a person makes to a deal's files. */
export const documentEdits = {
  'edit document'(shown) {
    const { tab, deal, step } = shown;
    const file = fileAmong(shown, rowsOf<DocumentRow>(shown, 'documents'));
    if (!file) return;
    const signingType = pick(SIGNING_TYPES, step.b) ?? file.signingType;
    const edits = step.c % 3 === 0 ? { signingType } : { name: `File ${step.a}` };
    const change = { transaction: deal, uuid: file.uuid, edits, placed: !file.inQueue };
    tab.command((commands, db) => commands.updateDocument(db, change));
  },
  'delete document'(shown) {
    const { tab, deal, step } = shown;
    const file = fileAmong(shown, rowsOf<DocumentRow>(shown, 'documents'));
    if (!file) return;
    if (!file.inQueue) {
      const gone = { transaction: deal, uuid: file.uuid, item: file.itemId ?? undefined };
      return tab.command((commands, db) => commands.deleteDocuments(db, [gone]));
    }
    const together = step.c % 2 === 0;
    const uuids = together ? queued(shown).map(({ uuid }) => uuid) : [file.uuid];
    tab.command((commands, db) => commands.removeFromQueue(db, { transaction: deal, uuids, together }));
  },
  'add documents'(shown) {
    const { tab, deal, step } = shown;
    const file = fileAmong(shown, queued(shown));
    if (!file) return;
    const other = step.c % 3 === 0 ? pick(queued(shown), step.a) : undefined;
    const documentIds = [...new Set([file.uuid, other?.uuid ?? file.uuid])];
    tab.command((commands, db) => commands.addDocumentsToTransaction(db, { transaction: deal, documentIds }));
  },
  'file version'(shown) {
    const { tab, deal, step } = shown;
    const file = fileAmong(shown, queued(shown));
    const item = pick(rowsOf<ItemRow>(shown, 'items'), step.c);
    if (!file || !item) return;
    const brought = { transaction: deal, document: file.uuid, item: item.uuid };
    tab.command((commands, db) => commands.bringVersion(db, brought));
  },
  'set version'(shown) {
    const { tab, deal } = shown;
    const items = new Map(rowsOf<ItemRow>(shown, 'items').map((item) => [item.uuid, item]));
    const others = rowsOf<DocumentRow>(shown, 'documents').filter(({ uuid, itemId }) => {
      const item = items.get(itemId ?? '');
      return item !== undefined && item.document !== uuid;
    });
    const file = fileAmong(shown, others);
    if (!file?.itemId) return;
    const chosen = { transaction: deal, uuid: file.itemId, document: file.uuid };
    tab.command((commands, db) => commands.setVersion(db, chosen));
  },
} satisfies Record<string, Act>;
