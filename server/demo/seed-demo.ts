import { customKeyCollection } from '../../src/contract/collections/custom-keys.ts';
import { noteCollection } from '../../src/contract/collections/notes.ts';
import type { NewNote } from '../../src/contract/entities/checklist/note.ts';
import type { NewCustomKeys } from '../../src/contract/entities/transactions/custom-key.ts';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { hashPassword } from '../auth/passwords.ts';
import { addAccount, addOrganization } from '../commands/account/add-account.ts';
import { insertInto } from '../commands/checklist/create-element.ts';
import { insertItem } from '../commands/checklist/create-item.ts';
import { createRow, createRows } from '../commands/standard/create-rows.ts';
import { insertTask } from '../commands/checklist/tasks.ts';
import { insertParticipant } from '../commands/transactions/add-participant.ts';
import { createTransaction } from '../commands/transactions/create-transaction.ts';
import { convertDocumentKind } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';
import { fileKey, incomingKey } from '../storage/object-keys.ts';
import type { SignedInUser } from '../store/account/users.ts';
import { loadTree, type ChecklistTree } from '../store/deals/checklist-tree.ts';
import { DealWrite, lockDeal, SEED_COMMAND } from '../store/deals/deal-write.ts';
import type { Tx } from '../store/tables.ts';
import {
  sampleDeals,
  type SampleDeal,
  type SampleFile,
  type SampleLine,
  type SamplePerson,
} from './sample-deals.ts';
import { seedSigning } from './seed-signing.ts';
import { closingOf, nameOfFile, storeSampleFiles, type SampleFiles } from './store-sample-files.ts';

const DEMO_PASSWORD = 'closing-day';
const DAY_MS = 86_400_000;

type Item = Extract<SampleLine, { item: string }>;

/**
 * In an empty database: creates two firms, three accounts and sample deals, whose files are converted like any other.
 */
export async function seedDemo(services: Services): Promise<void> {
  if (await hasUsers(services.db)) return;
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const files = await storeSampleFiles(services, sampleDeals);
  await services.db.transaction().execute(async (tx) => {
    // Two processes may start with the same empty database.
    await sql`select pg_advisory_xact_lock(hashtextextended('counterpart demo', 0))`.execute(tx);
    if (await hasUsers(tx)) return;
    const firm = await addOrganization(services, tx, 'Whitfield & Crane LLP');
    const otherFirm = await addOrganization(services, tx, 'Osborne Keller LLP');
    const demo = { password_hash, is_demo: true };
    const partner = await addAccount(services, tx, {
      ...demo,
      email: 'partner@demo.test',
      first_name: 'Margaret',
      last_name: 'Whitfield',
      organization: firm,
      role: 'admin',
      experience: 'expert',
    });
    // Users who haven't said how much they know about closings are asked.
    const associate = await addAccount(services, tx, {
      ...demo,
      email: 'associate@demo.test',
      first_name: 'Daniel',
      last_name: 'Okafor',
      organization: firm,
      role: 'member',
    });
    await addAccount(services, tx, {
      ...demo,
      email: 'counsel@other.test',
      first_name: 'Helen',
      last_name: 'Osborne',
      organization: otherFirm,
      role: 'member',
      experience: 'some',
    });
    for (const sample of sampleDeals) await seedDeal(services, tx, partner, associate, sample, files);
  });
}

/** Creates the sample deal of the person who tries the app. They take the parts of other people in it. */
export async function seedTestdrive(
  services: Services,
  tx: Tx,
  guest: SignedInUser,
  files: SampleFiles,
): Promise<void> {
  await seedDeal(services, tx, guest, guest, testdriveDeal(), files);
}

/** The files of that deal, stored before the transaction. */
export async function storeTestdriveFiles(services: Services): Promise<SampleFiles> {
  return storeSampleFiles(services, [testdriveDeal()]);
}

function testdriveDeal(): SampleDeal {
  const sample = sampleDeals.find(({ name }) => name.startsWith('Project Alder'));
  if (!sample) throw new Error('There is no sample deal for the test drive.');
  return sample;
}

async function hasUsers(db: Pick<Tx, 'selectFrom'>): Promise<boolean> {
  return (await db.selectFrom('users').select('uuid').limit(1).executeTakeFirst()) !== undefined;
}

async function seedDeal(
  services: Services,
  tx: Tx,
  partner: SignedInUser,
  associate: SignedInUser,
  sample: SampleDeal,
  files: SampleFiles,
): Promise<void> {
  const { lines, closesInDays: _days, fields: names = [], queue = [], signing, ...fields } = sample;
  const closing = closingOf(services.now(), sample);
  const closing_date = closing.toISOString().slice(0, 10);
  const { uuid } = await createTransaction(
    services,
    tx,
    partner,
    { ...fields, closing_date },
    { isSample: true },
  );
  const deal = await lockDeal(tx, uuid);
  if (!deal) throw new Error('The sample deal was not created.');
  const scope = new DealWrite({ services, tx, deal, user: partner, command: SEED_COMMAND });
  if (associate.uuid !== partner.uuid) await insertParticipant(scope, { user: associate.uuid });
  const seeding: Seeding = {
    scope,
    tree: await loadTree(tx, uuid),
    files,
    sample,
    closing,
    people: { partner, associate },
  };
  for (const line of lines) await seedLine(seeding, line, null);
  for (const [index, file] of queue.entries()) await seedDocument(seeding, { ...file, order: index + 1 });
  const custom_keys = names.map((key) => ({ key }));
  if (custom_keys.length > 0) await createFields(scope, { transaction: uuid, custom_keys });
  if (signing) await seedSigning(scope, signing);
  await scope.close();
}

const createFields = createRows(customKeyCollection, (sent: NewCustomKeys) => sent.custom_keys);
const createNote = createRow<'notes', NewNote>(noteCollection);

/** What every line of a sample needs. */
interface Seeding {
  scope: DealWrite;
  tree: ChecklistTree;
  files: SampleFiles;
  sample: SampleDeal;
  closing: Date;
  people: Record<SamplePerson, SignedInUser>;
}

async function seedLine(seeding: Seeding, line: SampleLine, parent: string | null): Promise<void> {
  const { scope, tree } = seeding;
  const element = v7();
  if ('header' in line) await insertInto(scope, tree, { uuid: element, label: line.header, parent });
  else if ('task' in line) await seedTask(seeding, line, element, parent);
  else await seedItem(seeding, line, element, parent);
  if (line.note !== undefined)
    await createNote(scope, { transaction: scope.deal.uuid, element, note: line.note });
  if ('lines' in line) for (const below of line.lines ?? []) await seedLine(seeding, below, element);
}

async function seedTask(
  { scope, tree, closing, people }: Seeding,
  line: Extract<SampleLine, { task: string }>,
  element: string,
  parent: string | null,
): Promise<void> {
  const due = line.dueBefore === undefined ? null : new Date(closing.getTime() - line.dueBefore * DAY_MS);
  await insertTask(scope, tree, {
    element_uuid: element,
    element_parent: parent,
    name: line.task,
    description: line.description ?? '',
    is_complete: line.done ?? false,
    assignee: line.to === undefined ? null : people[line.to].uuid,
    due_date: due && due.toISOString().slice(0, 10),
  });
}

async function seedItem(seeding: Seeding, line: Item, element: string, parent: string | null): Promise<void> {
  const { scope, tree } = seeding;
  const { item: name, signing = 'to_be_signed', text, earlier } = line;
  const document = text === undefined ? null : await seedDocument(seeding, { name, signing, text });
  const item = await insertItem(scope, tree, {
    element_uuid: element,
    element_parent: parent,
    name,
    document,
    complete: line.complete ?? false,
    for_signing: line.signing === 'to_be_signed',
    fully_executed: line.signing === 'fully_executed',
  });
  if (document === null) return;
  const before =
    earlier === undefined
      ? null
      : await seedDocument(seeding, {
          name: `${name} (first draft)`,
          signing,
          text: earlier,
          daysAgo: 9,
        });
  const versions = before === null ? [document] : [before, document];
  await scope.tx.updateTable('documents').set({ item_id: item.uuid }).where('uuid', 'in', versions).execute();
}

/** Adds a sample's file as if it were uploaded: as a document's version, or at position `order` of the queue. */
type SeededFile = SampleFile & { daysAgo?: number; order?: number };

/** Inserts the row of a stored file, and enqueues its conversion. */
async function seedDocument(
  { scope, files, sample }: Seeding,
  { name, text, signing = 'to_be_signed', locked = false, daysAgo = 0, order }: SeededFile,
): Promise<string> {
  const { services, tx, deal } = scope;
  const file = files.get(nameOfFile(sample, { text, locked }));
  if (!file) throw new Error(`The sample file ${text} was not stored.`);
  const { sha256, size } = file;
  const uuid = v7();
  await tx
    .insertInto('documents')
    .values({
      uuid,
      transaction: deal.uuid,
      item_id: null,
      in_queue: order !== undefined,
      name,
      signing_type: signing,
      upload_order: order ?? 0,
      num_pages: null,
      uploaded_file_key: incomingKey(deal.uuid, uuid),
      file_key: fileKey(sha256),
      file_type: 'pdf',
      pdf_file_key: null,
      size,
      sha256,
      conversion_requested_at: scope.now,
      conversion_status: 'processing',
      error_message: null,
      ...scope.birth,
      created_at: new Date(scope.now.getTime() - daysAgo * DAY_MS),
    })
    .execute();
  await services.jobs.enqueue(tx, convertDocumentKind, { document: uuid });
  scope.put('documents', uuid, { name });
  return uuid;
}
