import type { Stamp } from '../command.ts';
import type { DocumentRow, ElementRow, ItemRow } from '../rows.ts';

/** An item as it will stand, of a document's signing type (domain "Document, item, page") or to be drafted. */
export function newItemRow(
  item: { uuid: string; transaction: string; name: string },
  document: DocumentRow | null,
  stamp: Stamp,
): ItemRow {
  return {
    uuid: item.uuid,
    transaction: item.transaction,
    name: item.name,
    description: '',
    document: document?.uuid ?? null,
    complete: false,
    forSigning: document?.signingType === 'to_be_signed',
    fullyExecuted: document?.signingType === 'fully_executed',
    isDeed: false,
    isSupplemental: false,
    isTemplate: false,
    nameAlt: '',
    nameAltEnabled: false,
    requiresOriginalSignatures: false,
    frozenAt: null,
    pages: [],
    pagesEmbeddedIn: null,
    pendingVersionDocument: null,
    pendingConversionDocument: null,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}

/** The place of a new item on the checklist. */
export function newElementRow(
  element: { elementUuid: string; transaction: string; item: string },
  stamp: Stamp,
): ElementRow {
  return {
    uuid: element.elementUuid,
    transaction: element.transaction,
    item: element.item,
    task: null,
    label: null,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}
