import type { SigningType } from './upload-checks.ts';

/** How a checklist item is signed. */
export interface SigningFlags {
  forSigning: boolean;
  fullyExecuted: boolean;
}

/** Returns the item's signing type for the one of a queued document (docs/product/documents.md, "Signing type"). */
export function signingFlags(type: SigningType): SigningFlags {
  return { forSigning: type === 'to_be_signed', fullyExecuted: type === 'fully_executed' };
}

/** The reverse of the above. A fully executed document no longer needs to be signed. */
export function signingTypeOf({ forSigning, fullyExecuted }: SigningFlags): SigningType {
  if (fullyExecuted) return 'fully_executed';
  return forSigning ? 'to_be_signed' : 'non_executable';
}
