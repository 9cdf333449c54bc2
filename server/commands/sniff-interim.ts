import { open } from 'node:fs/promises';

export async function sniffFile(path: string): Promise<'pdf' | 'doc' | 'docx' | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.includes('%PDF-')) return 'pdf';
    if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'doc';
    if (head.subarray(0, 2).toString('latin1') === 'PK') return 'docx';
    return null;
  } finally {
    await file.close();
  }
}
