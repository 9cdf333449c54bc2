import type { SigningType } from './upload-checks.ts';

/** How an item of the checklist is to be signed. */
export interface SigningFlags {
  forSigning: boolean;
  fullyExecuted: boolean;
}

/** The item's signing type for a queued document's (docs/product/documents.md, "Signing type"). */
export function signingFlags(type: SigningType): SigningFlags {
  return { forSigning: type === 'to_be_signed', fullyExecuted: type === 'fully_executed' };
}

/** The reverse. A fully executed document no longer needs to be signed. */
export function signingTypeOf({ forSigning, fullyExecuted }: SigningFlags): SigningType {
  if (fullyExecuted) return 'fully_executed';
  return forSigning ? 'to_be_signed' : 'non_executable';
}
