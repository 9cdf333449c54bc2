import type { DocumentStatus } from '../../../contract/rules/document-status.ts';
import { counted } from '../../lib/counted.ts';
import type { PlacedDocument } from './arrange-documents.ts';

export interface StatusWords {
  text: string;
  /** Which shape stands beside the word. */
  shape: 'ready' | 'busy' | 'failed';
}

/** How far the server is with a document, in a word or two (core spec 4). */
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

/** What to ask before deleting; null where nothing stands on the checklist: the queue deletes without asking, too. */
export function deleteQuestion(documents: readonly PlacedDocument[]): DeleteQuestion | null {
  const placed = documents.filter(({ item }) => item !== null);
  const [first] = placed;
  if (!first) return null;
  if (documents.length === 1) {
    const number = first.place?.number ? ` (${first.place.number})` : '';
    return {
      title: `Delete “${first.row.name}”?`,
      text: `The file goes for everybody. “${first.place?.name ?? first.row.name}”${number} stays on the checklist, to be drafted. This cannot be undone.`,
      confirm: 'Delete document',
    };
  }
  const stays = placed.length === 1 ? 'stays' : 'stay';
  return {
    title: `Delete ${counted(documents.length, 'document', 'documents')}?`,
    text: `Their files go for everybody. ${counted(placed.length, 'line', 'lines')} of the checklist that they stand on ${stays} there, to be drafted. This cannot be undone.`,
    confirm: `Delete ${counted(documents.length, 'document', 'documents')}`,
  };
}
