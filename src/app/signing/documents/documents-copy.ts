// The UI copy about who signs a document: in its details, and in the dialogs that change it.
import { counted } from '../../lib/format/numbers.ts';

const quoted = (name: string) => `“${name}”`;

export const SIGNATURES = {
  title: 'Signatures',
  none: 'Nobody signs this document yet.',
  noneMarked: 'Choose who signs this document.',
  embedded: 'Signed on the marked pages of',
  assign: 'Assign to…',
  edit: (name: string) => `Edit signature: ${name}`,
  editCaption: (group: string) => `Edit caption: ${group}`,
  unassign: (name: string) => `Unassign ${name}`,
  noCapacity: 'Nobody signs for this entity yet',
  group: (members: number) => `Signing group, ${counted(members, 'member', 'members')}`,
  notary: 'Notary',
  witness: 'Witness',
  toSignatory: (name: string) => `Open the details of ${name}`,
};

export const OPTIONS = {
  title: (name: string) => `Signature of ${name}`,
  groupTitle: (group: string) => `Caption of ${group}`,
  caption: 'Caption',
  captionHint: 'Printed above the signature block, such as “BUYER”.',
  groupCaptionHint: 'Printed above each member’s signature block in place of the group’s name.',
  noCaption: 'Don’t print a caption',
  customText: 'Text on the page',
  notary: 'Needs a notary',
  witness: 'Needs a witness',
  cancel: 'Cancel',
  save: 'Save',
};

/** Names of the user's actions, for undo. */
export const ACTS = {
  unassign: (document: string, name: string) => `Unassign ${quoted(document)} from ${name}`,
  change: (document: string, name: string) => `Change the signature of ${name} on ${quoted(document)}`,
  changeCaption: (document: string, group: string) => `Change the caption of ${group} on ${quoted(document)}`,
};
