import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { createHeader, move, remove, rename } from '../model/model-checklist.ts';
import { isMember, type DealState } from '../model/model-deal.ts';
import {
  addDocuments,
  convertDocuments,
  createDocument,
  deleteDocument,
  updateDocument,
} from '../model/model-documents.ts';
import { updateItem } from '../model/model-edits.ts';
import { createRow, updateRow } from '../model/model-collection.ts';
import { addPerson } from '../model/model-people.ts';
import { restore } from '../model/model-restore.ts';
import type { DealWrite } from '../model/model-write.ts';
import { updatePage } from '../model/model-pages.ts';
import { cancelPacket, createPackets, makePackets } from '../model/model-packets.ts';
import { textOfPage } from './page-text.ts';
import { pick } from '../random.ts';
import { signedElsewhere } from './signing-elsewhere.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';

/** Edits the deal as the other person, on another machine. */
export function byColleague(world: World, { a, b, c }: Step): void {
  elsewhere(world, (write, deal) => {
    const ids = [...deal.elements.keys()];
    const [id, target] = [pick(ids, b), pick(ids, c)];
    const parent = c % 2 === 0 ? TOP : (target ?? TOP);
    const created = world.newId();
    switch (a % 9) {
      case 0:
      case 1:
        return createHeader(write, created, `Colleague’s ${b}`, TOP, b);
      case 2:
        return id ? move(write, [id], parent, c) : undefined;
      case 3:
        return id ? remove(write, id) : undefined;
      case 4:
        return id ? rename(write, id, `Theirs ${c}`) : undefined;
      case 5: {
        const task = pick([...deal.tasks.keys()], b);
        const assignee = pick(world.people, c)?.uuid ?? null;
        const edits = a % 2 === 0 ? { assignee } : { is_complete: c % 2 === 0, name: `Theirs ${c}` };
        return task ? updateRow(write, 'tasks', task, edits) : undefined;
      }
      case 6: {
        const field = pick([...deal.custom_keys.keys()], b);
        return field
          ? updateRow(write, 'customKeys', field, { order: c % 3 })
          : createRow(write, 'customKeys', { uuid: created, key: 'Field 1' });
      }
      case 7: {
        const daniel = world.people[2];
        if (daniel && !isMember(deal, daniel.uuid)) addPerson(write, daniel, created);
        return;
      }
      default: {
        const item = pick([...deal.items.keys()], b);
        return item ? updateItem(write, item, { name: `Theirs ${c}` }) : undefined;
      }
    }
  });
}

/** Edits the deal's files as the other person, on another machine: usually the one that was edited last. */
export function filedByColleague(world: World, { a, b, c }: Step): void {
  elsewhere(world, (write, deal) => {
    const file = deal.documents.get(world.lastFile ?? '') ?? pick([...deal.documents.values()], b);
    const item = pick([...deal.items.keys()], c);
    if (!file) return;
    const { uuid, item_id: of } = file;
    switch (a % 8) {
      case 0:
      case 1:
        if (!item) return;
        updateDocument(write, uuid, { item_id: item });
        return updateItem(write, item, { document: uuid });
      case 2:
        addDocuments(write, [{ document_id: uuid, item_uuid: world.newId(), element_uuid: world.newId() }]);
        return;
      case 3:
        return deleteDocument(write, uuid);
      case 4:
        return updateDocument(write, uuid, { name: `Theirs ${c}`, signing_type: 'non_executable' });
      case 5:
        return of === null ? undefined : updateItem(write, of, { document: uuid });
      case 6:
        return updateDocument(write, uuid, { item_id: null });
      default: {
        const gone = [...deal.bin].filter(([, thrown]) => 'document' in thrown).map(([id]) => id);
        const back = pick(gone, b);
        return back === undefined ? undefined : restore(write, { kind: 'document', uuid: back });
      }
    }
  });
}

/** Changes who signs, as the other person, on another machine. */
export function signedByColleague(world: World, step: Step): void {
  elsewhere(world, (write, deal) => signedElsewhere(world, write, deal, step));
}

/** Makes packets' PDFs as the server, or makes or cancels a packet as the other person. */
export function packetsElsewhere(world: World, { a, b, c }: Step): void {
  const uuid = world.newId();
  elsewhere(world, (write, deal) => {
    const packet = pick([...deal.packets.keys()], b);
    const person = pick(
      [...deal.signatories.values()].filter((each) => !each.is_org),
      b,
    );
    if (a % 6 === 0) return packet === undefined ? undefined : cancelPacket(write, packet);
    if (a % 6 === 1) return person && createPackets(write, { uuid, signatories: [person.uuid] });
    makePackets(write, c % 5 === 0);
  });
}

/** Edits a signature page as the other person, on another machine. */
export function pageEditedByColleague(world: World, step: Step): void {
  elsewhere(world, (write, deal) => {
    const generated = [...deal.signature_pages.values()].filter(({ source }) => source === 'generated');
    const page = pick(generated, step.b);
    const edits = step.a % 5 === 0 ? { removed_blocks: ['lead-in'] } : { blocks: [textOfPage(step)] };
    if (page) updatePage(write, page.uuid, step.c % 4 === 0 ? { font_size: 9 + (step.a % 6) } : edits);
  });
}

/** Uploads a file as another person. Its conversion may take a while; earlier files have been converted. */
export function documentComes(world: World, { a, b }: Step): void {
  const uuid = world.newId();
  elsewhere(world, convertDocuments);
  elsewhere(world, (write) => createDocument(write, uuid, `Upload ${a}`, b % 3 !== 0));
  world.lastFile = uuid;
}

function elsewhere(world: World, act: (write: DealWrite, deal: DealState) => void): void {
  const deal = world.server.deals.get(world.deal);
  const colleague = world.people[1];
  if (deal && colleague) world.server.write(deal, colleague.uuid, (write) => act(write, deal));
}
