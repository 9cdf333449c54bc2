import type { DocumentStatus } from '../../../contract/rules/documents/document-status.ts';
import { canBeRestoredFromActivity } from '../../lib/format/restore-copy.ts';
import { counted } from '../../lib/format/numbers.ts';
import type { PlacedDocument } from './arrange-documents.ts';

export interface StatusWords {
  text: string;
  /** Which shape stands beside the word. */
  shape: 'ready' | 'busy' | 'failed';
}

/** How far the server is with a document, in a word or two (docs/product/documents.md, "Status"). */
export function statusWords(status: DocumentStatus): StatusWords {
  switch (status) {
    case 'CONVERSION_COMPLETE':
      return { text: 'Ready', shape: 'ready' };
    case 'FAILED_CONVERTING_DOCUMENT':
      return { text: 'Conversion failed', shape: 'failed' };
    case 'FAILED_GENERATING_THUMBNAILS':
      return { text: 'Page pictures failed', shape: 'failed' };
    case 'SUCCESS_CONVERTING_DOCUMENT':
      return { text: 'Preparing pages…', shape: 'busy' };
    default:
      return { text: 'Converting…', shape: 'busy' };
  }
}

interface DeleteQuestion {
  title: string;
  text: string;
  confirm: string;
}

/** What to ask before deleting; null if all of them are only in the upload queue, which deletes without asking. */
export function deleteQuestion(documents: readonly PlacedDocument[]): DeleteQuestion | null {
  const kept = documents.filter(({ row }) => !row.inQueue);
  const [first] = kept;
  if (!first) return null;
  const lines = kept.flatMap(({ place }) => place ?? []);
  if (documents.length === 1) {
    const [line] = lines;
    const number = line?.number ? ` (${line.number})` : '';
    const stays = line ? ` “${line.name}”${number} stays on the checklist without a file.` : '';
    return {
      title: `Delete “${first.name}”?`,
      text: `The file is deleted for everybody.${stays} ${canBeRestoredFromActivity('It')}`,
      confirm: 'Delete document',
    };
  }
  const all = counted(documents.length, 'document', 'documents');
  const stay = `${counted(lines.length, 'checklist item stays', 'checklist items stay')} without a file.`;
  return {
    title: `Delete ${all}?`,
    text: `Their files are deleted for everybody. ${lines.length === 0 ? '' : `${stay} `}${canBeRestoredFromActivity('They')}`,
    confirm: `Delete ${all}`,
  };
}
