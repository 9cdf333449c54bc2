import type { RejectedRow } from '../../db/rows.ts';

/** What the specification calls an answer with a status that it names no other words for (core spec 8). */
const GENERAL = /^ApiFetch error general (\d{3})$/;

/** Why a request came to nothing, for whoever reads it. Most reasons are sentences already. */
export function reasonInWords(reason: string): string {
  const status = GENERAL.exec(reason)?.[1];
  if (status !== undefined) return `The server has a fault (${status}).`;
  return reason === 'Error parsing JSON response' ? 'The answer of the server was cut off.' : reason;
}

/** Why the server has not taken an edit. What it says of what is not there, or is another's, says nothing of how that came. */
export function whyRefused({ code, reason }: Pick<RejectedRow, 'code' | 'reason'>): string {
  return code === 'not_found' ? 'It was deleted meanwhile, or you no longer have access to it.' : reason;
}
