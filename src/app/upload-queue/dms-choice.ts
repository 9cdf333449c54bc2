import { dmsType, type DmsType } from '../../contract/rules/documents/dms.ts';

/** Opens the picker of a document management system; what is chosen there comes into the deal's queue. */
export type OpenPicker = (transaction: string) => void;

export interface DmsChoice {
  label: string;
  open: OpenPicker;
}

/** The button for the person's document management system (docs/product/document-systems.md, "Which system"); null where they have none, or no picker. */
export function dmsChoice(
  user: Parameters<typeof dmsType>[0] | undefined,
  pickers: Partial<Record<DmsType, OpenPicker>>,
): DmsChoice | null {
  const type = user ? dmsType(user) : 'NONE';
  const open = pickers[type];
  return open ? { label: type === 'IMANAGE' ? 'iManage' : 'NetDocuments', open } : null;
}
