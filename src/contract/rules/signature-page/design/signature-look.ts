import type {
  BlockStyles,
  SignatureBlock,
  TextTransform,
} from '../../../entities/signing/signature-page-design.ts';

/** The settings of signature blocks that apply to all pages of a deal at once. */
export interface SignatureLook {
  /** Whether each level of a chain is indented. */
  readonly alignment: SignatureBlock['auth_rep_alignment'];
  readonly titleLabel: SignatureBlock['block_styles']['title']['entity'];
  /** 1: on the same line as the entity's name; 2: on the next line. */
  readonly descriptionFormat: 1 | 2;
  readonly individualFormat: SignatureBlock['block_styles']['individual_signature_format'];
  /** Whether the title of a person who signs for themselves is printed. */
  readonly individualTitle: boolean;
  readonly signing_date: boolean;
  readonly address: boolean;
  readonly email: boolean;
}

export function signatureLook({
  auth_rep_alignment,
  block_styles,
  additional_fields,
}: SignatureBlock): SignatureLook {
  const { title, signatory_description, individual_signature_format } = block_styles;
  const hasField = (key: (typeof additional_fields)[number]['key']) =>
    additional_fields.some((field) => field.key === key && field.is_enabled);
  return {
    alignment: auth_rep_alignment,
    titleLabel: title.entity,
    descriptionFormat: signatory_description.format,
    individualFormat: individual_signature_format,
    individualTitle: title.individual,
    signing_date: hasField('signing_date'),
    address: hasField('address'),
    email: hasField('email'),
  };
}

/** Returns the block with these settings. Everything else about it stays. */
export function withSignatureLook(block: SignatureBlock, edits: Partial<SignatureLook>): SignatureBlock {
  const look = { ...signatureLook(block), ...edits };
  const { block_styles: styles, additional_fields: fields } = block;
  const keys = fields.map(({ key }) => key);
  const missing = (['signing_date', 'address', 'email'] as const).filter((key) => !keys.includes(key));
  return {
    ...block,
    auth_rep_alignment: look.alignment,
    additional_fields: [...fields, ...missing.map((key) => ({ key, is_enabled: false }))].map((field) => ({
      ...field,
      is_enabled: look[field.key],
    })),
    block_styles: {
      ...styles,
      individual_signature_format: look.individualFormat,
      title: { ...styles.title, entity: look.titleLabel, individual: look.individualTitle },
      signatory_description: { ...styles.signatory_description, format: look.descriptionFormat },
    },
  };
}

/** The parts of a signature that have a text style. */
export const STYLED_PARTS = [
  'header',
  'signatory_description',
  'signatory_name',
  'by_line_labels',
  'name',
  'title',
] as const;
export type StyledPart = (typeof STYLED_PARTS)[number];

interface TextStyleEdits {
  readonly font_size?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly text_transform?: TextTransform;
  readonly is_enabled?: boolean;
}

/** Returns the block with a changed style of one part. */
export function withTextStyle(
  block: SignatureBlock,
  part: StyledPart,
  edits: TextStyleEdits,
): SignatureBlock {
  const styles = block.block_styles;
  return withBlockStyles(block, { [part]: { ...styles[part], ...edits } });
}

/** Returns the block with different styles. Everything else about it stays. */
export function withBlockStyles(block: SignatureBlock, edits: Partial<BlockStyles>): SignatureBlock {
  return { ...block, block_styles: { ...block.block_styles, ...edits } };
}

/** The smallest and the largest size of a text style. */
const SIZES = { least: 6, most: 72 };

/**
 * Returns the block in another font size. Parts in the most common size get exactly this size; the others keep their
 * difference, rounded to half a point.
 */
export function withFontSize(block: SignatureBlock, size: number): SignatureBlock {
  const styles = block.block_styles;
  const usual = mostFrequent(STYLED_PARTS.map((part) => Number.parseFloat(styles[part].font_size)));
  const sizeOf = (part: StyledPart) => {
    const before = Number.parseFloat(styles[part].font_size);
    const after = before === usual ? size : Math.round(((before * size) / usual) * 2) / 2;
    return `${Math.min(SIZES.most, Math.max(SIZES.least, after))}px`;
  };
  return STYLED_PARTS.reduce(
    (edited, part) => withTextStyle(edited, part, { font_size: sizeOf(part) }),
    block,
  );
}

/** The first one wins a tie. */
function mostFrequent(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  const [[value] = [12]] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return value;
}
