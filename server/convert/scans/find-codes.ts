import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import { readShortCode } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { Point } from './scanned-pages.ts';

// Runs in the process that reads scans.

/** The pixels of a page: red, green, blue and an unused byte each. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/**
 * A short code in a QR code. Its corners are in pixels, in the code's own orientation: top left, top right, bottom right and
 * bottom left.
 */
export interface CodeInPixels {
  readonly text: string;
  readonly corners: readonly [Point, Point, Point, Point];
}

const OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 8,
};

/** Gives the library its WebAssembly file. Otherwise, it would fetch the file from the internet. */
export async function prepareCodes(): Promise<void> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** Finds the short codes in a picture. `isHard` uses methods that take longer. */
export async function findCodes(
  { data, width, height }: Pixels,
  { isHard }: { isHard: boolean },
): Promise<CodeInPixels[]> {
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { ...OPTIONS, ...(isHard && { tryDenoise: true, tryDownscale: true }) },
  );
  return found.flatMap(({ isValid, text, position }) => {
    // Typed codes are read leniently, but QR codes strictly, because the reader corrects errors itself.
    const code = isValid && readShortCode(text) === text ? text : null;
    if (code === null) return [];
    const { topLeft, topRight, bottomRight, bottomLeft } = position;
    return [{ text: code, corners: [topLeft, topRight, bottomRight, bottomLeft] as const }];
  });
}
