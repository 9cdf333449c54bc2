import { nameKey } from './near-duplicates.ts';

export const WITNESS_MAX = { name: 120, address: 300, occupation: 120 } as const;

/** The details that witnesses give about themselves. */
export interface WitnessDetails {
  readonly name: string;
  readonly address: string;
  readonly occupation: string;
  /** They attest that they were physically present when the signatory signed. */
  readonly is_present: boolean;
}

/** A detail that disqualifies a witness, and why. */
export interface WitnessProblem {
  readonly field: keyof WitnessDetails;
  readonly sentence: string;
}

/** Returns what a witness attests to. The screen, evidence and certificate of completion use the same words. */
export function attestationOf(signer: string): string {
  return `I was physically present when ${signer} signed. I’m not a party to this document, and I’m signing as a witness.`;
}

/**
 * Returns what is wrong with a witness; null if nothing is.
 * @param parties the names of those who sign the document or are represented in it, who can't be witnesses
 */
export function witnessProblem(
  { name, address, occupation, is_present }: WitnessDetails,
  parties: readonly string[],
): WitnessProblem | null {
  if (nameKey(name) === '') return { field: 'name', sentence: 'Enter the witness’s name.' };
  if (address.trim() === '') return { field: 'address', sentence: 'Enter the witness’s address.' };
  if (occupation.trim() === '') return { field: 'occupation', sentence: 'Enter the witness’s occupation.' };
  if (parties.some((party) => nameKey(party) === nameKey(name)))
    return {
      field: 'name',
      sentence: `${name.trim()} is a party to this document. A witness must be someone else.`,
    };
  if (!is_present)
    return {
      field: 'is_present',
      sentence: 'The witness must confirm that they were physically present when the page was signed.',
    };
  return null;
}
