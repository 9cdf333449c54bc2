import {
  clampTabPlace,
  refuseSignatureSheet,
  sheetOfTab,
  type TabOnSheet,
  type TabType,
} from '../../../contract/rules/signing/fields/tabs.ts';
import {
  createTabs,
  deleteTabs,
  groupTabs,
  reassignTabs,
  ungroupTabs,
  type CreateTabArgs,
  type CreateTabGroupArgs,
} from '../../../db/commands/signing/pages/tabs.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import type { Step } from '../../../db/outbox/command.ts';
import type { PageFields, TabGroupRow, TabRow } from '../../../db/queries/signing/pages/page-fields.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { CarryOutAct } from '../../undo/history-context.ts';
import type { Box } from './field-geometry.ts';
import { isRequiredAtFirst } from './field-kinds.ts';
import type { FieldPage, PlacedField } from './field-page.ts';
import { ACTS } from './fields-copy.ts';
import {
  updateRow,
  updateRows,
  type UpdateArgs,
} from '../../../db/commands/collections/standard-commands.ts';

/** A field to add. */
export interface NewField {
  readonly type: TabType;
  readonly sheet: number;
  readonly box: Box;
  readonly owner: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly value?: string | null;
  /** The group of the checkbox that this field copies. */
  readonly group?: CopiedGroup | null;
}

/** The group of a copied checkbox. */
export interface CopiedGroup {
  readonly row: TabGroupRow;
  /** The sheet that is stored for all of its checkboxes. If it is gone, they are shown on the last one. */
  readonly sheet: number;
  /** Whether all of its checkboxes are copied. If so, the copies form a new group with the same rule. */
  readonly isWhole: boolean;
}

/** How fields are moved. */
export interface Move {
  readonly label: string;
  readonly page: Pick<PageFields, 'tabs'>;
  /** Another sheet for all of them. Checkboxes in a group stay on the group's sheet. */
  readonly to?: number | undefined;
}

export type FieldEdits = UpdateArgs<'tabs'>['edits'];
export type GroupRuleFields = Pick<TabGroupRow, 'groupRule' | 'minimumRequired' | 'maximumAllowed'>;

/** The acts on the fields of a page. Each can be undone as one act. */
export interface FieldActs {
  /** Returns the uuids of the new fields. */
  place: (fields: readonly NewField[], label?: (count: number) => string) => string[];
  /** Saves new places, as one act with this label. */
  move: (fields: readonly PlacedField[], boxes: readonly Box[], move: Move) => void;
  edit: (fields: readonly PlacedField[], edits: FieldEdits) => void;
  /** Replaces fields with their copies for another signatory, whose uuids it returns. */
  reassign: (fields: readonly PlacedField[], copies: readonly NewField[]) => string[];
  remove: (fields: readonly PlacedField[]) => void;
  group: (fields: readonly PlacedField[], rule: GroupRuleFields) => void;
  changeRule: (group: TabGroupRow, rule: GroupRuleFields) => void;
  ungroup: (group: TabGroupRow, fields: readonly PlacedField[]) => void;
}

export function fieldActs(
  db: MirrorDatabase,
  act: CarryOutAct,
  { transaction, paper }: Pick<FieldPage, 'transaction' | 'paper'>,
): FieldActs {
  const placeOf = (box: Box) => {
    const { x, y, width, height } = clampTabPlace({
      x: box.x / paper.width,
      y: box.y / paper.height,
      width: box.width / paper.width,
      height: box.height / paper.height,
    });
    return { xPosition: x, yPosition: y, width, height };
  };
  const rowsOf = (fields: readonly PlacedField[]) =>
    fields.map(({ tab }) => ({ transaction, uuid: tab.uuid }));
  const rowsToAdd = (fields: readonly NewField[]) => {
    const groups = new Map<string, CreateTabGroupArgs>();
    const groupFor = (owner: string, { row, isWhole }: CopiedGroup): string | null => {
      // If only some are copied, the copies join the group. For another signatory they have no rule, because it might require
      // more checkboxes than were copied.
      if (!isWhole) return row.assignmentId === owner ? row.uuid : null;
      const { groupRule, minimumRequired, maximumAllowed } = row;
      const key = `${owner} ${row.uuid}`;
      const group = groups.get(key) ?? {
        transaction,
        uuid: newUuid(),
        assignmentId: owner,
        groupRule,
        minimumRequired,
        maximumAllowed,
      };
      groups.set(key, group);
      return group.uuid;
    };
    const tabs = fields.map(
      ({ type, sheet, box, owner, label = '', required, value = null, group }): CreateTabArgs => {
        const tabGroup = group ? groupFor(owner, group) : null;
        return {
          transaction,
          uuid: newUuid(),
          assignment: owner,
          tabType: type,
          sheet: group && tabGroup === group.row.uuid ? group.sheet : sheet,
          ...placeOf(box),
          label,
          required: required ?? isRequiredAtFirst(type),
          value,
          tabGroup,
        };
      },
    );
    return { tabs, groups: [...groups.values()] };
  };
  const carryOut = (count: number, label: string, command: () => Promise<Step[]>) => {
    if (count > 0) act(label, command());
  };
  return {
    place(fields, label = ACTS.place) {
      const made = rowsToAdd(fields);
      carryOut(fields.length, label(fields.length), async () => createTabs(db, made));
      return made.tabs.map(({ uuid }) => uuid);
    },
    move(fields, boxes, { label, page, to }) {
      const update = ({ uuid }: TabRow, edits: FieldEdits) => ({ transaction, uuid, edits });
      const moved = fields.flatMap((field, at): UpdateArgs<'tabs'>[] => {
        const { tab } = field;
        const box = boxes[at];
        const sheet = (tab.tabGroup === null ? to : undefined) ?? sheetToStore(field, page);
        const edits = box ? changedPlace(tab, { sheet, ...placeOf(box) }) : {};
        return Object.keys(edits).length > 0 ? [update(tab, edits)] : [];
      });
      // Checkboxes are saved one at a time, and a group can't span two sheets, so they leave the group first and rejoin it
      // afterward.
      const together = checkboxesOfGoneSheet(fields, page);
      const uuids = new Set(moved.map(({ uuid }) => uuid));
      const rows = [
        ...together.map(({ tab }) => update(tab, { tabGroup: null })),
        ...moved,
        ...together.filter(({ tab }) => !uuids.has(tab.uuid)).map(({ tab, sheet }) => update(tab, { sheet })),
        ...together.map(({ tab }) => update(tab, { tabGroup: tab.tabGroup })),
      ];
      carryOut(moved.length, label, async () => updateRows(db, 'tabs', rows));
    },
    edit(fields, edits) {
      // A text field that another client created as `custom_opt` can't be required until its type is sent again.
      const editsOf = ({ tabType }: TabRow) =>
        edits.required === true && tabType === 'custom' ? { ...edits, tabType } : edits;
      const edited = fields.map(({ tab }) => ({ transaction, uuid: tab.uuid, edits: editsOf(tab) }));
      carryOut(edited.length, ACTS.edit(edited.length), async () => updateRows(db, 'tabs', edited));
    },
    reassign(fields, copies) {
      const made = rowsToAdd(copies);
      const left = copies.flatMap(({ group }) => (group?.isWhole ? [group.row.uuid] : []));
      const gone = {
        tabs: rowsOf(fields),
        groups: [...new Set(left)].map((uuid) => ({ transaction, uuid })),
      };
      carryOut(fields.length, ACTS.assign(fields.length), async () => reassignTabs(db, gone, made));
      return made.tabs.map(({ uuid }) => uuid);
    },
    remove(fields) {
      carryOut(fields.length, ACTS.remove(fields.length), async () => deleteTabs(db, rowsOf(fields)));
    },
    group(fields, rule) {
      const [first] = fields;
      if (!first) return;
      const group = { transaction, uuid: newUuid(), assignmentId: first.tab.assignment, ...rule };
      const uuids = fields.map(({ tab }) => tab.uuid);
      carryOut(fields.length, ACTS.group, async () => groupTabs(db, group, uuids));
    },
    changeRule({ uuid }, rule) {
      act(ACTS.rule, updateRow(db, 'tabGroups', { transaction, uuid, edits: rule }));
    },
    ungroup({ uuid }, fields) {
      const uuids = fields.map(({ tab }) => tab.uuid);
      act(ACTS.ungroup, ungroupTabs(db, { transaction, uuid }, uuids));
    },
  };
}

/** Returns copies of fields on a page, with the groups of their checkboxes. */
export function copiesOf(fields: readonly PlacedField[], { tabs, groups }: PageFields): NewField[] {
  const uuids = new Set(fields.map(({ tab }) => tab.uuid));
  const isLeft = (row: TabGroupRow) =>
    tabs.some(({ uuid, tabGroup }) => tabGroup === row.uuid && !uuids.has(uuid));
  const byUuid = new Map(groups.map((row) => [row.uuid, { row, isWhole: !isLeft(row) }]));
  return fields.map(({ tab, sheet, box }) => {
    const { tabType: type, assignment: owner, label, required, value, tabGroup } = tab;
    const copied = tabGroup === null ? undefined : byUuid.get(tabGroup);
    const group = copied ? { ...copied, sheet: tab.sheet } : null;
    return { type, sheet, box, owner, label, required, value, group };
  });
}

/** Returns copies of fields, as fields of this signatory. */
export function copiesFor(owner: string, fields: readonly PlacedField[], page: FieldPage): NewField[] {
  return withStoredSheets(
    copiesOf(fields, page.fields).map((copy) => ({ ...copy, owner })),
    page,
  );
}

/**
 * Returns new fields with the sheets to store for them. A signature field that joins others of its signatory has their sheet, even if it is
 * gone and they are shown on the last one.
 */
export function withStoredSheets(
  added: readonly NewField[],
  { fields, lines }: Pick<FieldPage, 'fields' | 'lines'>,
): NewField[] {
  return added.map((field) => {
    if (field.type !== 'signature') return field;
    const joined = fields.tabs.find(
      (tab) =>
        tab.tabType === 'signature' &&
        tab.assignment === field.owner &&
        sheetOfTab(tab, lines.length) === field.sheet,
    );
    return joined ? { ...field, sheet: joined.sheet } : field;
  });
}

/** Returns why these fields can't be added on their sheets, as a sentence; null if they can. */
export function refuseNewFields(added: readonly NewField[], { tabs }: PageFields): string | null {
  const own = added.map(({ owner, type, sheet }): TabOnSheet => ({ assignment: owner, type, sheet }));
  const all = [...tabs.map(onSheet), ...own];
  return firstProblem(own.map((field) => refuseSignatureSheet(field, all)));
}

/** Returns why these fields can't be moved to a sheet one after the other, as a sentence; null if they can. */
export function refuseToSheet(
  moved: readonly PlacedField[],
  sheet: number,
  { tabs }: Pick<PageFields, 'tabs'>,
): string | null {
  return firstProblem(
    moved.map(({ tab }) => {
      const others = tabs.filter(({ uuid }) => uuid !== tab.uuid);
      return refuseSignatureSheet({ ...onSheet(tab), sheet }, others.map(onSheet));
    }),
  );
}

/**
 * Returns the sheet to store for a field that is moved on the sheet that it is shown on. If its own sheet is gone, that is another one;
 * but it keeps its own if the signatory's other signatures have it, too.
 */
function sheetToStore(field: PlacedField, page: Pick<PageFields, 'tabs'>): number {
  return refuseToSheet([field], field.sheet, page) === null ? field.sheet : field.tab.sheet;
}

/** Returns all checkboxes of the fields' groups whose sheet is gone, with the sheet that they are shown on. */
function checkboxesOfGoneSheet(
  fields: readonly PlacedField[],
  { tabs }: Pick<PageFields, 'tabs'>,
): { readonly tab: TabRow; readonly sheet: number }[] {
  const sheets = new Map(
    fields.filter(({ tab, sheet }) => tab.sheet > sheet).map(({ tab, sheet }) => [tab.tabGroup, sheet]),
  );
  return tabs.flatMap((tab) => {
    const sheet = tab.tabGroup === null ? undefined : sheets.get(tab.tabGroup);
    return sheet === undefined ? [] : [{ tab, sheet }];
  });
}

const onSheet = ({ assignment, tabType: type, sheet }: TabRow): TabOnSheet => ({ assignment, type, sheet });

const firstProblem = (problems: readonly (string | null)[]) =>
  problems.find((problem) => problem !== null) ?? null;

type Place = Pick<TabRow, 'sheet' | 'xPosition' | 'yPosition' | 'width' | 'height'>;

function changedPlace(tab: TabRow, place: Place): Partial<Place> {
  const { sheet, xPosition, yPosition, width, height } = place;
  return {
    ...(sheet !== tab.sheet && { sheet }),
    ...(xPosition !== tab.xPosition && { xPosition }),
    ...(yPosition !== tab.yPosition && { yPosition }),
    ...(width !== tab.width && { width }),
    ...(height !== tab.height && { height }),
  };
}
