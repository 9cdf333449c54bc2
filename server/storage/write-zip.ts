import { createWriteStream } from 'node:fs';
import { Writable, type Readable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';

interface ZipEntry {
  readonly name: string;
  readonly bytes: Readable;
}

/**
 * Writes a zip to a new file, one entry after another, so that none of them has to fit in memory. The files are stored
 * uncompressed, because PDFs are already compressed.
 */
export async function writeZip(path: string, at: Date, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const sink = createWriteStream(path, { flags: 'wx' });
  try {
    const zip = new ZipWriter(Writable.toWeb(sink), { useWebWorkers: false, level: 0 });
    for await (const { name, bytes } of entries) await zip.add(name, webStreamOf(bytes), { lastModDate: at });
    await zip.close();
  } finally {
    // Otherwise, it would stay open if the zip is abandoned.
    sink.destroy();
  }
}

function webStreamOf(bytes: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) return controller.close();
      if (!(next.value instanceof Uint8Array))
        throw new TypeError('The file stream returned text instead of bytes.');
      controller.enqueue(new Uint8Array(next.value));
    },
    cancel() {
      bytes.destroy();
    },
  });
}
