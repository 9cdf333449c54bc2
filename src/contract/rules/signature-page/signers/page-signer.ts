import type { SignaturePageDesign } from '../../../entities/signing/signature-page-design.ts';
import { printedFields } from '../design/printed-fields.ts';
import type { Paper } from '../layout/sheet.ts';

/** An entity through which a person signs for another entity. */
export interface NestedEntity {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Its capacity for the entity before it, such as "general partner". */
  readonly capacity: string | null;
}

export interface PageHuman {
  readonly id: string;
  readonly name: string;
  /** Set on the last entity of the chain. */
  readonly title: string | null;
  readonly email: string | null;
  /** The address of the entity that they sign for, or their own if it has none. */
  readonly address: string | null;
}

/** A signatory's own settings for its blocks (`instapages_config`). */
export interface SignerOverrides {
  readonly entity?: 'title' | 'its' | 'empty';
  readonly individual?: boolean;
  readonly format?: 'above' | 'below' | 'side';
}

/** One assignment of a signature page: who signs, for whom, and through whom. */
export interface PageSigner {
  /** The uuid of the assignment. */
  readonly id: string;
  /** Printed above the block, such as "BORROWER:". */
  readonly caption: string | null;
  /** Printed below the signatory's name and description, such as "as trustee of the Doe Family Trust". */
  readonly text?: string;
  /** Null: the person signs for themselves. */
  readonly entity: { readonly name: string; readonly description: string | null } | null;
  /** The entities in between, from the signing entity's representative to the one that the person represents. */
  readonly through: readonly NestedEntity[];
  readonly human: PageHuman;
  /** Values of the deal's custom fields for the signatory, by key. */
  readonly values: Readonly<Record<string, string>>;
  readonly overrides: SignerOverrides;
  /** A witness signs below. Absent if none is needed. */
  readonly needsWitness?: true;
}

export interface PageToLayOut {
  readonly design: SignaturePageDesign;
  readonly paper: Paper;
  /** The short code that is printed in two corners; null if the page has none yet. The rest of the sheet doesn't depend on it. */
  readonly code: string | null;
}

/**
 * Signers with the same key share a signature line: they have the same person, chain and title, and the same address if it is
 * printed.
 */
function signatureKey(
  { entity, text, through, human, overrides, needsWitness }: PageSigner,
  printsAddress: boolean,
): string {
  return JSON.stringify([
    // An entity's text is below its own name. A person signs once for each text.
    entity === null ? (text ?? null) : false,
    through.map(({ id, name, capacity }) => [id, name, capacity]),
    human.id,
    human.title,
    printsAddress ? human.address : null,
    overrides,
    needsWitness === true,
  ]);
}

/** Groups the signers who share a signature line. Without consolidation, each is alone. */
export function consolidate(
  signers: readonly PageSigner[],
  design: Pick<SignaturePageDesign, 'consolidate_signer' | 'blocks'>,
): PageSigner[][] {
  if (!design.consolidate_signer) return signers.map((signer) => [signer]);
  const printsAddress = printedFields(design).has('address');
  return [...Map.groupBy(signers, (signer) => signatureKey(signer, printsAddress)).values()];
}

/**
 * Groups the signers who share sheets. With consolidation, everything that one person signs is on the same sheets; otherwise
 * each signer has separate ones.
 */
export function signersBySheet(signers: readonly PageSigner[], consolidates: boolean): PageSigner[][] {
  if (!consolidates) return signers.map((signer) => [signer]);
  return [...Map.groupBy(signers, ({ human }) => human.id).values()];
}
