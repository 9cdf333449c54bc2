import { expect, test } from 'vitest';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { openDatabase } from '../../db/open-database.ts';
import { newUuid } from '../../db/uuid.ts';
import { dismissToast, shownToasts } from '../toasts/toast-store.ts';
import { saveDocument } from './save-document.ts';

test('of a Word document, whose PDF may be kept, the file alone is said not to be on this device', async () => {
  const db = openDatabase(newUuid());
  const row = {
    ...newDocumentRow(newUuid()),
    name: 'Bylaws',
    fileName: 'bylaws.docx',
    pdfUrl: '/files/bylaws',
  };
  await saveDocument(db, { row, name: row.name }, 'original', false);
  expect(shownToasts()).toMatchObject([
    { message: 'The Word file of “Bylaws” is not kept on this device. Download it once you are online.' },
  ]);
  for (const { id } of shownToasts()) dismissToast(id);
});
