/*
 * The parts of a layout (docs/product/signature-pages.md). All lengths are points from the top left of the sheet. Painters
 * draw these parts without measuring anything.
 */

export const PAPERS = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
} as const;
export type Paper = keyof typeof PAPERS;

/** A font file: one style of a family, or a subset of its characters. */
export type FaceId = string;

export interface Glyph {
  readonly id: number;
  /** Its text. Empty for a part of another glyph, such as the dots of an Arabic letter. */
  readonly chars: string;
  /** The distance to the next glyph. Like the offsets, in thousandths of the font size; dy counts upward. */
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/** Text in one face and size. Its glyphs are in visual order, from left to right. */
export interface TextRun {
  readonly face: FaceId;
  readonly size: number;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
  /** In reading order. */
  readonly text: string;
  readonly rightToLeft: boolean;
  readonly glyphs: readonly Glyph[];
}

export type LineStyle = 'solid' | 'dashed' | 'dotted' | 'none';

/** A horizontal line. */
export interface Rule {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly thickness: number;
  readonly style: LineStyle;
}

export type FieldPurpose =
  | 'signature'
  | 'date_signed'
  | 'address'
  | 'email'
  | 'title'
  | 'name'
  | 'blank'
  | 'witness_signature'
  | 'witness_name'
  | 'witness_address'
  | 'witness_occupation';

/** A place to write: the space above a line. */
export interface FieldBox {
  readonly purpose: FieldPurpose;
  /** Several if one signature is for several entities. */
  readonly signers: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What is missing, for a blank in a text. */
  readonly label?: string;
}

/** Where a block of the page is on a sheet. */
export interface BlockBox {
  readonly block: string;
  readonly kind: string;
  readonly signers: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A QR code that identifies the page when it is scanned. */
export interface CodeBox {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  readonly fields: readonly FieldBox[];
  readonly blocks: readonly BlockBox[];
  readonly codes: readonly CodeBox[];
}

export type LayoutWarning =
  | { readonly kind: 'no_signatories' }
  /** There are signers, but no signature block. */
  | { readonly kind: 'no_signature_block' }
  | { readonly kind: 'no_name' | 'no_title'; readonly signer: string }
  /** An entity in the chain acts for another without a capacity. */
  | { readonly kind: 'no_capacity'; readonly signer: string; readonly name: string }
  | { readonly kind: 'missing_value'; readonly signer: string | null; readonly key: string }
  | { readonly kind: 'long_name'; readonly signer: string; readonly name: string }
  /** No font has the character. An empty box marks its place. */
  | { readonly kind: 'missing_glyph'; readonly character: string }
  /** The font of the character could not be loaded. */
  | { readonly kind: 'font_unavailable'; readonly character: string; readonly face: FaceId }
  /** The block is taller than a sheet, so it continues on the next one. */
  | { readonly kind: 'block_too_tall'; readonly block: string };

export interface PageLayout {
  readonly sheets: readonly Sheet[];
  readonly warnings: readonly LayoutWarning[];
  /** Fonts that are not loaded yet. Load them and lay out the page again. */
  readonly wanted: readonly FaceId[];
}
