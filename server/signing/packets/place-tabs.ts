import type { FieldBox } from '../../../src/contract/rules/signature-page/sheet.ts';
import { inReadingOrder, type SheetTab } from '../../../src/contract/rules/signing/fill-tabs.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packet-sheet.ts';
import type { PageBlanks, PlacedTab } from './packet-source.ts';

type Size = { readonly width: number; readonly height: number };
type Box = Pick<SheetTab, 'x' | 'y' | 'width' | 'height'>;

/** Turns fractions of a page into points. */
function inPoints({ x, y, width, height }: Box, page: Size): Box {
  return {
    x: x * page.width,
    y: y * page.height,
    width: width * page.width,
    height: height * page.height,
  };
}

/** Returns where signatures and dates go, on a sheet of this size. */
export function placedFields(tabs: readonly PlacedTab[], page: Size): FieldBox[] {
  return tabs.map(({ assignment, purpose, ...box }) => ({
    purpose,
    signers: [assignment],
    ...inPoints(box, page),
  }));
}

/** Returns what else is filled in on a sheet of this size. */
export function placedBlanks(
  blanks: PageBlanks | undefined,
  page: Size,
): Pick<PacketSheet, 'tabs' | 'tabGroups'> {
  if (!blanks || blanks.tabs.length === 0) return {};
  const tabs = blanks.tabs.map((tab) => ({ ...tab, ...inPoints(tab, page) }));
  const groups = blanks.groups.map(({ assignment: _, ...group }) => group);
  return { tabs: inReadingOrder(tabs, page), ...(groups.length > 0 && { tabGroups: groups }) };
}
