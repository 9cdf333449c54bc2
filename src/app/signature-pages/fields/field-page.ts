import { sheetOfTab } from '../../../contract/rules/signing/fields/tabs.ts';
import { wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { PageFields, TabRow } from '../../../db/queries/signing/pages/page-fields.ts';
import type { CollectionRow } from '../../../db/rows.ts';
import type { Box, Line, PaperSize } from './field-geometry.ts';
import type { NamedOwner, Proposal } from './propose-fields.ts';

/** A signatory of the page, as the owner of fields. */
export interface FieldOwner extends NamedOwner {
  readonly name: string;
  /** Whether their fields can still be changed, because the page hasn't been sent to them. */
  readonly isOpen: boolean;
}

/** A page on which fields are placed. */
export interface FieldPage {
  /** The uuid of the signature page. */
  readonly uuid: string;
  readonly transaction: string;
  /** The size of each of its sheets. */
  readonly paper: PaperSize;
  /** The signatories of the sheets on the screen. */
  readonly owners: readonly FieldOwner[];
  /** The other signatories, if each has a separate sheet. */
  readonly others: readonly FieldOwner[];
  readonly fields: PageFields;
  /** The printed lines of each of its sheets. A page of a file has one sheet. */
  readonly lines: readonly (readonly Line[])[];
  /** Places that look like fields, with their owners. */
  readonly proposals: readonly OwnedProposal[];
}

export interface OwnedProposal extends Proposal {
  /** From 1. */
  readonly sheet: number;
  /** Null if nothing on the page says whose it is. */
  readonly owner: string | null;
}

/** A field with its position. */
export interface PlacedField {
  readonly tab: TabRow;
  readonly owner: FieldOwner;
  /** The owner's index among the owners of the page, which decides the color. */
  readonly ownerAt: number;
  /** The sheet that it is shown on, from 1. */
  readonly sheet: number;
  readonly box: Box;
}

export function fieldOwner(
  { uuid, status }: Pick<CollectionRow<'assignments'>, 'uuid' | 'status'>,
  name: string,
  names: readonly string[],
): FieldOwner {
  return { assignment: uuid, name, names, isOpen: !wentOut(status) };
}

/** The fields of a page without fields or signatories. */
export const NO_FIELDS: PageFields = { assignments: [], tabs: [], groups: [] };

/** Returns the fields of the page's owners. `draft`: positions that are not saved yet. */
export function placedFields(page: FieldPage, draft: ReadonlyMap<string, Box>): PlacedField[] {
  const owners = new Map(page.owners.map((owner, ownerAt) => [owner.assignment, { owner, ownerAt }]));
  return page.fields.tabs.flatMap((tab) => {
    const owned = owners.get(tab.assignment);
    if (!owned) return [];
    const sheet = sheetOfTab(tab, page.lines.length);
    return [{ tab, ...owned, sheet, box: draft.get(tab.uuid) ?? boxOf(tab, page.paper) }];
  });
}

/** Returns where a field is on its sheet, in points. */
export function boxOf({ xPosition, yPosition, width, height }: TabRow, paper: PaperSize): Box {
  return {
    x: xPosition * paper.width,
    y: yPosition * paper.height,
    width: width * paper.width,
    height: height * paper.height,
  };
}
