import {
  GENERATED_PAGE_TYPE,
  newPageDesign,
} from '../../../../contract/rules/signature-page/design/new-design.ts';
import { camelize } from '../../../codec.ts';
import type { Stamp } from '../../../outbox/command.ts';
import type { CollectionRow } from '../../../rows.ts';
import { createdBy } from '../../collections/create-row.ts';

type SignaturePageRow = CollectionRow<'signaturePages'>;

const NO_BLOCKS: SignaturePageRow['blocks'] = [];

/** Returns a marked page of a file, as the server will create it. It has no blocks. */
export function filePage(
  place: Pick<SignaturePageRow, 'uuid' | 'transaction' | 'item' | 'order' | 'document' | 'refPageNumber'>,
  stamp: Stamp,
): SignaturePageRow {
  return { ...generatedPage(place, stamp), ...place, source: 'file', type: 'file', blocks: NO_BLOCKS };
}

/** Returns a new generated page, as the server will create it. */
export function generatedPage(
  place: Pick<SignaturePageRow, 'uuid' | 'transaction' | 'item' | 'order'>,
  stamp: Stamp,
): SignaturePageRow {
  return {
    ...place,
    source: 'generated',
    type: GENERATED_PAGE_TYPE,
    document: null,
    refPageNumber: null,
    ...camelize(newPageDesign()),
    signaturePageType: null,
    legacy: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  };
}
