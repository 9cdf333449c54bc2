import type { CollectionName } from '../../../../src/contract/collections/deal-collections.ts';
import type { CollectionRow, ItemRow } from '../../../../src/db/rows.ts';
import { newSignatureBlock } from '../../../../src/contract/rules/signature-page/design/new-design.ts';
import { pageOf } from '../model/model-signing.ts';
import { isUnsent } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { textOfPage } from './page-text.ts';
import { pick } from '../random.ts';
import { rowsOf, type Act, type Shown } from './shown.ts';

/** The edits that a person makes about signatures: who signs, for whom, and which documents. */
export const signingEdits = {
  'add signatory'(shown) {
    const { tab, deal, uuid, step } = shown;
    const isOrg = step.b % 3 === 0;
    tab.command((commands, db) =>
      commands.createSignatory(db, { transaction: deal, uuid, fullName: `Signatory ${step.a}`, isOrg }),
    );
  },
  'edit signatory'(shown) {
    const { tab, deal, step } = shown;
    const { one, after } = twoOf<CollectionRow<'signatories'>>(shown, 'signatories');
    if (!one) return;
    const named = { transaction: deal, uuid: one.uuid };
    const edits = step.c % 2 === 0 ? { fullName: `Signer ${step.a}` } : { address: `${step.a} Main Street` };
    tab.command((commands, db) =>
      step.a % 4 === 0
        ? commands.moveRow(db, 'signatories', { ...named, after })
        : commands.updateRow(db, 'signatories', { ...named, edits }),
    );
  },
  'delete signatory'(shown) {
    const { tab, deal, step } = shown;
    const { one, other } = twoOf<CollectionRow<'signatories'>>(shown, 'signatories');
    if (!one) return;
    tab.command((commands, db) =>
      step.c % 2 === 0 && other && other !== one && !one.isOrg && !other.isOrg
        ? commands.mergeSignatories(db, { transaction: deal, kept: other.uuid, duplicates: [one.uuid] })
        : commands.deleteSignatories(db, { transaction: deal, uuids: [one.uuid] }),
    );
  },
  'add representative'(shown) {
    const { tab, deal, uuid, step } = shown;
    const { one: entity, other: signatory } = twoOf<CollectionRow<'signatories'>>(shown, 'signatories');
    if (!entity || !signatory) return;
    const named = { transaction: deal, uuid, entity: entity.uuid, signatory: signatory.uuid };
    tab.command((commands, db) =>
      commands.createRepresentative(db, { ...named, title: `Director ${step.a}` }),
    );
  },
  'edit representative'(shown) {
    const { tab, deal, step } = shown;
    const { one, after } = twoOf<CollectionRow<'representatives'>>(shown, 'representatives');
    if (!one) return;
    const named = { transaction: deal, uuid: one.uuid };
    const person = pick(rowsOf<CollectionRow<'signatories'>>(shown, 'signatories'), step.c);
    tab.command(async (commands, db) => {
      if (step.a % 4 === 0) return commands.deleteRepresentative(db, named);
      if (step.a % 4 === 1) return commands.moveRepresentative(db, { ...named, after });
      const edits =
        step.a % 4 === 2 && person ? { signatory: person.uuid } : { title: `President ${step.a}` };
      return commands.updateRepresentative(db, { ...named, edits });
    });
  },
  'take over'(shown) {
    const { tab, deal, uuid, step } = shown;
    const { one } = twoOf<CollectionRow<'representatives'>>(shown, 'representatives');
    const signatory = pick(rowsOf<CollectionRow<'signatories'>>(shown, 'signatories'), step.c);
    if (!one || !signatory) return;
    const to = { uuid, signatory: signatory.uuid, title: `Successor ${step.a}` };
    tab.command((commands, db) =>
      commands.takeOver(db, { transaction: deal, entity: one.entity, from: one.uuid, to, added: null }),
    );
  },
  'copy signatories'(shown) {
    const { tab, deal, device, step } = shown;
    // Only the schedule's deal certainly has signatories, so they are copied from it or into it.
    const others = device.rows<{ uuid: string }>('transactions').filter(({ uuid }) => uuid !== deal);
    const from = pick(others, step.b);
    if (!from) return;
    const isOther = step.a % 2 === 0;
    const [source, transaction] = isOther ? [deal, from.uuid] : [from.uuid, deal];
    tab.command(async (commands, db) => {
      const { signatories, relations } = await commands.signatoriesToCopy(db, source);
      const copied = signatories.filter((_, at) => step.c % 3 > 0 || at % 2 === 0);
      if (copied.length === 0) return [];
      return commands.duplicateSignatories(db, { transaction, signatories: copied, relations });
    });
  },
  'add list'(shown) {
    const { tab, world, deal, step } = shown;
    const keys = rowsOf<CollectionRow<'customKeys'>>(shown, 'customKeys');
    const { one: known } = twoOf<CollectionRow<'signatories'>>(shown, 'signatories');
    const facts = { email: '', address: '', entityDescription: '' };
    const rows = Array.from({ length: 1 + (step.b % 3) }, (_, at) => {
      const [fund, manager] = [world.newId(), world.newId()];
      const names = known && step.c % 3 === 0 ? known.uuid : manager;
      return {
        row: at + 1,
        signatories: [
          { ...facts, uuid: fund, fullName: `Fund ${step.a}.${at}`, isOrg: true },
          { ...facts, uuid: manager, fullName: `Manager ${step.a}.${at}`, isOrg: false },
        ],
        representatives: [
          { uuid: world.newId(), entity: fund, signatory: names, title: 'Manager', order: 0 },
        ],
        values: keys.map(({ uuid: customKey }) => ({
          uuid: world.newId(),
          signatory: fund,
          customKey,
          value: `$${step.a}`,
        })),
      };
    });
    tab.command((commands, db) =>
      commands.addSignatoryList(db, { transaction: deal, fileName: 'investors.csv', rows }),
    );
  },
  'set values'(shown) {
    const { tab, deal, step } = shown;
    const signatory = pick(rowsOf<CollectionRow<'signatories'>>(shown, 'signatories'), step.b);
    const keys = rowsOf<CollectionRow<'customKeys'>>(shown, 'customKeys');
    const key = pick(keys, step.c);
    if (!signatory || !key) return;
    const rows = rowsOf<CollectionRow<'customValues'>>(shown, 'customValues');
    const values = (step.a % 2 === 0 ? keys : [key]).map(({ uuid: customKey }) => ({
      signatory: signatory.uuid,
      customKey,
      value: step.a % 3 === 0 ? '' : `Value ${step.a}`,
      existing:
        rows.find((row) => row.signatory === signatory.uuid && row.customKey === customKey)?.uuid ?? null,
    }));
    tab.command((commands, db) => commands.setCustomValues(db, { transaction: deal, values }));
  },
  'edit signing group'(shown) {
    const { tab, deal, uuid, step } = shown;
    const { one } = twoOf<CollectionRow<'signingGroups'>>(shown, 'signingGroups');
    const name = `Buyers ${step.a}`;
    tab.command(async (commands, db) => {
      if (!one || step.a % 3 === 0)
        return commands.createRow(db, 'signingGroups', { transaction: deal, uuid, name });
      const members = rowsOf<CollectionRow<'signingGroupMembers'>>(shown, 'signingGroupMembers').filter(
        ({ group }) => group === one.uuid,
      );
      if (step.a % 9 === 1) return commands.copySigningGroup(db, { transaction: deal, uuid, name, members });
      const named = { transaction: deal, uuid: one.uuid };
      if (step.a % 3 === 1) return commands.updateRow(db, 'signingGroups', { ...named, edits: { name } });
      return commands.deleteRow(db, 'signingGroups', named);
    });
  },
  'edit group members'(shown) {
    const { tab, deal, step } = shown;
    const group = pick(rowsOf<CollectionRow<'signingGroups'>>(shown, 'signingGroups'), step.b);
    const signatory = pick(rowsOf<CollectionRow<'signatories'>>(shown, 'signatories'), step.c);
    const { one, after } = twoOf<CollectionRow<'signingGroupMembers'>>(shown, 'signingGroupMembers');
    tab.command(async (commands, db) => {
      const named = one && { transaction: deal, uuid: one.uuid };
      if (named && step.a % 5 === 0) return commands.deleteRow(db, 'signingGroupMembers', named);
      if (named && step.a % 5 === 1) return commands.moveSigningGroupMember(db, { ...named, after });
      if (named && step.a % 5 === 2)
        return commands.updateSigningGroupMember(db, { ...named, authRep: null });
      if (named && group && group.uuid !== one.group && step.a % 5 === 3)
        return commands.moveToSigningGroup(db, {
          ...named,
          group: group.uuid,
          after: step.c % 2 === 0 ? null : undefined,
        });
      if (!group || !signatory) return [];
      const members = [{ signatory: signatory.uuid, authRep: null }];
      return commands.addSigningGroupMembers(db, { transaction: deal, group: group.uuid, members });
    });
  },
  'assign group'(shown) {
    const { tab, deal, step } = shown;
    const group = pick(rowsOf<CollectionRow<'signingGroups'>>(shown, 'signingGroups'), step.b);
    const item = pick(rowsOf<ItemRow>(shown, 'items'), step.c);
    const { one } = twoOf<CollectionRow<'dynamicAssignments'>>(shown, 'dynamicAssignments');
    tab.command(async (commands, db) => {
      if (one && step.a % 3 === 0)
        return commands.deleteRow(db, 'dynamicAssignments', { transaction: deal, uuid: one.uuid });
      if (one && step.a % 9 === 1)
        return commands.updateDynamicAssignment(db, {
          transaction: deal,
          uuid: one.uuid,
          header: `Buyers ${step.c}`,
        });
      if (!group || !item) return [];
      const unmarked = item.forSigning ? [] : [item.uuid];
      return commands.assignDocumentsToGroup(db, {
        transaction: deal,
        group: group.uuid,
        items: [item.uuid],
        unmarked,
      });
    });
  },
  assign(shown) {
    const { tab, world, deal, step } = shown;
    const item = pick(rowsOf<ItemRow>(shown, 'items'), step.a);
    const { one, other } = twoOf<CollectionRow<'signatories'>>(shown, 'signatories');
    if (!item || !one) return;
    const pages = rowsOf<CollectionRow<'signaturePages'>>(shown, 'signaturePages');
    const ofItem = pages.filter((page) => page.item === item.uuid);
    const reps = rowsOf<CollectionRow<'representatives'>>(shown, 'representatives');
    // Sometimes on a page that another person also signs.
    const shared = step.a % 4 === 0 ? pick(ofItem, step.b) : undefined;
    const assignments = [one, ...(other && step.c % 2 === 0 ? [other] : [])].map((signatory, index) => ({
      uuid: world.newId(),
      item: item.uuid,
      page: shared?.uuid ?? world.newId(),
      pageOrder: ofItem.length + index,
      signatory: signatory.uuid,
      authRep: reps.find((rep) => rep.entity === signatory.uuid)?.uuid ?? null,
    }));
    tab.command((commands, db) => commands.createAssignments(db, { transaction: deal, assignments }));
  },
  'mark page'(shown) {
    const { tab, deal, step } = shown;
    const filed = rowsOf<ItemRow>(shown, 'items').filter(({ document }) => document !== null);
    const item = pick(filed, step.b);
    if (!item?.document) return;
    const pages = rowsOf<CollectionRow<'signaturePages'>>(shown, 'signaturePages');
    const order = pages.filter((page) => page.item === item.uuid).length;
    const page = { transaction: deal, uuid: pageOf(item.document), item: item.uuid };
    const file = { document: item.document, refPageNumber: 1, order };
    const isMarked = pages.some(({ uuid }) => uuid === page.uuid);
    tab.command(async (commands, db) =>
      isMarked ? commands.unmarkPage(db, page) : commands.markPages(db, [{ ...page, ...file }]),
    );
  },
  'edit pages'(shown) {
    const { tab, deal, step } = shown;
    if (step.c % 5 === 4) return editDesigns(shown);
    const generated = rowsOf<CollectionRow<'signaturePages'>>(shown, 'signaturePages').filter(
      ({ source }) => source === 'generated',
    );
    const [one, other] = [pick(generated, step.b), pick(generated, step.c)];
    if (!one) return;
    if (step.a % 8 === 5) {
      // The app offers this only if nobody signs the page, but somebody else may have been assigned to it meanwhile.
      tab.command((commands, db) =>
        commands.deleteRow(db, 'signaturePages', { transaction: deal, uuid: one.uuid }),
      );
      return;
    }
    const look = step.a % 4 === 0 ? { fontSize: 9 + (step.c % 6), margins: 'narrow' as const } : undefined;
    // Often the same block as in another person's edit, and sometimes several pages as one act.
    const blocks =
      step.a % 7 === 0 ? { put: [], removed: ['lead-in'] } : { put: [textOfPage(step)], removed: [] };
    const pages = [one, ...(other && other !== one && step.a % 3 === 0 ? [other] : [])];
    tab.command((commands, db) =>
      commands.editSignaturePages(db, {
        transaction: deal,
        pages: pages.map(({ uuid }) => ({ uuid, blocks, ...(look && { look }) })),
      }),
    );
  },
  'edit fields'(shown) {
    const { tab, world, deal, uuid, step } = shown;
    const assignment = pick(rowsOf<CollectionRow<'assignments'>>(shown, 'assignments'), step.c);
    const { one, other } = twoOf<CollectionRow<'tabs'>>(shown, 'tabs');
    const named = one && { transaction: deal, uuid: one.uuid };
    const group = pick(rowsOf<CollectionRow<'tabGroups'>>(shown, 'tabGroups'), step.b);
    tab.command(async (commands, db) => {
      if (named && step.a % 6 === 0) return commands.deleteTabs(db, [named]);
      if (named && step.a % 6 === 1)
        return commands.updateRows(db, 'tabs', [{ ...named, edits: { xPosition: step.b / 40 } }]);
      if (group && step.a % 6 === 2)
        return commands.ungroupTabs(db, { transaction: deal, uuid: group.uuid }, one ? [one.uuid] : []);
      if (group && step.a % 6 === 3)
        return commands.updateRow(db, 'tabGroups', {
          transaction: deal,
          uuid: group.uuid,
          edits: { minimumRequired: step.b },
        });
      if (one && other && one.assignment === other.assignment && step.a % 6 === 4) {
        const rule = { groupRule: 'select_at_least', minimumRequired: 1, maximumAllowed: null } as const;
        const added = { transaction: deal, uuid, assignmentId: one.assignment, ...rule };
        return commands.groupTabs(db, added, [one.uuid, other.uuid]);
      }
      if (!assignment) return [];
      const place = { sheet: 1, xPosition: step.a / 40, yPosition: step.b / 40, width: 0.2, height: 0.03 };
      const facts = { tabType: 'checkbox', label: '', required: false, value: null } as const;
      const ids = [uuid, world.newId()];
      const rule = { groupRule: 'select_at_least', minimumRequired: 1, maximumAllowed: null } as const;
      const own = { transaction: deal, uuid: world.newId(), assignmentId: assignment.uuid, ...rule };
      const groups = step.b % 2 === 0 ? [own] : [];
      const tabs = ids.map((id) => ({
        transaction: deal,
        uuid: id,
        assignment: assignment.uuid,
        ...place,
        ...facts,
        tabGroup: groups[0]?.uuid ?? null,
      }));
      return commands.createTabs(db, { tabs, groups });
    });
  },
  'edit assignment'(shown) {
    const { tab, deal, step } = shown;
    const { one } = twoOf<CollectionRow<'assignments'>>(shown, 'assignments');
    if (!one) return;
    const edits = step.a % 2 === 0 ? { customText: `Text ${step.a}` } : { requiresNotary: step.c % 2 === 0 };
    tab.command((commands, db) =>
      commands.updateRow(db, 'assignments', { transaction: deal, uuid: one.uuid, edits }),
    );
  },
  unassign(shown) {
    const { tab, deal, step } = shown;
    const { one, other } = twoOf<CollectionRow<'assignments'>>(shown, 'assignments');
    if (!one) return;
    const assignments = [one, ...(other && step.a % 2 === 0 ? [other] : [])].map((row) => ({
      uuid: row.uuid,
      item: row.item,
      page: row.itemPageUuid,
      pageOrder: 0,
      signatory: row.signatory,
      authRep: row.authRep,
    }));
    tab.command((commands, db) => commands.deleteAssignments(db, { transaction: deal, assignments }));
  },
  'create packets'(shown) {
    const { tab, deal, step } = shown;
    const people = rowsOf<CollectionRow<'signatories'>>(shown, 'signatories').filter(({ isOrg }) => !isOrg);
    const asked = step.a % 3 === 0 ? people : people.filter((person) => person === pick(people, step.b));
    tab.command((commands, db) =>
      commands.createPackets(db, { transaction: deal, people: asked.map(({ uuid }) => uuid) }),
    );
  },
  'send packets'(shown) {
    const { tab, deal, step } = shown;
    const unsent = rowsOf<CollectionRow<'packets'>>(shown, 'packets').filter(({ status }) =>
      isUnsent(status),
    );
    const one = pick(unsent, step.b);
    if (!one) return;
    const other = pick(
      unsent.filter((row) => row !== one),
      step.c,
    );
    const to = { transaction: deal, uuid: one.uuid, to: 'Jane Doe' };
    const sending = (packet: CollectionRow<'packets'>, after: string[]) => ({
      message: `Sign by day ${step.a}.`,
      expiresOn: null,
      after,
      seen: { version: packet.version, assignments: packet.assignments, warnings: packet.warnings },
    });
    tab.command(async (commands, db) => {
      if (one.queued && step.a % 3 === 0) return commands.unqueuePacket(db, to);
      const first = { ...to, sending: sending(one, []) };
      // Sometimes two packets as one act, one of which waits for the other.
      const second = other && { uuid: other.uuid, to: 'John Roe', sending: sending(other, [one.uuid]) };
      return commands.queuePackets(db, deal, second && step.c % 2 === 0 ? [first, second] : [first]);
    });
  },
} satisfies Record<string, Act>;

export type SigningKind = keyof typeof signingEdits;

/**
 * Returns a row that the step selects, another one if there is one, and the row after which the first one
 * should go.
 */
function twoOf<Row extends { uuid: string; transaction: string }>(shown: Shown, table: CollectionName) {
  const rows = rowsOf<Row>(shown, table);
  const one = pick(rows, shown.step.b);
  const other = pick(
    rows.filter((row) => row !== one),
    shown.step.c,
  );
  return { one, other, after: other?.uuid ?? null };
}

/** Saves, changes or deletes a block design, or has new pages use one. */
function editDesigns(shown: Shown): void {
  const { tab, deal, uuid, step } = shown;
  const saved = pick(rowsOf<CollectionRow<'signatureBlocks'>>(shown, 'signatureBlocks'), step.b);
  const { id: _id, grid: _grid, ...usual } = newSignatureBlock('any', 0);
  const design = { ...usual, auth_rep_alignment: step.b % 2 === 0 ? ('left' as const) : ('indent' as const) };
  const named = { transaction: deal, uuid: saved?.uuid ?? uuid };
  tab.command(async (commands, db) => {
    if (!saved || step.a % 4 === 0)
      return commands.saveBlockDesign(db, { transaction: deal, uuid, name: `Design ${step.a}`, design });
    if (step.a % 4 === 1) return commands.deleteRow(db, 'signatureBlocks', named);
    if (step.a % 4 === 2)
      return commands.updateTransaction(db, { uuid: deal, edits: { signatureBlock: saved.uuid } });
    return commands.updateBlockDesign(db, {
      ...named,
      ...(step.b % 3 === 0 ? { name: 'Style' } : { design }),
    });
  });
}
