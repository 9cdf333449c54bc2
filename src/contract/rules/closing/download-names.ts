import { downloadName, safeFileName } from '../documents/document-names.ts';
import type { DownloadKind, PlanItem } from './download-plan.ts';

/** Characters; file systems allow 255 bytes, and Windows 260 characters in a path. */
const NAME_MAX = 100;

/** The suffix that says what a PDF contains. */
const SUFFIXES: Partial<Record<DownloadKind, string>> = {
  executed_item_with_attachments: ' (with attachments)',
  executed_item_with_attachments_without_unexecuted_pages: ' (with attachments, without unsigned pages)',
  executed_item_without_unexecuted_pages: ' (without unsigned pages)',
  unexecuted_item: ' (blank signature pages)',
  nonexecutable_item: ' (original)',
  executed_sigs: ' (signed pages)',
};

/** The suffix that says what a zip contains. */
const CONTENTS: Record<DownloadKind, string> = {
  executed_item_with_attachments: 'documents with attachments',
  executed_item_with_attachments_without_unexecuted_pages:
    'documents with attachments, without unsigned pages',
  executed_item: 'documents',
  executed_item_without_unexecuted_pages: 'documents without unsigned pages',
  unexecuted_item: 'documents with blank signature pages',
  nonexecutable_item: 'original PDFs',
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
 * A PDF in a zip. `place` is its document's place on the checklist; without it, the PDF is numbered by its position in the
 * zip.
 */
export interface NameInZip {
  readonly name: string;
  readonly place?: Place | undefined;
}

/** A document's position among the documents of a checklist, from 1. An attachment has its document's position and a letter. */
export interface Place {
  readonly number: number;
  readonly letters: string;
}

/**
 * Returns the names of the PDFs in a zip, in order: `NN - Name.pdf`. A document has the same number in every zip. The number
 * also keeps a name from being a reserved one. A duplicate name, ignoring case, gets a number at its end.
 */
export function namesInZip(files: readonly NameInZip[]): string[] {
  const numbers = files.map(({ place }, at) => place?.number ?? at + 1);
  const digits = Math.max(2, String(Math.max(0, ...numbers)).length);
  const taken = new Map<string, number>();
  return files.map(({ name, place }, at) => {
    const number = `${String(numbers[at]).padStart(digits, '0')}${place?.letters ?? ''}`;
    const base = `${number} - ${safeFileName(withoutExtension(name), NAME_MAX)}`;
    const times = (taken.get(base.toLowerCase()) ?? 0) + 1;
    taken.set(base.toLowerCase(), times);
    return times === 1 ? `${base}.pdf` : `${base} (${times}).pdf`;
  });
}

/** Returns the places of documents, by their ids: "4" for the fourth, and "4-A" for its first attachment. */
export function placesOf(items: readonly PlanItem[]): ReadonlyMap<string, Place> {
  const below = (attachments: readonly PlanItem[], { number, letters }: Place): [string, Place][] =>
    attachments.flatMap((item, at) => {
      const place = { number, letters: `${letters}-${letterOf(at)}` };
      return [[item.uuid, place], ...below(item.attachments, place)];
    });
  return new Map(
    items.flatMap((item, at): [string, Place][] => {
      const place = { number: at + 1, letters: '' };
      return [[item.uuid, place], ...below(item.attachments, place)];
    }),
  );
}

/** "A" to "Z", then "AA". */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${letterOf(Math.floor(at / 26) - 1)}${letter}`;
}

function withoutExtension(name: string): string {
  return name.replace(/\.(pdf|docx?)$/i, '');
}
