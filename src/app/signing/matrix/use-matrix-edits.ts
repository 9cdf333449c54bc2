import { useEffect, useMemo, useRef } from 'react';
import { ASSIGNMENTS_MAX } from '../../../contract/rules/signing/assignments/limits.ts';
import { capacitiesOf } from '../../../contract/rules/signing/signatories/capacity.ts';
import { signerOf } from '../../../contract/rules/signing/signatories/signer.ts';
import {
  assignDocuments,
  assignDocumentsToGroup,
  unassignDocuments,
  withSeveralPages,
} from '../../../db/commands/signing/assignments/assign-documents.ts';
import {
  assignedIn,
  pagesIn,
  pagesView,
  type MatrixRows,
} from '../../../db/queries/signing/assignments/matrix-rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { askForPage } from '../page-question/page-questions.ts';
import type { CellGroup, ReadCells } from './grid/cells.ts';
import { planFill, type CellPlace, type FillPlan } from './grid/fill.ts';
import { ACTS, MATRIX, REFUSALS } from './matrix-copy.ts';
import { deleteRow } from '../../../db/commands/collections/standard-commands.ts';

interface MatrixFacts {
  transaction: string;
  read: ReadCells;
  rows: MatrixRows;
  nameOf: (item: string) => string;
  /** Whether the document is marked to be signed. */
  isMarked: (item: string) => boolean;
  announce: (text: string) => void;
}

/** Returns the edits of the matrix. A whole drag or selection is one command, and can be undone as one act. */
export function useMatrixEdits({ transaction, read, rows, nameOf, isMarked, announce }: MatrixFacts) {
  const db = useMirror();
  const act = useCarryOutAct();
  const pages = useMemo(() => pagesView(db, transaction), [db, transaction]);
  // Keep the view open, because nothing on the screen subscribes to it and edits read its snapshot.
  useEffect(() => pages.subscribe(() => undefined), [pages]);
  const isWaiting = useRef(false);

  const unassignGroup = (item: string, { dynamicAssignment, name }: CellGroup) =>
    act(
      ACTS.unassignGroup(nameOf(item), name),
      deleteRow(db, 'dynamicAssignments', { transaction, uuid: dynamicAssignment.uuid }),
    );

  const unmarkedOf = (items: readonly string[]) => [...new Set(items)].filter((item) => !isMarked(item));

  const assignToGroup = (items: readonly string[], group: { uuid: string; name: string }) => {
    const isNew = (item: string) =>
      ![...rows.dynamicAssignments.values()].some(
        (each) => each.item === item && each.signingGroup === group.uuid,
      );
    const add = (documents: readonly string[], chosen?: ReadonlyMap<string, string>) => {
      const unmarked = unmarkedOf(documents);
      const args = { transaction, group: group.uuid, items: documents, unmarked, ...(chosen && { chosen }) };
      const done = ACTS.assignedTo(documents.length, group.name);
      act(ACTS.assignGroup(documents.length, group.name), assignDocumentsToGroup(db, args), done);
      announce(done);
    };
    const documents = items.filter(isNew);
    if (documents.length === 0) return announce(ACTS.assignedTo(items.length, group.name));
    const addOrAsk = async () => {
      const several = await withSeveralPages(db, documents);
      const others = documents.filter((item) => !several.includes(item));
      if (others.length > 0) add(others);
      for (const item of several)
        askForPage({
          item,
          name: nameOf(item),
          signer: group.name,
          choose: (page) => add([item], new Map([[item, page]])),
        });
    };
    void addOrAsk();
  };

  const refuse = ({ refused }: FillPlan) => {
    const [first, ...others] = refused.filter(hasOwnReason);
    if (!first) return;
    const message =
      others.length > 0 ? REFUSALS.many(others.length + 1) : sentenceOf(first, nameOf(first.item));
    const [group] = first.why === 'group' && others.length === 0 ? first.cell.groups : [];
    pushToast({
      id: 'matrix-refusal',
      level: 'info',
      message,
      ...(group && {
        action: { label: REFUSALS.unassignGroup, run: () => unassignGroup(first.item, group) },
      }),
    });
  };

  const carryOut = (plan: FillPlan) => {
    const { how, pages, changed } = plan;
    if (pages.length > ASSIGNMENTS_MAX) {
      pushToast({ id: 'matrix-refusal', level: 'error', message: REFUSALS.tooMany(ASSIGNMENTS_MAX) });
      return;
    }
    refuse(plan);
    const [first] = changed;
    if (!first) return;
    const args = { transaction, assignments: pages };
    const command =
      how === 'assign'
        ? assignDocuments(db, args, unmarkedOf(changed.map(({ item }) => item)))
        : unassignDocuments(db, args);
    if (changed.length === 1) {
      act(ACTS.one(how, nameOf(first.item), first.column.name), command);
      const state = how === 'assign' ? 'assigned' : 'unassigned';
      announce(MATRIX.cell(nameOf(first.item), first.column.name, { state, group: null, packet: null }));
    } else {
      act(ACTS.many(how, changed.length), command, ACTS.done(how, changed.length));
      announce(ACTS.done(how, changed.length));
    }
  };

  /** Until the deal's signature pages have been read, one act waits for them and others are ignored. */
  const setCells = (places: readonly CellPlace[], how: FillPlan['how'], authRep?: string | null): void => {
    const dealPages = pages.getSnapshot();
    if (dealPages) {
      const signerIn = signersOf(rows);
      const context = {
        read,
        pagesOf: (item: string) =>
          pagesIn(rows, dealPages, item, ({ signatory, authRep }) => signerIn(signatory, authRep)),
        signerOf: signerIn,
        newPagesConsolidate: dealPages.newConsolidate,
        assignedTo: (item: string) => assignedIn(rows, item),
        newUuid,
      };
      const plan = planFill(places, how, context, authRep);
      carryOut(plan);
      const asked = plan.refused.filter((each) => !hasOwnReason(each));
      for (const [item, cells] of Map.groupBy(asked, (each) => each.item))
        askForPage({
          item,
          name: nameOf(item),
          signer: cells.length === 1 ? (cells[0]?.column.name ?? '') : ACTS.signatories(cells.length),
          choose: (page) => {
            const chosenPages = new Map([[item, page]]);
            const wanted = cells.map(({ column }) => ({ item, column }));
            carryOut(planFill(wanted, how, { ...context, chosenPages }, authRep));
          },
        });
      return;
    }
    if (isWaiting.current) return;
    isWaiting.current = true;
    const stop = pages.subscribe(() => {
      stop();
      isWaiting.current = false;
      setCells(places, how, authRep);
    });
  };

  return { setCells, assignToGroup, unassignGroup };
}

/** Returns the person who signs in a capacity. */
function signersOf({ signatories, representatives }: MatrixRows) {
  const parties = Array.from(signatories.values(), ({ uuid, fullName, isOrg }) => ({
    uuid,
    name: fullName,
    isOrg,
  }));
  const capacities = capacitiesOf(parties, representatives.values());
  return (signatory: string, authRep: string | null) =>
    signerOf(capacities, signatory, authRep)?.uuid ?? null;
}

type Refused = FillPlan['refused'][number];
type RefusedForGood = Exclude<Refused, { why: 'several_pages' }>;

/** Returns whether the refusal is final. If several pages are marked, the user chooses the page instead. */
function hasOwnReason(refused: Refused): refused is RefusedForGood {
  return refused.why !== 'several_pages';
}

function sentenceOf({ why, cell, column }: RefusedForGood, document: string): string {
  if (why === 'group') return REFUSALS.group(document, column.name, cell.groups[0]?.name ?? '');
  const isOut = cell.assignments.some(({ status }) => status === 'sent' || status === 'viewed');
  return isOut ? REFUSALS.sent(document, column.name) : REFUSALS.signed(document, column.name);
}
