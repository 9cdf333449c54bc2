/** The screens that open documents. Closing the viewer returns to the screen that opened it. */
export type Underneath = 'checklist' | 'documents';

/** Returns the viewer's address for a document; `page` counts from 1. */
export function viewerPath(transaction: string, document: string, page?: number): string {
  const path = `/transaction/${transaction}/documents/${document}`;
  return page === undefined ? path : `${path}?page=${page}`;
}

/** Returns the viewer's address for the executed document of this document's item. */
export function executedPath(transaction: string, document: string): string {
  return `${viewerPath(transaction, document)}?executed`;
}

/** Returns whether an address shows the executed document. */
export function isExecuted(search: string): boolean {
  return new URLSearchParams(search).has('executed');
}

/** Returns the history state that makes the viewer close to the screen below it. */
export function openedOver(underneath: Underneath): { openedOver: Underneath } {
  return { openedOver: underneath };
}

/** Returns the screen below the viewer, from the history state; null if the viewer was opened by its address. */
export function underneathOf(state: unknown): Underneath | null {
  if (typeof state !== 'object' || state === null || !('openedOver' in state)) return null;
  return state.openedOver === 'checklist' || state.openedOver === 'documents' ? state.openedOver : null;
}

/** Returns the page in an address; 1 if it names none. */
export function askedPage(search: string): number {
  const page = Number(new URLSearchParams(search).get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
