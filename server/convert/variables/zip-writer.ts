import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { ZipEntry } from '../readers/zip-directory.ts';

const deflated = promisify(deflateRaw);

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/**
 * The flag for a name in UTF-8. A copied entry's other flags describe how its original zip was written, so they are dropped.
 */
const UTF8_NAME = 0x08_00;

type Written = Pick<ZipEntry, 'name' | 'flags' | 'method' | 'crc' | 'packedSize' | 'size'>;

/** Writes a zip whose entries are copied from another one or replaced (APPNOTE 4.3). */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #entries: ZipEntry[] = [];
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w'));
  }

  /** Copies an entry without unpacking it. */
  async copy(entry: Written, packed: AsyncIterable<Buffer>): Promise<void> {
    await this.#begin(entry);
    for await (const chunk of packed) await this.#write(chunk);
  }

  /** Writes an entry with new content. */
  async add({ name, flags }: Written, text: string): Promise<void> {
    const content = Buffer.from(text);
    const packed = await deflated(content);
    const sizes = { packedSize: packed.length, size: content.length };
    await this.#begin({ name, flags, method: 8, crc: crc32(content), ...sizes });
    await this.#write(packed);
  }

  async end(): Promise<void> {
    const start = this.#at;
    for (const entry of this.#entries) {
      const header = Buffer.alloc(46);
      header.writeUInt32LE(CENTRAL, 0);
      header.writeUInt16LE(20, 4);
      writeFacts(header, 6, entry);
      header.writeUInt32LE(entry.start, 42);
      await this.#write(header);
      await this.#write(Buffer.from(entry.name, 'latin1'));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#at - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
    await this.#file.close();
  }

  async #begin(written: Written): Promise<void> {
    const entry = { ...written, flags: written.flags & UTF8_NAME, start: this.#at };
    this.#entries.push(entry);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL, 0);
    writeFacts(header, 4, entry);
    await this.#write(header);
    await this.#write(Buffer.from(entry.name, 'latin1'));
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#at += bytes.length;
  }
}

/** The fields that an entry's header and the directory have in common. */
function writeFacts(header: Buffer, at: number, entry: Written): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(entry.flags, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.packedSize, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(entry.name.length, at + 22);
}
