import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { codeBars, type CodeBar } from '../../src/contract/rules/signature-page/code-bars.ts';

let prepared: Promise<unknown> | null = null;

/** Returns the QR code of a short code, at error correction level H. */
export async function drawCode(text: string): Promise<CodeBar[]> {
  prepared ??= prepare();
  await prepared;
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', options: 'ecLevel=H' });
  if (error) throw new Error(`No QR code for ${text}: ${error}`);
  return codeBars(symbol);
}

/** Gives the library its WebAssembly file. Otherwise, it would fetch the file from the internet. */
async function prepare(): Promise<unknown> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
