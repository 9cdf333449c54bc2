import { v7 } from 'uuid';
import { expect } from 'vitest';
import { printPdf, scanPage, scansAsPdf, signatureInk } from '../../support/signing/scans.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

export const WAIT = { timeout: 60_000 };

/**
 * Creates Jane Doe’s packet for three documents, which is printed, signed and scanned. All pages except the
 * first have lost their codes.
 */
export async function scannedPacket(
  counterpart: CounterpartProcess,
): Promise<{ deal: string; scan: Buffer }> {
  const deal = await prepareDeal(counterpart, 'Project Larch', [
    'Purchase Agreement',
    'Escrow Agreement',
    'Side Letter',
  ]);
  const client = await elsewhere(counterpart);
  const jane = await client.post('/signatory', { transaction: deal, full_name: 'Jane Doe' });
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  for (const { uuid: item } of items)
    await client.post('/assignments/assignment', { item, signatory: jane.body.uuid });
  const asked = { uuid: v7(), transaction: deal, signatories: [jane.body.uuid] };
  const made = await client.post('/assignments/create_packet', asked);
  const progress = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status;
  await expect.poll(progress, WAIT).toBe('ready');
  const { body } = await client.post(`/packet/${made.body.packets[0].uuid}/download`);
  // Only the browser can resolve the name of the file store.
  const store = /files\.localhost:80 ([\d.:]+)/.exec(counterpart.hosts)?.[1] ?? '';
  const address = body.redirect_url.replace(/\/\/[^/]+/, `//${store}`);
  const pdf = await (await fetch(address)).arrayBuffer();
  const [first, second, third] = await printPdf(new Uint8Array(pdf));
  if (!first || !second || !third) throw new Error('The packet has three pages.');
  const noCodes =
    '<rect x="540" width="72" height="90" fill="#fff"/><rect y="690" width="150" height="110" fill="#fff"/>';
  const scan = await scansAsPdf([
    await scanPage(first, { rotate: 182, ink: signatureInk(340, 150) }),
    await scanPage(second, { ink: noCodes + signatureInk(340, 150) }),
    await scanPage(third, { ink: noCodes + signatureInk(340, 150) }),
  ]);
  return { deal, scan };
}
