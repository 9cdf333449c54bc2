import type { BinderFormatStructure } from '../../../contract/entities/transactions/binder-format.ts';
import type { BinderFormat } from '../../../contract/rules/checklist/numbering.ts';

/** Returns a binder format structure with the wire's field names. */
export function binderFormatOnWire(format: BinderFormat): BinderFormatStructure {
  return {
    index_style: format.indexStyle,
    primary_header: format.primaryHeader,
    second_header: format.secondHeader,
    third_header: format.thirdHeader,
    last_documents: format.lastDocuments,
    attachment_marker: format.attachmentMarker,
    numbering: format.numbering,
    reset_tabs: format.resetTabs,
  };
}
