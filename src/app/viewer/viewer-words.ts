import type { DealDocument } from '../../db/queries/documents/deal-documents.ts';
import type { PdfFailure } from './pdfjs.ts';

/** Why nothing is shown: what is the matter with the document, with its PDF, or with the viewer itself. */
export type Trouble = PdfFailure | 'no_viewer' | 'missing' | 'converting' | 'failed';

export interface TroubleWords {
  title: string;
  text: string;
  /** What helps: to try again, or the file itself; null = nothing but waiting or closing. */
  way: 'retry' | 'download' | null;
}

/** What keeps a document from being opened, as far as the mirror knows; null = nothing does. */
export function standingTrouble(document: DealDocument | null): Trouble | null {
  if (!document) return 'missing';
  if (document.row.pdfUrl !== null && document.row.conversionFinishedAt !== null) return null;
  return document.status.startsWith('FAILED') ? 'failed' : 'converting';
}

/** What the person is told, and what they can do. */
export function troubleWords(trouble: Trouble, reachable: boolean): TroubleWords {
  switch (trouble) {
    case 'missing':
      return {
        title: 'This document could not be found',
        text: reachable
          ? 'It may have been deleted, or replaced on the checklist.'
          : 'It may not be on this device yet, or have been deleted.',
        way: null,
      };
    case 'converting':
      return {
        title: 'This document is being converted',
        text: reachable
          ? 'It opens by itself as soon as its pages are ready.'
          : 'It opens by itself once you are back online and its pages are ready.',
        way: null,
      };
    case 'failed':
      return {
        title: 'This document could not be converted',
        text: 'The file itself is as it was uploaded: download it to see it.',
        way: 'download',
      };
    case 'unreachable':
      return reachable
        ? {
            title: 'The document could not be loaded',
            text: 'The server did not answer. Try again in a moment.',
            way: 'retry',
          }
        : {
            title: 'This document is not on this device',
            text: 'There is no connection to the server, and its pages are not kept on this device. It opens by itself once there is one.',
            way: 'retry',
          };
    case 'no_viewer':
      return {
        title: 'The viewer is not on this device yet',
        text: reachable
          ? 'It could not be loaded. Try again in a moment.'
          : 'It comes with the first document that you open online, or transaction that you keep on this device.',
        way: 'retry',
      };
    case 'signed_out':
      return {
        title: 'Sign in to read this document',
        text: 'Your session has ended. Once you have signed in again, open the document anew.',
        way: null,
      };
    case 'gone':
      return {
        title: 'This document is not there for you any more',
        text: 'It was deleted, the files of its transaction were archived and removed, or you no longer have access to it.',
        way: null,
      };
    case 'locked':
      return {
        title: 'This document wants a password',
        text: 'Download the file to open it with its password.',
        way: 'download',
      };
    case 'damaged':
      return {
        title: 'This document is damaged',
        text: 'Its pages cannot be read. Download the file to look at it, or upload it again.',
        way: 'download',
      };
    case 'trouble':
      return {
        title: 'The document could not be loaded',
        text: 'The server could not give it just now. Try again in a moment.',
        way: 'retry',
      };
  }
}
