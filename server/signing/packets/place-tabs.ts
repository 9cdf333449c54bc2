import { v7 } from 'uuid';
import type {
  FieldBox,
  FieldPurpose,
  Sheet,
} from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { inReadingOrder, type SheetTab } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { PageBlanks, PlacedTab } from './packet-source.ts';

type Size = { readonly width: number; readonly height: number };
type Box = Pick<SheetTab, 'x' | 'y' | 'width' | 'height'>;

/** Converts fractions of a page into points. */
function inPoints({ x, y, width, height }: Box, page: Size): Box {
  return {
    x: x * page.width,
    y: y * page.height,
    width: width * page.width,
    height: height * page.height,
  };
}

/** Returns the positions of signatures and dates on a sheet of this size. */
export function placedFields(tabs: readonly PlacedTab[], page: Size): FieldBox[] {
  return tabs.map(({ assignment, purpose, ...box }) => ({
    purpose,
    signers: [assignment],
    ...inPoints(box, page),
  }));
}

/** Returns the other fields on a sheet of this size. */
export function placedBlanks(
  blanks: PageBlanks | undefined,
  page: Size,
): Pick<PacketSheet, 'tabs' | 'tabGroups'> {
  if (!blanks || blanks.tabs.length === 0) return {};
  const tabs = blanks.tabs.map((tab) => ({ ...tab, ...inPoints(tab, page) }));
  const groups = blanks.groups.map(({ assignment: _, ...group }) => group);
  return { tabs: inReadingOrder(tabs, page), ...(groups.length > 0 && { tabGroups: groups }) };
}

/** The lines that a signature page has for missing facts, with the labels of their fields. A blank in a text has its own label. */
const WRITE_IN: Partial<Record<FieldPurpose, string>> = {
  blank: '',
  name: 'Name',
  title: 'Title',
  email: 'Email',
  address: 'Address',
};

/** The fields that the team has placed on a generated page, for those who sign these sheets. */
interface PlacedOnPage {
  readonly assignments: readonly string[];
  readonly tabs: readonly PlacedTab[];
  readonly blanks: PageBlanks | undefined;
  /** The fields of a page are placed on its first sheet. */
  readonly isFirst: boolean;
}

/**
 * Returns a generated sheet with its signing fields. A signature field replaces the printed line, so that nobody signs twice
 * for one assignment. A line for a missing fact becomes an optional field.
 */
export function fillableSheet(
  sheet: Sheet,
  { assignments, tabs, blanks, isFirst }: PlacedOnPage,
): PacketSheet {
  const elsewhere = new Set(
    tabs.flatMap(({ purpose, assignment }) => (purpose === 'signature' ? [assignment] : [])),
  );
  const printed = sheet.fields.flatMap((field): FieldBox[] => {
    if (field.purpose !== 'signature') return [field];
    const signers = field.signers.filter((each) => !elsewhere.has(each));
    return signers.length > 0 ? [{ ...field, signers }] : [];
  });
  const { tabs: own = [], tabGroups } = placedBlanks(isFirst ? blanks : undefined, sheet);
  const writtenIn = sheet.fields.flatMap((field): SheetTab[] => {
    const label = WRITE_IN[field.purpose];
    const assignment = field.signers[0] ?? assignments[0];
    if (label === undefined || assignment === undefined || own.some((tab) => overlaps(tab, field))) return [];
    const { x, y, width, height, label: missing = label } = field;
    const empty = { type: 'custom', required: false, group: null, value: null } as const;
    return [{ uuid: v7(), assignment, label: missing, ...empty, x, y, width, height }];
  });
  const all = [...own, ...writtenIn];
  return {
    ...sheet,
    fields: [...printed, ...(isFirst ? placedFields(tabs, sheet) : [])],
    ...(all.length > 0 && { tabs: inReadingOrder(all, sheet) }),
    ...(tabGroups && { tabGroups }),
  };
}

/**
 * Returns the assignments whose signature field is away from the printed line, which stays empty. `first` is whether this is
 * the page's first sheet.
 */
export function signedAwayFromLine(first: Sheet, tabs: readonly PlacedTab[]): string[] {
  return tabs.flatMap(({ purpose, assignment, ...place }) => {
    if (purpose !== 'signature') return [];
    const isOnLine = first.fields.some(
      (field) =>
        field.purpose === 'signature' &&
        field.signers.includes(assignment) &&
        overlaps(inPoints(place, first), field),
    );
    return isOnLine ? [] : [assignment];
  });
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
