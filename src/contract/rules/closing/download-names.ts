import { downloadName, safeFileName } from '../documents/document-names.ts';
import type { DownloadKind } from './download-plan.ts';

/** Characters; file systems allow 255 bytes, and Windows 260 characters in a path. */
const NAME_MAX = 100;

/** What a document is, after its name. */
const SUFFIXES: Partial<Record<DownloadKind, string>> = {
  unexecuted_item: ' (unsigned)',
  executed_sigs: ' (signed pages)',
};

/** What a zip contains, after the name of its deal. */
const CONTENTS: Record<DownloadKind, string> = {
  executed_item_with_attachments: 'documents',
  executed_item_with_attachments_without_unexecuted_pages: 'documents',
  executed_item: 'documents',
  executed_item_without_unexecuted_pages: 'documents',
  unexecuted_item: 'unsigned documents',
  nonexecutable_item: 'files',
  executed_sigs: 'signed pages',
  unexecuted_packets: 'outstanding signature pages',
};

/** Returns the name of a document's PDF. */
export function pdfName(name: string, kind: DownloadKind): string {
  return downloadName(`${withoutExtension(name)}${SUFFIXES[kind] ?? ''}`, 'pdf');
}

/** Returns the name of a zip of a deal's documents. */
export function zipName(deal: string, kinds: readonly DownloadKind[]): string {
  const contents = new Set(kinds.map((kind) => CONTENTS[kind]));
  const [only] = contents;
  return `${safeFileName(deal, NAME_MAX)} - ${contents.size === 1 ? only : 'documents'}.zip`;
}

/**
 * Returns the names of the PDFs in a zip, `NN - Name.pdf` in their order. The number makes them unique, even on systems that ignore
 * case, and keeps them from being reserved names.
 */
export function namesInZip(names: readonly string[]): string[] {
  const digits = Math.max(2, String(names.length).length);
  return names.map((name, at) => {
    const number = String(at + 1).padStart(digits, '0');
    return `${number} - ${safeFileName(withoutExtension(name), NAME_MAX)}.pdf`;
  });
}

function withoutExtension(name: string): string {
  return name.replace(/\.(pdf|docx?)$/i, '');
}
