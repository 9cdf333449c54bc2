import { useMemo } from 'react';
import type { Relation } from '../../../contract/rules/signing/signatories/capacity.ts';
import {
  createAssignments,
  deleteAssignments,
  type AssignedPage,
} from '../../../db/commands/signing/assignments/assignments.ts';
import {
  addSignatories,
  replaceRepresentative,
  type NewParty,
  type NewRelation,
} from '../../../db/commands/signing/signatories/add-signatories.ts';
import {
  deleteRepresentative,
  moveRepresentative,
  updateRepresentative,
} from '../../../db/commands/signing/signatories/representatives.ts';
import { deleteSignatories } from '../../../db/commands/signing/signatories/signatories.ts';
import { takeOver } from '../../../db/commands/signing/signatories/take-over.ts';
import type { Step } from '../../../db/commands/tray/undo-steps.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS, TAKE_OVER } from './signatories-copy.ts';
import { updateRow, type UpdateArgs } from '../../../db/commands/collections/standard-commands.ts';

/** A row to edit, and its name for undo. */
interface Named {
  uuid: string;
  name: string;
}

/** Edits of signatories and their capacities, which the user can undo. */
export interface SignatoryActs {
  add: (label: string, parties: readonly NewParty[], relations: readonly NewRelation[]) => Promise<Step[]>;
  update: (signatory: Named, edits: UpdateArgs<'signatories'>['edits']) => Promise<Step[]>;
  remove: (signatories: readonly Named[]) => void;
  changeTitle: (relation: Named, title: string) => Promise<Step[]>;
  move: (relation: Named, after: string | null) => void;
  replace: (relation: Named, by: Named, added: NewParty | null) => void;
  /** Replaces a representative, but only on pages that weren't sent. */
  takeOver: (relation: Relation, name: string, by: Named, added: NewParty | null) => void;
  removeRelation: (relation: Named, entity: string) => void;
  assign: (document: string, name: string, page: AssignedPage) => void;
  unassign: (document: string, name: string, page: AssignedPage) => void;
}

/** Returns the edits of a deal's signatories. */
export function useSignatoryActs(transaction: string): SignatoryActs {
  const db = useMirror();
  const act = useCarryOutAct();
  return useMemo(() => {
    const follow = (label: string, command: Promise<Step[]>) => {
      act(label, command);
      return command;
    };
    return {
      add: async (label, parties, relations) =>
        follow(label, addSignatories(db, { transaction, parties, relations })),
      update: async ({ uuid, name }, edits) =>
        follow(
          edits.fullName === undefined ? ACTS.change(name) : ACTS.rename(name),
          updateRow(db, 'signatories', { transaction, uuid, edits }),
        ),
      remove: (signatories) => {
        const [count, first] = [signatories.length, signatories[0]?.name ?? ''];
        act(
          ACTS.delete(count, first),
          deleteSignatories(db, { transaction, uuids: signatories.map(({ uuid }) => uuid) }),
          ACTS.deleted(count, first),
        );
      },
      changeTitle: async ({ uuid, name }, title) =>
        follow(ACTS.changeTitle(name), updateRepresentative(db, { transaction, uuid, edits: { title } })),
      move: ({ uuid, name }, after) =>
        act(ACTS.move(name), moveRepresentative(db, { transaction, uuid, after })),
      replace: ({ uuid, name }, by, added) =>
        act(
          ACTS.replace(name, by.name),
          replaceRepresentative(db, { transaction, uuid, by: by.uuid, added }),
        ),
      takeOver: ({ uuid: from, entity, title }, name, by, added) => {
        const to = { uuid: newUuid(), signatory: by.uuid, title };
        act(
          ACTS.replace(name, by.name),
          takeOver(db, { transaction, entity, from, to, added }),
          TAKE_OVER.done(name, by.name),
        );
      },
      removeRelation: ({ uuid, name }, entity) =>
        act(
          ACTS.removeRepresentative(name),
          deleteRepresentative(db, { transaction, uuid }),
          ACTS.removedRepresentative(name, entity),
        ),
      assign: (document, name, page) =>
        act(ACTS.assign(document, name), createAssignments(db, { transaction, assignments: [page] })),
      unassign: (document, name, page) =>
        act(ACTS.unassign(document, name), deleteAssignments(db, { transaction, assignments: [page] })),
    };
  }, [db, act, transaction]);
}
