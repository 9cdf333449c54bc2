import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import address from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { codeBars, type CodeBar } from '../../contract/rules/signature-page/layout/code-bars.ts';
import { fetchAsset } from './fetch-asset.ts';

let prepared: Promise<unknown> | null = null;

/** Returns the bars of the QR code for a short text, at error correction level H. */
export async function drawCode(text: string): Promise<CodeBar[]> {
  // By default, the library would fetch its WebAssembly file from the internet.
  prepared ??= fetchAsset(address).then(async ({ buffer }) =>
    prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true }),
  );
  try {
    await prepared;
  } catch (error) {
    prepared = null;
    throw error;
  }
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', options: 'ecLevel=H' });
  if (error) throw new Error(`No QR code for ${text}: ${error}`);
  return codeBars(symbol);
}
