// The UI copy of the document viewer.
import type { ViewerProblem } from './viewer-problem.ts';

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent' });

export const VIEWER = {
  name: (document: string) => `Viewer: ${document}`,
  untitled: 'Document',
  loading: 'Loading…',
  loadingShare: (share: number) => `Loading… ${PERCENT.format(share)}`,
  pageLog: 'Page',
  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  pagesOf: (document: string) => `Pages of ${document}`,
  pageFailed: 'This page couldn’t be displayed.',
  executed: (name: string) => `${name} (executed)`,
  isExecuted: 'This is the executed document: signed, released, and sealed.',
  isExecutedEarlier: 'This executed document doesn’t have the signatures released since it was created.',
  viewUnsigned: 'View the document without signatures',
  isUnsigned: 'This document has been executed.',
  wasExecuted: 'This document has been executed, but not yet with all its signatures.',
  viewExecuted: 'View the executed document',
  superseded: (version: number | undefined, current: number) =>
    `You are viewing version ${version}. Version ${current} is current.`,
  viewVersion: (number: number) => `View version ${number}`,
};

export const TOOLBAR = {
  name: 'Viewer',
  close: 'Close viewer',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: (count: number) => `Page number, 1 to ${count}`,
  pageTotal: (count: number) => `/ ${count === 0 ? '–' : count}`,
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoom: 'Zoom',
  fitWidth: 'Fit width',
  fitPage: 'Fit page',
  percent: (percent: number) => PERCENT.format(percent / 100),
  find: 'Find in document',
  downloadWord: 'Download Word file',
  downloadPdf: 'Download PDF',
  version: (number: number, total: number) => `Version ${number} of ${total}`,
  versionShort: (number: number, total: number) => `v${number} of ${total}`,
};

export const SEARCH = {
  name: 'Find in document',
  field: 'Find in document',
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close search',
  searching: 'Searching…',
  none: 'No results',
  searched: (read: number, pages: number) => `${read} of ${pages} pages searched`,
  found: (count: number) => `${count} found`,
  match: (place: number, count: number, page: number) => `${place} of ${count}, page ${page}`,
};

export interface ProblemCopy {
  title: string;
  text: string;
}

export const PROBLEM_BUTTONS = { retry: 'Try again', download: 'Download file', close: 'Close' };

/** Returns why the document is not shown, and what the user can do. */
export function problemCopy(problem: ViewerProblem, reachable: boolean): ProblemCopy {
  switch (problem) {
    case 'missing':
      return {
        title: 'This document could not be found',
        text: reachable
          ? 'It may have been deleted, or replaced on the checklist.'
          : 'It may have been deleted, or it may not be on this device yet.',
      };
    case 'converting':
      return {
        title: 'This document is being converted',
        text: reachable
          ? 'It opens here as soon as its pages are ready.'
          : 'It opens here when you’re back online and its pages are ready.',
      };
    case 'failed':
      return {
        title: 'This document couldn’t be converted',
        text: 'The uploaded file is unchanged. Download it to view it.',
      };
    case 'unreachable':
      return reachable
        ? {
            title: 'This document couldn’t be loaded',
            text: 'The server didn’t respond. Try again in a moment.',
          }
        : {
            title: 'This document is not on this device',
            text: 'You’re offline, and its pages aren’t saved on this device. It opens here when you’re back online.',
          };
    case 'no_viewer':
      return {
        title: 'The viewer is not on this device yet',
        text: reachable
          ? 'It couldn’t be loaded. Try again in a moment.'
          : 'Open any transaction while you’re online, and the viewer is saved on this device.',
      };
    case 'signed_out':
      return {
        title: 'Sign in to view this document',
        text: 'Your session has ended. Sign in, then open the document again.',
      };
    case 'gone':
      return {
        title: 'This document is no longer available',
        text: 'It was deleted or archived, or you no longer have access to it.',
      };
    case 'locked':
      return {
        title: 'This document needs a password',
        text: 'Download the file to open it with its password.',
      };
    case 'damaged':
      return {
        title: 'This document is damaged',
        text: 'Its pages can’t be read. Download the file to check it, or upload it again.',
      };
    case 'trouble':
      return {
        title: 'This document couldn’t be loaded',
        text: 'Something went wrong on the server. Try again in a moment.',
      };
  }
}
