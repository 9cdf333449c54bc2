import type { SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';

/** What the person wants for one file that they dropped. */
export interface Wish {
  fileName: string;
  sha256: string;
  /** The possible names of the document: one, or two if an edit was interrupted before it was stored. */
  names: string[];
  signingTypes: SigningType[];
  /**
   * `kept`: the app has shown the file in the queue. `removed`: the user removed it, and the app has shown
   * that. `refused`: the app has said that it couldn't accept it. `perhaps`: a fault happened before the app
   * had shown anything.
   */
  fate: 'kept' | 'removed' | 'refused' | 'perhaps';
}
