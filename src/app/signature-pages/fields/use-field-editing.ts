import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { sheetOfTab, TABS_MAX, type TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import {
  copiesFor,
  copiesOf,
  fieldActs,
  refuseNewFields,
  refuseToSheet,
  withStoredSheets,
  type CopiedGroup,
  type FieldActs,
  type FieldEdits,
  type NewField,
} from './field-acts.ts';
import {
  aligned,
  movedTogether,
  pulledIn,
  resized,
  type Alignment,
  type Box,
  type Point,
} from './field-geometry.ts';
import { newBox } from './field-kinds.ts';
import {
  placedFields,
  type FieldOwner,
  type FieldPage,
  type OwnedProposal,
  type PlacedField,
} from './field-page.ts';
import { ACTS, FIELDS, FIELD_NAMES } from './fields-copy.ts';

/** The pause after which moves by the arrow keys are saved, so that a series of them is one act. */
const NUDGES_REST_MS = 500;
/** The distance of a duplicate from its original, in points. */
const BESIDE = 12;

/** The user's edits of the fields on a page. */
export interface FieldEditing {
  readonly page: FieldPage;
  readonly fields: readonly PlacedField[];
  readonly selected: readonly PlacedField[];
  /** The selected fields that can still be changed. */
  readonly editable: readonly PlacedField[];
  readonly isSelected: (uuid: string) => boolean;
  readonly select: (uuids: readonly string[]) => void;
  /** The type of field that a click on the page places; null = none. */
  readonly tool: TabType | null;
  readonly setTool: (tool: TabType | null) => void;
  /** The owner of the next fields that are placed. */
  readonly owner: FieldOwner | null;
  readonly setOwner: (assignment: string) => void;
  /** Places the field with its center at a point of a sheet, or in a box. */
  readonly place: (type: TabType, where: Point | Box, sheet: number) => void;
  readonly placeProposals: (proposals: readonly OwnedProposal[]) => void;
  /** Saves the new boxes of fields that were dragged. */
  readonly drop: (fields: readonly PlacedField[], boxes: readonly Box[], label?: string) => void;
  readonly nudge: (fields: readonly PlacedField[], by: Point) => void;
  readonly stretch: (fields: readonly PlacedField[], by: Point) => void;
  readonly align: (how: Alignment) => void;
  /** Moves the selected fields to another sheet. */
  readonly toSheet: (sheet: number) => void;
  readonly edit: (edits: FieldEdits) => void;
  readonly reassign: (assignment: string) => void;
  readonly duplicate: (fields: readonly PlacedField[]) => void;
  readonly copyToOthers: () => void;
  readonly copy: () => void;
  readonly paste: () => void;
  readonly remove: (fields: readonly PlacedField[]) => void;
  /** Saves moves made by the arrow keys. */
  readonly flush: () => void;
  readonly acts: FieldActs;
  /** The field to focus next. */
  readonly focus: string | null;
}

/** The copied fields, which can be pasted on another page. */
let clipboard: readonly NewField[] = [];

/** Moves by the arrow keys that aren't saved yet. */
interface Nudged {
  readonly fields: readonly PlacedField[];
  readonly label: string;
  readonly save: () => void;
}

interface State {
  readonly page: string;
  readonly selected: ReadonlySet<string>;
  readonly draft: ReadonlyMap<string, Box>;
  readonly focus: string | null;
}

const NO_DRAFT: ReadonlyMap<string, Box> = new Map();
const startOn = (page: string): State => ({ page, selected: new Set(), draft: NO_DRAFT, focus: null });

/** Returns the edits for the fields of a page. The selection is empty again on another page. */
export function useFieldEditing(page: FieldPage, announce: (text: string) => void): FieldEditing {
  const db = useMirror();
  const act = useCarryOutAct();
  const [tool, setTool] = useState<TabType | null>(null);
  const [wanted, setOwner] = useState<string | null>(null);
  const [kept, setState] = useState(() => startOn(page.uuid));
  const state = kept.page === page.uuid ? kept : startOn(page.uuid);
  const { draft } = state;
  const { width, height } = page.paper;
  const acts = useMemo(
    () => fieldActs(db, act, { transaction: page.transaction, paper: { width, height } }),
    [db, act, page.transaction, width, height],
  );
  const fields = useMemo(() => placedFields(page, draft), [page, draft]);
  const selected = useMemo(
    () => fields.filter(({ tab }) => state.selected.has(tab.uuid)),
    [fields, state.selected],
  );
  const editable = selected.filter(({ owner }) => owner.isOpen);
  const open = page.owners.filter(({ isOpen }) => isOpen);
  const owner = open.find(({ assignment }) => assignment === wanted) ?? open[0] ?? null;

  const nudged = useRef<Nudged | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    clearTimeout(timer.current);
    const moved = nudged.current;
    if (!moved) return;
    nudged.current = null;
    setState((last) => ({ ...last, draft: NO_DRAFT }));
    moved.save();
  };
  const flushLatest = useEffectEvent(flush);
  useEffect(() => () => flushLatest(), []);
  const hold = (held: readonly PlacedField[], boxes: readonly Box[], label: string) => {
    const uuids = held.map(({ tab }) => tab.uuid);
    const { current } = nudged;
    if (current && (current.label !== label || current.fields.some(({ tab }, at) => tab.uuid !== uuids[at])))
      flush();
    nudged.current = {
      fields: held,
      label,
      save: () => acts.move(held, boxes, { label, page: page.fields }),
    };
    const moved = new Map(held.map(({ tab, box }, at) => [tab.uuid, boxes[at] ?? box]));
    setState({ ...state, selected: new Set(uuids), draft: moved, focus: null });
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, NUDGES_REST_MS);
    const [only, ...others] = boxes;
    if (only && others.length === 0)
      announce(
        label === ACTS.resize
          ? FIELDS.sized(Math.round(only.width), Math.round(only.height))
          : FIELDS.moved(Math.round(only.x), Math.round(only.y)),
      );
  };

  /** Returns whether there was no problem. Otherwise, it shows the problem. */
  const isAllowed = (problem: string | null): boolean => {
    if (problem !== null) pushToast({ id: 'fields', level: 'error', message: problem });
    return problem === null;
  };
  const refuseNew = (added: readonly NewField[]): string | null =>
    page.fields.tabs.length + added.length > TABS_MAX
      ? FIELDS.full(TABS_MAX)
      : refuseNewFields(added, page.fields);
  /** Returns whether the fields were added. */
  const add = (asked: readonly NewField[], label?: (count: number) => string): boolean => {
    flush();
    const added = withStoredSheets(asked, page);
    if (!isAllowed(refuseNew(added))) return false;
    const uuids = acts.place(added, label);
    setState({ ...state, draft: NO_DRAFT, selected: new Set(uuids), focus: uuids[0] ?? null });
    return true;
  };
  const beside = (box: Box): Box => pulledIn({ ...box, x: box.x + BESIDE, y: box.y + BESIDE }, page.paper);

  return {
    page,
    fields,
    selected,
    editable,
    isSelected: (uuid) => state.selected.has(uuid),
    select(uuids) {
      flush();
      setState({ ...state, draft: NO_DRAFT, selected: new Set(uuids), focus: null });
    },
    tool,
    setTool,
    owner,
    setOwner,
    place(type, where, sheet) {
      if (!owner) return;
      const box = 'width' in where ? pulledIn(where, page.paper) : newBox(type, where, page.paper);
      if (add([{ type, sheet, box, owner: owner.assignment }]))
        announce(FIELDS.placed(FIELD_NAMES[type], owner.name));
    },
    placeProposals(proposals) {
      add(
        proposals.flatMap(({ type, sheet, box, label, owner: near }) => {
          const isOpen = open.some(({ assignment }) => assignment === near);
          const whose = isOpen ? near : (owner?.assignment ?? null);
          return whose === null ? [] : [{ type, sheet, box: pulledIn(box, page.paper), label, owner: whose }];
        }),
      );
    },
    drop(moved, boxes, label = ACTS.move(moved.length)) {
      flush();
      acts.move(moved, boxes, { label, page: page.fields });
    },
    nudge(moved, by) {
      const boxes = moved.map(({ box }) => box);
      hold(moved, movedTogether(boxes, by, page.paper), ACTS.move(moved.length));
    },
    stretch(stretched, by) {
      const corner = { right: true, bottom: true };
      const boxes = stretched.map(({ box }) => resized(box, corner, by, page.paper));
      hold(stretched, boxes, ACTS.resize);
    },
    align(how) {
      flush();
      const boxes = aligned(
        editable.map(({ box }) => box),
        how,
      );
      acts.move(
        editable,
        boxes.map((box) => pulledIn(box, page.paper)),
        { label: ACTS.align(editable.length), page: page.fields },
      );
    },
    toSheet(sheet) {
      flush();
      if (!isAllowed(refuseToSheet(editable, sheet, page.fields))) return;
      acts.move(
        editable,
        editable.map(({ box }) => box),
        { label: ACTS.move(editable.length), page: page.fields, to: sheet },
      );
      announce(FIELDS.onSheet(sheet));
    },
    edit(edits) {
      flush();
      acts.edit(editable, edits);
    },
    reassign(assignment) {
      flush();
      const moved = editable.filter(({ tab }) => tab.assignment !== assignment);
      const copies = copiesFor(assignment, moved, page);
      if (!isAllowed(refuseNewFields(copies, page.fields))) return;
      const uuids = acts.reassign(moved, copies);
      if (uuids.length > 0) setState({ ...state, draft: NO_DRAFT, selected: new Set(uuids), focus: null });
    },
    duplicate(originals) {
      add(
        copiesOf(originals, page.fields).map((copy) => ({ ...copy, box: beside(copy.box) })),
        ACTS.copy,
      );
    },
    copyToOthers() {
      const copies = copiesOf(editable, page.fields);
      const owners = page.others.filter(({ isOpen }) => isOpen);
      flush();
      const added = withStoredSheets(
        owners.flatMap(({ assignment }) => copies.map((each) => ({ ...each, owner: assignment }))),
        page,
      );
      if (!isAllowed(refuseNew(added))) return;
      acts.place(added, ACTS.copy);
      announce(FIELDS.copied(copies.length));
    },
    copy() {
      clipboard = copiesOf(selected, page.fields);
      announce(FIELDS.copied(clipboard.length));
    },
    paste() {
      if (!owner) return;
      const isTaken = (sheet: number, box: Box) =>
        fields.some((field) => field.sheet === sheet && field.box.x === box.x && field.box.y === box.y);
      // The group may have been deleted since it was copied.
      const isKnown = ({ row, isWhole }: CopiedGroup) =>
        isWhole || page.fields.groups.some(({ uuid }) => uuid === row.uuid);
      add(
        clipboard.map((each) => {
          const sheet = sheetOfTab(each, page.lines.length);
          return {
            ...each,
            sheet,
            box: isTaken(sheet, each.box) ? beside(each.box) : pulledIn(each.box, page.paper),
            owner: owner.assignment,
            group: each.group && isKnown(each.group) ? each.group : null,
          };
        }),
        ACTS.copy,
      );
    },
    remove(removed) {
      flush();
      const gone = new Set(removed.map(({ tab }) => tab.uuid));
      const at = fields.findIndex(({ tab }) => gone.has(tab.uuid));
      acts.remove(removed);
      announce(FIELDS.deleted(removed.length));
      const left = fields.filter(({ tab }) => !gone.has(tab.uuid));
      const next = left[Math.min(at, left.length - 1)]?.tab.uuid ?? null;
      setState({ ...state, draft: NO_DRAFT, selected: new Set(), focus: next });
    },
    flush,
    acts,
    focus: state.focus,
  };
}
