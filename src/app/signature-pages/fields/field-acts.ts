import { clampTabPlace, type TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import {
  createTabs,
  deleteTabs,
  groupTabs,
  reassignTabs,
  ungroupTabs,
  updateTabs,
  type CreateTabArgs,
} from '../../../db/commands/signing/pages/tabs.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import type { Step } from '../../../db/outbox/command.ts';
import type { TabGroupRow, TabRow } from '../../../db/queries/signing/pages/page-fields.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { CarryOutAct } from '../../undo/history-context.ts';
import type { Box } from './field-geometry.ts';
import { isRequiredAtFirst } from './field-kinds.ts';
import type { FieldPage, PlacedField } from './field-page.ts';
import { ACTS } from './fields-copy.ts';
import { updateRow, type UpdateArgs } from '../../../db/commands/collections/standard-commands.ts';

/** A field to add. */
export interface NewField {
  readonly type: TabType;
  readonly box: Box;
  readonly owner: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly value?: string | null;
}

export type FieldEdits = UpdateArgs<'tabs'>['edits'];
export type GroupRuleFields = Pick<TabGroupRow, 'groupRule' | 'minimumRequired' | 'maximumAllowed'>;

/** The acts on the fields of a page. Each is one act to undo. */
export interface FieldActs {
  /** Returns the uuids of the new fields. */
  place: (fields: readonly NewField[], label?: (count: number) => string) => string[];
  move: (fields: readonly PlacedField[], boxes: readonly Box[], label: string) => void;
  edit: (fields: readonly PlacedField[], edits: FieldEdits) => void;
  /** Returns the uuids of the fields of the new owner. */
  reassign: (fields: readonly PlacedField[], owner: string) => string[];
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
  const carryOut = (count: number, label: string, command: () => Promise<Step[]>) => {
    if (count > 0) act(label, command());
  };
  return {
    place(fields, label = ACTS.place) {
      const made = fields.map(
        ({ type, box, owner, label: text = '', required, value = null }): CreateTabArgs => ({
          transaction,
          uuid: newUuid(),
          assignment: owner,
          tabType: type,
          ...placeOf(box),
          label: text,
          required: required ?? isRequiredAtFirst(type),
          value,
          tabGroup: null,
        }),
      );
      carryOut(made.length, label(made.length), async () => createTabs(db, made));
      return made.map(({ uuid }) => uuid);
    },
    move(fields, boxes, label) {
      const moved = fields.flatMap(({ tab }, at): UpdateArgs<'tabs'>[] => {
        const box = boxes[at];
        const edits = box ? changedPlace(tab, placeOf(box)) : {};
        return Object.keys(edits).length > 0 ? [{ transaction, uuid: tab.uuid, edits }] : [];
      });
      carryOut(moved.length, label, async () => updateTabs(db, moved));
    },
    edit(fields, edits) {
      const edited = rowsOf(fields).map((row) => ({ ...row, edits }));
      carryOut(edited.length, ACTS.edit(edited.length), async () => updateTabs(db, edited));
    },
    reassign(fields, owner) {
      const made = fields
        .filter(({ tab }) => tab.assignment !== owner)
        .map(({ tab }) => ({ from: { transaction, uuid: tab.uuid }, to: copyOf(tab, owner) }));
      carryOut(made.length, ACTS.assign(made.length), async () => reassignTabs(db, made));
      return made.map(({ to }) => to.uuid);
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

/** Returns a field like this one for another signatory. Groups have checkboxes of one signatory only. */
function copyOf(tab: TabRow, owner: string): CreateTabArgs {
  const { transaction, tabType, xPosition, yPosition, width, height, label, required, value } = tab;
  const place = { xPosition, yPosition, width, height };
  const facts = { tabType, ...place, label, required, value, tabGroup: null };
  return { transaction, uuid: newUuid(), assignment: owner, ...facts };
}

type Place = Pick<TabRow, 'xPosition' | 'yPosition' | 'width' | 'height'>;

function changedPlace(tab: TabRow, place: Place): Partial<Place> {
  const { xPosition, yPosition, width, height } = place;
  return {
    ...(xPosition !== tab.xPosition && { xPosition }),
    ...(yPosition !== tab.yPosition && { yPosition }),
    ...(width !== tab.width && { width }),
    ...(height !== tab.height && { height }),
  };
}
