import type { SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';

/** What the person wants of one file that they dropped. */
export interface Wish {
  fileName: string;
  sha256: string;
  /** What the document may be called: one name, or two where an edit was cut off before it was on the disk. */
  names: string[];
  signingTypes: SigningType[];
  /**
   * `kept`: the app has shown it in the queue. `removed`: taken off it, and the app has shown that. `refused`: the app
   * has said that it could not take it. `perhaps`: something came in between before the app had shown anything.
   */
  fate: 'kept' | 'removed' | 'refused' | 'perhaps';
}
