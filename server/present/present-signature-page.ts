import { legacyPageSchema, type SignaturePage } from '../../src/contract/entities/signing/signature-page.ts';
import {
  GENERATED_PAGE_TYPE,
  newPageDesign,
} from '../../src/contract/rules/signature-page/design/new-design.ts';
import type { RowOf } from '../store/deals/collection-rows.ts';
import { presentColumns } from './present-columns.ts';

export function presentSignaturePage(row: RowOf<'signature_pages'>): SignaturePage {
  const isGenerated = row.source === 'generated';
  return {
    ...presentColumns('signature_pages', row),
    type: isGenerated ? GENERATED_PAGE_TYPE : row.source,
    blocks: row.blocks ?? (isGenerated ? newPageDesign().blocks : []),
    legacy: row.legacy === null ? null : legacyPageSchema.parse(row.legacy),
  };
}
