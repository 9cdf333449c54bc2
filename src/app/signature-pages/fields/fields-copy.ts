import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { counted } from '../../lib/format/numbers.ts';
import type { Alignment } from './field-geometry.ts';

// The UI copy for placing signing fields on a page (docs/product/marked-pages.md, "Placing fields").

export const FIELD_NAMES: Readonly<Record<TabType, string>> = {
  signature: 'Signature',
  initials: 'Initials',
  date_signed: 'Date signed',
  effective_date: 'Effective date',
  custom: 'Text',
  checkbox: 'Checkbox',
};

export const FIELDS = {
  name: 'Signing fields',
  close: 'Close signing fields',
  place: 'Place fields',
  palette: 'Fields to place',
  hint: 'Click a field, then click the page, or drag it onto the page.',
  armed: (kind: string) => `Click the page to place the ${kind.toLowerCase()} field.`,
  keys: 'Arrow keys move a field 1 point, or 10 points with Shift. With Ctrl, they resize it.',
  owner: 'For',
  ownerMixed: 'Different signatories',
  nobody: 'Add a signatory to this page first. Each field belongs to the person who fills it in.',
  allSent: 'This page was already sent, so its fields can’t be changed.',
  sentTo: (name: string) => `The page was already sent to ${name}, so this field can’t be changed.`,
  unmarked: (number: number) =>
    `Page ${number} isn’t a signature page. Mark it for signing to place fields on it.`,
  layer: 'Fields on this page',
  layerOf: (number: number, count: number) => `Fields on sheet ${number} of ${count}`,
  onSheet: (number: number) => `On sheet ${number}`,
  shorter: (number: number) =>
    `The page is shorter now, so fields from later sheets are on sheet ${number}. Move them into place, or delete them.`,
  field: (kind: string, label: string, owner: string) =>
    label === '' ? `${kind} field for ${owner}` : `${kind} field “${label}” for ${owner}`,
  selected: (count: number) => counted(count, 'field selected', 'fields selected'),
  count: (count: number) => counted(count, 'field on this page', 'fields on this page'),
  none: 'No fields on this page yet',
  moved: (left: number, top: number) => `${left} points from the left, ${top} from the top`,
  sized: (width: number, height: number) => `${width} by ${height} points`,
  placed: (kind: string, owner: string) => `${kind} field for ${owner} placed`,
  deleted: (count: number) => counted(count, 'field deleted', 'fields deleted'),
  copied: (count: number) => counted(count, 'field copied', 'fields copied'),
  full: (most: number) => `A page can have at most ${most.toLocaleString('en-US')} fields.`,
  handle: (right: boolean, bottom: boolean) =>
    `Resize from the ${bottom ? 'bottom' : 'top'} ${right ? 'right' : 'left'}`,
};

export const PROPOSALS = {
  found: (count: number) =>
    count === 1
      ? '1 place on this page looks like a field.'
      : `${count} places on this page look like fields.`,
  how: 'Click one on the page to place it.',
  placeAll: (count: number) => (count === 1 ? 'Place it' : `Place all ${count}`),
  add: (kind: string, label: string) =>
    label === ''
      ? `Place ${kind.toLowerCase()} field here`
      : `Place ${kind.toLowerCase()} field “${label}” here`,
};

export const SELECTION = {
  type: 'Type',
  label: 'Label',
  labelHint: 'Shown to the signatory',
  value: 'Prefilled value',
  required: 'Required',
  sheet: 'Sheet',
  sheetMixed: 'Different sheets',
  place: 'Position and size, in points',
  left: 'Left',
  top: 'Top',
  width: 'Width',
  height: 'Height',
  number: 'Enter a number.',
  offPage: 'The field would be off the page.',
  align: 'Align fields',
  duplicate: 'Duplicate',
  toOthers: 'Copy to all signatories',
  remove: 'Delete',
  alignments: {
    left: 'Align left edges',
    center: 'Align centers',
    right: 'Align right edges',
    top: 'Align top edges',
    middle: 'Align middles',
    bottom: 'Align bottom edges',
    spread_across: 'Space evenly across',
    spread_down: 'Space evenly down',
    same_size: 'Make the same size',
  } satisfies Record<Alignment, string>,
};

export const GROUPS = {
  title: 'Checkbox group',
  group: 'Group checkboxes',
  groupHint: 'Group checkboxes to set how many must be selected.',
  ungroup: 'Ungroup',
  oneSheet:
    'All checkboxes in a group must be on the same sheet. To move some of them to another sheet, ungroup them first.',
  rule: 'The signatory selects',
  rules: [
    ['select_at_least', 'At least'],
    ['select_at_most', 'At most'],
    ['select_exactly', 'Exactly'],
  ],
  number: (count: number) => `How many of ${count}`,
  selectAll: 'Select the group',
  cannotSend: 'Add checkboxes or change the rule. Until you do, the packet can’t be sent.',
} as const;

/** Names of the user's actions, for undo. */
export const ACTS = {
  place: (count: number) => (count === 1 ? 'Place a signing field' : `Place ${count} signing fields`),
  move: (count: number) => (count === 1 ? 'Move a signing field' : `Move ${count} signing fields`),
  resize: 'Resize a signing field',
  align: (count: number) => `Align ${count} signing fields`,
  edit: (count: number) => (count === 1 ? 'Edit a signing field' : `Edit ${count} signing fields`),
  assign: (count: number) => (count === 1 ? 'Reassign a signing field' : `Reassign ${count} signing fields`),
  copy: (count: number) => (count === 1 ? 'Copy a signing field' : `Copy ${count} signing fields`),
  remove: (count: number) => (count === 1 ? 'Delete a signing field' : `Delete ${count} signing fields`),
  group: 'Group checkboxes',
  ungroup: 'Ungroup checkboxes',
  rule: 'Change the rule of a checkbox group',
};
