import { expect, test } from 'vitest';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { openDatabase } from '../../db/open-database.ts';
import { newUuid } from '../../db/uuid.ts';
import { dismissToast, shownToasts } from '../toasts/toast-store.ts';
import { saveDocument } from './save-document.ts';

test('offline, a Word file that is not on this device cannot be downloaded, and the toast says so', async () => {
  const db = openDatabase(newUuid());
  const row = {
    ...newDocumentRow(newUuid()),
    name: 'Bylaws',
    fileName: 'bylaws.docx',
    pdfUrl: '/files/bylaws',
  };
  await saveDocument(db, { row, name: row.name }, 'original', false);
  expect(shownToasts()).toMatchObject([
    {
      message: 'The Word file of “Bylaws” isn’t on this device. You can download it when you’re back online.',
    },
  ]);
  for (const { id } of shownToasts()) dismissToast(id);
});
