import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { SeenPage } from '../../../support/open-pdfium.ts';
import { printPdf, scanPage, scansAsPdf, signatureInk } from '../../../support/signing/scans.ts';
import type { Answer, TestClient } from '../../support/test-client.ts';
import { postForm } from '../../support/upload.ts';
import type { DealTeam } from '../deal-team.ts';
import type { RoomDesk } from '../room/room-desk.ts';

/** The server reads up to 400 pages. */
const READ_WITHIN_MS = 150_000;

/** Uploads a file of returned pages, and waits until it is read. */
export async function uploadScan(by: TestClient, deal: string, bytes: Uint8Array) {
  const uuid = v7();
  const presigned = await by.post(`/transactions/transaction/${deal}/presigned_url`, {
    doc_uuid: uuid,
    file_name: 'Scan.pdf',
  });
  expect(presigned.status, presigned.text).toBe(200);
  expect((await postForm(presigned.body, bytes)).ok).toBe(true);
  const made = await by.post('/transactions/executed_document', {
    uuid,
    transaction: deal,
    uploaded_file_key: presigned.body.fields.key,
    name: 'Scan',
  });
  expect(made.status, made.text).toBe(201);
  await expect
    .poll(async () => (await by.get(`/transactions/executed_document/${uuid}`)).body.status, {
      timeout: READ_WITHIN_MS,
    })
    .not.toBe('processing');
  const file = (await by.get(`/transactions/executed_document/${uuid}`)).body;
  const pages = (await by.get(`/transactions/executed_document_page?transaction=${deal}`)).body.filter(
    (page: { executed_document: string }) => page.executed_document === uuid,
  );
  return { file, pages };
}

/** Has Jane sign two documents: creates and prints her packet. */
export async function printPagesOf(team: DealTeam, desk: RoomDesk) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const spa = (await team.assign(await team.item('SPA'), jane)).uuid;
  const nda = (await team.assign(await team.item('NDA'), jane)).uuid;
  const packet = await desk.make(team, { signatories: [jane] });
  return { jane, email, spa, nda, packet, sheets: await printPacket(team.client, packet) };
}

/** Downloads a packet's PDF and prints it. */
export async function printPacket(by: TestClient, packet: string): Promise<SeenPage[]> {
  const { status, body, text } = await by.post(`/packet/${packet}/download`);
  expect(status, text).toBe(302);
  return printPdf(new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer()));
}

/** Signs printed pages in ink and scans them. */
export async function scanAll(sheets: readonly SeenPage[]): Promise<Buffer> {
  return scansAsPdf(
    await Promise.all(sheets.map(async (sheet) => scanPage(sheet, { ink: signatureInk(150, 300) }))),
  );
}

/** Accepts a signature on paper after reviewing the current state of its page. */
export async function acceptPage(by: TestClient, deal: string, assignment: string): Promise<Answer> {
  const look = async () => {
    const { body: pages } = await by.get(`/transactions/executed_document_page?transaction=${deal}`);
    const seen = pages.filter((page: { assignments: string[] }) => page.assignments.includes(assignment));
    return by.post(`/assignments/assignment/${assignment}/accept`, {
      pages: seen.map(({ uuid, version }: { uuid: string; version: number }) => ({ uuid, version })),
    });
  };
  const first = await look();
  // The user reloads the page, which was compared with its blank page in the meantime.
  return first.status === 409 ? look() : first;
}
