import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { codeBars, type CodeBar } from '../../src/contract/rules/signature-page/layout/code-bars.ts';

let prepared: Promise<unknown> | null = null;

/** Returns the QR code of a text, at error correction level H. */
export async function drawCode(text: string): Promise<CodeBar[]> {
  prepared ??= prepare();
  await prepared;
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', options: 'ecLevel=H' });
  if (error) throw new Error(`No QR code for ${text}: ${error}`);
  return codeBars(symbol);
}

/** Returns the QR code of an address as an SVG file, with the white margin that cameras need. */
export async function paintCode(address: string): Promise<string> {
  const bars = await drawCode(address);
  const path = bars.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.1 -0.1 1.2 1.2" shape-rendering="crispEdges">',
    '<rect x="-0.1" y="-0.1" width="1.2" height="1.2" fill="#fff"/>',
    `<path d="${path}"/>`,
    '</svg>',
  ].join('');
}

/** Gives the library its WebAssembly file. Otherwise, it would fetch the file from the internet. */
async function prepare(): Promise<unknown> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
