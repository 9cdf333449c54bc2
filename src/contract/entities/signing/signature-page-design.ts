import * as z from 'zod';
import { newPageDesign } from '../../rules/signature-page/design/new-design.ts';

/** The current version of designs. An app refuses designs of a higher version, because it would lay them out incorrectly. */
const DESIGN_VERSION = 1;

/** The number of columns between the margins. */
const GRID_COLUMNS = 12;

/*
 * The look of a signature page (docs/product/signature-pages.md). Every object is loose, so that fields that this version does not know
 * are kept.
 */

const versionSchema = z
  .int()
  .positive()
  .max(DESIGN_VERSION, 'A newer version of Counterpart made this design. Reload to update, then try again.')
  .default(DESIGN_VERSION);

const fontSizeSchema = z
  .string()
  .regex(/^(?:[6-9]|[1-6]\d|7[0-2])(?:\.\d)?px$/, 'Enter a font size from 6px to 72px.')
  .default('12px');

const textTransformSchema = z.enum(['none', 'uppercase', 'lowercase', 'capitalize']);
export type TextTransform = z.infer<typeof textTransformSchema>;

const textStyleFields = {
  font_size: fontSizeSchema,
  bold: z.boolean().default(false),
  italic: z.boolean().default(false),
  underline: z.boolean().default(false),
  text_transform: textTransformSchema.default('none'),
  is_enabled: z.boolean().default(true),
};

const textStyleSchema = z.looseObject(textStyleFields);
export type TextStyle = z.infer<typeof textStyleSchema>;

const titleLabelSchema = z.enum(['title', 'its', 'empty']);
const individualFormatSchema = z.enum(['above', 'below', 'side']);
/** 1: after a comma, on the same line as the name; 2: on the next line. */
const placeFormatSchema = z.union([z.literal(1), z.literal(2)]).default(2);

const blockStylesSchema = z.looseObject({
  header: z
    .looseObject({ ...textStyleFields, text_transform: textTransformSchema.default('uppercase') })
    .prefault({}),
  signatory_name: textStyleSchema.prefault({}),
  signatory_description: z.looseObject({ ...textStyleFields, format: placeFormatSchema }).prefault({}),
  name: textStyleSchema.prefault({}),
  by_line_labels: textStyleSchema.prefault({}),
  title: z
    .looseObject({
      ...textStyleFields,
      entity: titleLabelSchema.default('title'),
      format: placeFormatSchema,
      individual: z.boolean().default(false),
    })
    .prefault({}),
  line_styles: z.enum(['solid', 'dashed', 'dotted', 'none']).default('solid'),
  individual_signature_format: individualFormatSchema.default('above'),
});
export type BlockStyles = z.infer<typeof blockStylesSchema>;

const gridSchema = z.looseObject({
  x: z
    .int()
    .nonnegative()
    .max(GRID_COLUMNS - 1)
    .default(0),
  y: z.int().nonnegative().default(0),
  w: z.int().positive().max(GRID_COLUMNS).default(GRID_COLUMNS),
  h: z.int().positive().default(1),
});
export type Grid = z.infer<typeof gridSchema>;

const blockFields = { id: z.string().min(1), grid: gridSchema.prefault({}) };

const contentSpanSchema = z.looseObject({
  text: z.string(),
  bold: z.boolean().default(false),
  italic: z.boolean().default(false),
  underline: z.boolean().default(false),
});

/** A paragraph: plain text, or pieces with their own styles. */
const paragraphSchema = z.union([z.string(), z.array(contentSpanSchema)]);
export type Paragraph = z.infer<typeof paragraphSchema>;

const textAlignSchema = z.enum(['left', 'center', 'right', 'justify']);

const textBlockSchema = z.looseObject({
  ...blockFields,
  kind: z.enum(['text', 'lead_in', 'witness']),
  content: z.array(paragraphSchema).default([]),
  text_align: textAlignSchema.default('left'),
});
export type TextBlock = z.infer<typeof textBlockSchema>;

const footerBlockSchema = z.looseObject({
  ...blockFields,
  kind: z.literal('footer'),
  content: z.array(paragraphSchema).default([]),
  text_align: textAlignSchema.default('center'),
});
export type FooterBlock = z.infer<typeof footerBlockSchema>;

const additionalFieldSchema = z.looseObject({
  key: z.enum(['signing_date', 'address', 'email']),
  is_enabled: z.boolean().default(false),
});

/** The signature block of a page. */
export const signatureBlockSchema = z.looseObject({
  ...blockFields,
  kind: z.literal('signature'),
  design_version: versionSchema,
  additional_fields: z
    .array(additionalFieldSchema)
    .prefault([{ key: 'signing_date' }, { key: 'address' }, { key: 'email' }]),
  block_styles: blockStylesSchema.prefault({}),
  auth_rep_alignment: z.enum(['indent', 'left']).default('indent'),
});
export type SignatureBlock = z.infer<typeof signatureBlockSchema>;

/** A signature block without its place: its look, as saved under a name. */
export const blockDesignSchema = signatureBlockSchema
  .omit({ id: true, grid: true })
  .extend({ kind: z.literal('signature').default('signature') });
export type BlockDesign = z.infer<typeof blockDesignSchema>;

const KNOWN_KINDS: readonly string[] = ['text', 'lead_in', 'witness', 'footer', 'signature'];

/** A block of an unknown kind. It is laid out as empty space. */
const spacerBlockSchema = z.looseObject({
  ...blockFields,
  kind: z.string().refine((kind) => !KNOWN_KINDS.includes(kind)),
});

const ofOwnKind: Parameters<typeof z.union>[1] = {
  // If a block is invalid, report the errors of its own kind, not that no kind fits.
  error: ({ code, errors }) =>
    code === 'invalid_union'
      ? errors.find((issues) => !issues.some(({ path }) => path[0] === 'kind'))?.[0]?.message
      : undefined,
};

export const pageBlockSchema = z.union(
  [textBlockSchema, footerBlockSchema, signatureBlockSchema, spacerBlockSchema],
  ofOwnKind,
);
export type PageBlock = z.infer<typeof pageBlockSchema>;

const inPlace = { grid: gridSchema.optional() };

/** An edit of a block. Without `grid`, an existing block stays where it is; with only its `grid`, it is only moved. */
export const blockEditSchema = z.union(
  [
    textBlockSchema.extend(inPlace),
    footerBlockSchema.extend(inPlace),
    signatureBlockSchema.extend(inPlace),
    spacerBlockSchema.extend(inPlace),
    z.strictObject({ id: blockFields.id, grid: gridSchema }),
  ],
  ofOwnKind,
);

/** The settings of a whole page. */
export const pageLookFields = {
  margins: z.enum(['narrow', 'regular', 'wide']).default('regular'),
  font: z.enum(['times_new_roman', 'arial', 'courier']).default('times_new_roman'),
  font_size: z.number().min(6).max(36).default(12),
  consolidate_signer: z.boolean().default(false),
};

/** The look of a signature page. A signature_page row has these fields, too. */
export const signaturePageDesignSchema = z.looseObject({
  design_version: versionSchema,
  ...pageLookFields,
  blocks: z.array(pageBlockSchema).default(() => newPageDesign().blocks),
});
export type SignaturePageDesign = z.infer<typeof signaturePageDesignSchema>;
