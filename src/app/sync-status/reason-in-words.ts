import type { RejectedRow } from '../../db/rows.ts';

/** The reason for a status that has no sentence of its own (docs/product/api.md, "Errors"). */
const GENERAL = /^ApiFetch error general (\d{3})$/;

/** Why a request came to nothing, for whoever reads it. Most reasons are sentences already. */
export function reasonInWords(reason: string): string {
  const status = GENERAL.exec(reason)?.[1];
  if (status !== undefined) return `The server had a problem (${status}).`;
  return reason === 'Error parsing JSON response' ? 'The server’s response was cut off.' : reason;
}

/** Why the server refused an edit. Its own words for a missing row do not say how that came about; of a restore they do. */
export function whyRefused({ name, code, reason }: Pick<RejectedRow, 'name' | 'code' | 'reason'>): string {
  if (code !== 'not_found' || name === 'deleted.restore' || name === 'file.upload') return reason;
  return 'It was deleted in the meantime, or you no longer have access to it.';
}
