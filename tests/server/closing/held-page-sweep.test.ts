import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { FILE_PATHS } from '../../../server/http/files-route.ts';
import { incomingKey } from '../../../server/storage/object-keys.ts';
import { DOWNLOAD_KINDS } from '../../../src/contract/rules/closing/download-plan.ts';
import {
  counsel,
  desk,
  ENTRY,
  held,
  HELD,
  mailbox,
  type NamedCall,
  openCollectedPages,
  outsider,
  owner,
  readFile,
  reads,
  SCANNED,
  SIGNED_AS,
  sweep,
} from './collected-pages.ts';

openCollectedPages();

describe('a held page', { timeout: 600_000 }, () => {
  test('is shown to the side that collected it, by these calls', async () => {
    const { shown, refused } = await sweep(counsel, reads(['executed_item']));
    expect(shown).toEqual([...HELD, 'packets.download', 'packets.page', 'packets.preview']);
    expect(refused).toEqual([]);
  });

  test('is not shown to the other side by any call, file or report', async () => {
    const { shown, refused } = await sweep(owner, reads(DOWNLOAD_KINDS));
    expect(shown).toEqual([]);
    // There are no executed signatures to download.
    expect(refused).toEqual(['downloads.items', ...HELD]);
  });

  test('is not shown to an outsider by any call', async () => {
    expect((await sweep(outsider, reads())).shown).toEqual([]);
  });

  test('is shown in the room only to its signatory, not to another signatory of the same document', async () => {
    const links = [held.online.packet, held.online.item, held.paper.packet, held.paper.item, ...held.pages];
    const roomOf = (token: string): NamedCall[] =>
      [`/signing/${token}`, ...links.map((each) => `/signing/${token}/document/${each}`)].map((path) => ({
        name: path.replace(token, ''),
        method: 'GET',
        path,
      }));
    // The same device, which knows both links.
    expect((await sweep(desk.device, roomOf(held.otherToken))).shown).toEqual([]);
    expect((await sweep(desk.device, roomOf(held.token))).shown).toContain(
      `/signing//document/${held.online.packet}`,
    );
  });

  test('can’t be fetched by its hash, or taken over as the file of a new document', async () => {
    const rows = held.paper;
    for (const route of Object.values(FILE_PATHS)) {
      for (const hash of held.hashes) {
        const path = route
          .replace('/api', '')
          .replace(':document', rows.document)
          .replace(':item', rows.filed)
          .replace(':download', rows.packet)
          .replace(':report', rows.packet)
          .replace(':deal', rows.deal)
          .replace(':sha256', hash)
          .replace(':page', '1');
        expect((await owner.get(path)).status, path).toBe(404);
      }
    }
    const staged = incomingKey(rows.deal, rows.executedDocument);
    for (const key of [...held.hashes.map((hash) => `files/${hash}`), staged]) {
      for (const uuid of [v7(), rows.executedDocument]) {
        const file = { uuid, transaction: rows.deal, name: 'Mine.pdf', uploaded_file_key: key };
        const made = await owner.post('/transactions/document', file);
        expect(made.status, made.text).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('is in no email to anybody but its signatory and those who collected it', async () => {
    const mails = await mailbox.mails();
    expect(mails.length).toBeGreaterThan(0);
    for (const { to, subject, text, html, attachments } of mails) {
      const files = await Promise.all(
        attachments.map(async ({ content }) => readFile(Buffer.from(content as ArrayBuffer))),
      );
      const all = [subject, text, html, ...files.map((file) => file.text)].join('\n');
      for (const sign of [ENTRY, SIGNED_AS, SCANNED])
        expect(all, `to ${to?.map(({ address }) => address).join(', ')}`).not.toContain(sign);
    }
  });
});
