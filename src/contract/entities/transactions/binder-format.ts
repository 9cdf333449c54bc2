import * as z from 'zod';

const numberingStyleSchema = z.enum([
  'uppercase_roman',
  'lowercase_roman',
  'uppercase_alphabetic',
  'lowercase_alphabetic',
  'numeric',
]);
export type NumberingStyle = z.infer<typeof numberingStyleSchema>;

/** How a checklist and a binder are numbered (docs/product/transactions.md, "Numbering", with its defaults). */
export const binderFormatStructureSchema = z.object({
  index_style: z.enum(['table_of_contents', 'checklist']).default('table_of_contents'),
  primary_header: numberingStyleSchema.default('uppercase_roman'),
  second_header: numberingStyleSchema.default('uppercase_alphabetic'),
  third_header: numberingStyleSchema.default('lowercase_roman'),
  last_documents: numberingStyleSchema.default('lowercase_alphabetic'),
  attachment_marker: z.enum(['none', 'alphabetic', 'numeric']).default('none'),
  numbering: z.enum(['tabs', 'outline']).default('tabs'),
  reset_tabs: z.boolean().default(false),
});
export type BinderFormatStructure = z.infer<typeof binderFormatStructureSchema>;
