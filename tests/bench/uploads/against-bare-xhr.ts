import type { Page } from 'playwright-core';
import { v7 } from 'uuid';
import type { PresignedUpload } from '../../../src/contract/entities/documents/document.ts';
import { atMostTimes, ratioCell, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { documentsThere, type UploadSetting } from './bench-site.ts';

const FILE_BYTES = 20_000_000;
/** 20 Mbit/s, in bytes per second. */
const RATE = 2_500_000;

/** Compares a file of 20 MB, from choosing it to its document, with a bare upload of its bytes. */
export async function measureAgainstBareXhr({ site, documents, runs }: UploadSetting): Promise<BenchRow> {
  const path = await documents.largePdf(FILE_BYTES);
  const bytes = await documents.sizeOf(path);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await site.onNewDevice(async ({ device, page, person, deal }) => {
      site.store.slowTo(RATE);
      const form = await person.client.post(`/transactions/transaction/${deal}/presigned_url`, {
        doc_uuid: v7(),
        file_name: 'bare.pdf',
      });
      bare.push(await postBare(page, form.body, bytes));
      const began = performance.now();
      await device.picker(page).setInputFiles(path);
      await documentsThere(person, deal, 1);
      ours.push(performance.now() - began);
    });
  }
  return {
    title: '20 MB at 20 Mbit/s',
    measures: `Uploads an incompressible file of ${(bytes / 1e6).toFixed(1)} MB over a connection of 20 Mbit/s: from choosing the file until its document is on the server. In between, the file is copied to the browser’s disk, hashed, presigned and sent, and the server reads and hashes it. The bare XHR sends a form with as many bytes from memory, in the same page, and ends with the response.`,
    goals: [atMostTimes('at most 1.15 × a bare XHR', ours, bare, 1.15)],
    head: ['', 'ms', 'ours ÷ it'],
    lines: [
      ['Counterpart', spreadCell(ours), ''],
      ['bare XHR', spreadCell(bare), ratioCell(ours, bare)],
    ],
    notes: [],
  };
}

async function postBare(page: Page, form: PresignedUpload, bytes: number): Promise<number> {
  return page.evaluate(
    async ([{ url, fields }, length]) => {
      const noise = new Uint8Array(length);
      for (let at = 0; at < length; at += 65_536)
        crypto.getRandomValues(noise.subarray(at, Math.min(at + 65_536, length)));
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([noise]), 'bare.pdf');
      const began = performance.now();
      await new Promise<void>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.addEventListener('load', () => resolve());
        request.addEventListener('error', () => reject(new Error('The bare upload did not get through.')));
        request.open('POST', url);
        request.send(body);
      });
      return performance.now() - began;
    },
    [form, bytes] as const,
  );
}
