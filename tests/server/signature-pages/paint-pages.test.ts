import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { paintPages } from '../../../server/signing/paint-pages.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { fonts, layOut } from './page-engine.ts';
import { jane } from './sample-signers.ts';

const facts = { title: 'Packet', date: new Date(0) };

let workDir: string;
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'counterpart-paint-'));
});
afterAll(() => rm(workDir, { recursive: true, force: true }));

/** Returns a sheet to paint over a page of a file, and the same sheet twice as a separate page. */
async function sheets(): Promise<[PacketSheet, PacketSheet, PacketSheet]> {
  const [sheet] = (await layOut({ signers: [jane] })).sheets;
  if (!sheet) throw new Error('No sheet.');
  return [
    { ...sheet, copied: { picture: '', text: '', matrix: [1, 0, 0, 1, 0, 0] } },
    { ...sheet },
    { ...sheet },
  ];
}

async function lease(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const name of ['Cover', 'Signatures to the lease'])
    pdf.addPage([612, 792]).drawText(name, { x: 72, y: 40, size: 12, font });
  return pdf.save();
}

test('a separate process parses a page of a file and paints the sheet over it', async () => {
  const [over, plain, signed] = await sheets();
  const under = new Map([[over, { pdf: await lease(), page: 1 }]]);
  const ink = new Map([[signed, [{ outline: 'M 0 0 L 60 0 L 60 60 Z', x: 300, y: 700, scale: 1 }]]]);
  const load = vi.spyOn(PDFDocument, 'load');
  onTestFinished(() => load.mockRestore());
  const pdf = await paintPages([over, plain, signed], facts, { fonts, ink, under, workDir });
  expect(load).not.toHaveBeenCalled();
  const pages = await seePdf(pdf);
  expect(pages).toHaveLength(3);
  const [first, second, third] = pages;
  expect(first?.text).toContain('Signatures to the lease');
  expect(first?.text).toContain('Jane Roe');
  expect(second?.text).not.toContain('lease');
  const dark = (page: typeof first) => page?.gray.filter((value) => value < 128).length ?? 0;
  expect(dark(third) - dark(second)).toBeGreaterThan(1000);
});

test('a page that can’t be parsed stops the painting process, not the server', async () => {
  const [over] = await sheets();
  const under = new Map([[over, { pdf: Buffer.from('%PDF-1.7\nno pages'), page: 0 }]]);
  await expect(paintPages([over], facts, { fonts, under, workDir })).rejects.toMatchObject({
    name: 'ConversionError',
    code: 'reader_failed',
  });
});
