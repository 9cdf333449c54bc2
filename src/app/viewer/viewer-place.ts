/** The screens that a document is opened from, and that the viewer is closed to. */
export type Underneath = 'checklist' | 'documents';

/** Where a document is read; `page` counts from 1. */
export function viewerPath(transaction: string, document: string, page?: number): string {
  const path = `/transaction/${transaction}/documents/${document}`;
  return page === undefined ? path : `${path}?page=${page}`;
}

/** What the way to the viewer carries, so that it closes to where the person was. */
export function openedOver(underneath: Underneath): { openedOver: Underneath } {
  return { openedOver: underneath };
}

/** From the history's state, as the router keeps it; null where the viewer was come to by its address. */
export function underneathOf(state: unknown): Underneath | null {
  if (typeof state !== 'object' || state === null || !('openedOver' in state)) return null;
  return state.openedOver === 'checklist' || state.openedOver === 'documents' ? state.openedOver : null;
}

/** The page that an address asks for; 1 where it does not say one. */
export function askedPage(search: string): number {
  const page = Number(new URLSearchParams(search).get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
