import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { addDocumentsToTransaction } from '../commands/documents/add-documents-to-transaction.ts';
import { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';

const deal = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

describe('the answer to an edit', () => {
  it('is pending while the edit is on its way, and done once the server has confirmed it', async () => {
    const { answers, id } = await add();
    await db.outbox.where({ id }).modify({ state: 'attempted' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answers).toEqual([]);
    await db.outbox.where({ id }).modify({ state: 'acked' });
    await expect.poll(() => answers).toEqual([true]);
  });

  it('is done if it came while nobody was watching', async () => {
    const { answers, id } = await add();
    await db.outbox.where({ id }).delete();
    await expect.poll(() => answers).toEqual([true]);
  });

  it('is rejected if the server rejected it', async () => {
    const { answers, id } = await add();
    const at = new Date().toISOString();
    await db.transaction('rw', db.outbox, db.rejected, async () => {
      await db.outbox.where({ id }).delete();
      const refused = { id, lane: deal, name: 'x', args: {}, reason: 'No.', code: 'forbidden' };
      await db.rejected.add({ ...refused, madeAt: at, rejectedAt: at });
    });
    await expect.poll(() => answers).toEqual([false]);
  });
});

async function add(): Promise<{ answers: boolean[]; id: string }> {
  const answers: boolean[] = [];
  const document = newDocumentRow(deal);
  await db.documents.add(document);
  const documentIds = [document.uuid];
  const { answered } = await addDocumentsToTransaction(db, { transaction: deal, documentIds });
  void noteAnswer(answered, answers);
  const [edit] = await db.outbox.toArray();
  return { answers, id: edit!.id };
}

async function noteAnswer(answered: Promise<boolean>, answers: boolean[]): Promise<void> {
  answers.push(await answered);
}
