/** The pages of a deal in the order of its tabs: the third segment of their path (docs/product/app-shell.md, "Addresses"). */
export const DEAL_PAGES = [
  { tab: 'checklist', label: 'Checklist' },
  { tab: 'documents', label: 'Documents' },
  { tab: 'signatories', label: 'Signatories' },
  { tab: 'signing-groups', label: 'Signing groups' },
  { tab: 'signatures', label: 'Signatures' },
  { tab: 'signature-pages', label: 'Signature pages' },
  { tab: 'packets', label: 'Packets' },
  { tab: 'returned-pages', label: 'Returned pages' },
  { tab: 'closing', label: 'Closing' },
  { tab: 'tasks', label: 'Tasks' },
  { tab: 'fields', label: 'Fields' },
  { tab: 'activity', label: 'Activity' },
] as const;

export type DealTab = (typeof DEAL_PAGES)[number]['tab'];
