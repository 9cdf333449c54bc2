import { describe, expect, it } from 'vitest';
import { DEAL_COLLECTIONS } from '../../../contract/collections/deal-collections.ts';
import type { ActSubject } from '../../../contract/entities/transactions/activity.ts';
import type { SigningSubject } from '../../../db/queries/signing/packets/signing-subjects.ts';
import type { ActRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { actInWords } from './act-in-words.ts';
import { pathTo } from './path-to.ts';
import { DEAL_PAGES } from '../deal/deal-pages.tsx';
import { byDay, findActs, NO_FILTER } from './find-acts.ts';

const margaret = { uuid: newUuid(), name: 'Margaret Whitfield' };
const priya = { uuid: newUuid(), name: 'Priya Nair' };

function subject(change: Partial<ActSubject> = {}): ActSubject {
  return {
    kind: 'item',
    uuid: newUuid(),
    op: 'put',
    name: 'Bylaws',
    was: null,
    fields: [],
    values: {},
    ...change,
  };
}

function act(command: string, subjects: ActSubject[], more: Partial<ActRow> = {}): ActRow {
  const at = '2026-01-05T12:00:00.000Z';
  const numSubjects = subjects.length;
  return { transaction: '', version: 1, at, actor: margaret, command, subjects, numSubjects, ...more };
}

describe('actInWords', () => {
  it.each<[command: string, subjects: ActSubject[], shape: string, sentence: string]>([
    ['transactions.create', [subject({ kind: 'transaction' })], 'added', 'created the transaction'],
    [
      'invitations.create',
      [subject({ kind: 'transaction', name: 'Otto Outside', fields: ['transaction_invitations'] })],
      'added',
      'invited Otto Outside',
    ],
    ['invitations.accept', [subject({ kind: 'participant' })], 'added', 'accepted the invitation'],
    [
      'elements.create',
      [subject({ kind: 'header', name: 'Corporate' })],
      'added',
      'added the header “Corporate”',
    ],
    [
      'items.update',
      [subject({ was: 'Draft', fields: ['name'] })],
      'changed',
      'renamed the document “Draft” to “Bylaws”',
    ],
    [
      'items.update',
      [subject({ was: 'Draft', fields: ['name', 'description'] })],
      'changed',
      'changed the name and description of the document “Bylaws”, formerly “Draft”',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['is_complete'], values: { is_complete: true } })],
      'changed',
      'marked the task “Bylaws” as done',
    ],
    [
      'items.update',
      [subject({ fields: ['complete'], values: { complete: false } })],
      'changed',
      'marked the document “Bylaws” as not done',
    ],
    [
      'documents.update',
      [subject({ kind: 'document', fields: ['signing_type'], values: { signing_type: 'non_executable' } })],
      'changed',
      'set the signing type of the file “Bylaws” to Non-executable',
    ],
    [
      'items.update',
      [
        subject({
          fields: ['for_signing', 'fully_executed'],
          values: { for_signing: false, fully_executed: true },
        }),
      ],
      'changed',
      'set the signing type of the document “Bylaws” to Executed',
    ],
    [
      'items.update',
      [subject({ fields: ['for_signing'], values: { for_signing: false } })],
      'changed',
      'set the signing type of the document “Bylaws” to Non-executable',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['assignee'], values: { assignee: 'Priya Nair' } })],
      'changed',
      'set the assignee of the task “Bylaws” to Priya Nair',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['due_date'], values: { due_date: null } })],
      'changed',
      'removed the due date of the task “Bylaws”',
    ],
    [
      'elements.update',
      [subject({ fields: ['order', 'parent_element'] })],
      'moved',
      'moved the document “Bylaws”',
    ],
    ['elements.delete', [subject({ op: 'delete' })], 'deleted', 'deleted the document “Bylaws”'],
    ['transactions.restore', [subject()], 'restored', 'restored the document “Bylaws”'],
    ['documents.create', [subject({ kind: 'document' })], 'added', 'uploaded “Bylaws”'],
    ['notes.create', [subject({ kind: 'note', name: 'Ask Priya' })], 'added', 'wrote the note “Ask Priya”'],
    [
      'participants.create',
      [subject({ kind: 'participant', name: 'Priya Nair' })],
      'added',
      'added Priya Nair to the transaction',
    ],
    [
      'transactions.participantLeave',
      [subject({ kind: 'participant', op: 'delete' })],
      'deleted',
      'left the transaction',
    ],
    ['transactions.reorder', [], 'moved', 'changed the order'],
    [
      'a.command.of.later',
      [subject({ fields: ['a_field_of_later'] })],
      'changed',
      'changed the document “Bylaws”',
    ],
    [
      'items.update',
      [subject({ fields: ['document'] })],
      'changed',
      'made another version of the document “Bylaws” the current one',
    ],
    [
      'documents.update',
      [subject({ fields: ['pending_version_document'], values: { pending_version_document: true } })],
      'changed',
      'added a new version of the document “Bylaws”',
    ],
    [
      'documents.update',
      [subject({ fields: ['document'], values: { document: true } })],
      'changed',
      'added the file of the document “Bylaws”',
    ],
    [
      'documents.update',
      [subject({ fields: ['document'], values: { document: false } })],
      'changed',
      'moved a file of the document “Bylaws” back to the upload queue',
    ],
  ])('%s %#', (command, subjects, shape, sentence) => {
    expect(actInWords(act(command, subjects))).toEqual({ shape, sentence, names: [] });
  });

  it('lists each changed fact with its new value, if it was recorded', () => {
    const fields = ['name', 'client_name', 'closing_date', 'matter_number'];
    const values = { client_name: 'Acme', closing_date: '2026-12-01', matter_number: null };
    const changed = subject({ kind: 'transaction', name: 'Elm', was: 'Oak', fields, values });
    expect(actInWords(act('transactions.update', [changed]))).toEqual({
      shape: 'changed',
      sentence: 'changed the name, client, closing date and matter number of the transaction, formerly “Oak”',
      names: ['client: Acme', `closing date: ${formatDate('2026-12-01')}`, 'matter number: none'],
    });
  });

  it('counts subjects of one act, and lists the known names', () => {
    const subjects = ['Bylaws', 'Deed'].map((name) => subject({ name }));
    expect(actInWords(act('items.fromDocuments', subjects, { numSubjects: 30 }))).toEqual({
      shape: 'added',
      sentence: 'put 30 documents on the checklist',
      names: ['Bylaws', 'Deed', '28 more'],
    });
  });
});

describe('actInWords for signing', () => {
  const one = newUuid();
  const escrow = { person: 'Priya Raman', document: 'Escrow Agreement' };
  const know = (about: SigningSubject) => new Map([[one, about]]);

  it.each<[command: string, about: Partial<ActSubject>, known: SigningSubject, sentence: string]>([
    ['packets.bulkSend', { kind: 'packet' }, { person: 'Priya Raman' }, 'sent the packet to Priya Raman'],
    ['packets.send', { kind: 'packet' }, {}, 'sent a packet'],
    ['signing.finish', { kind: 'packet' }, { person: 'Priya Raman' }, 'signed their packet'],
    ['signing.decline', { kind: 'packet' }, {}, 'declined to sign'],
    ['packets.cancel', { kind: 'packet' }, { person: 'Priya Raman' }, 'canceled the packet for Priya Raman'],
    [
      'assignments.accept',
      { kind: 'assignment' },
      escrow,
      'accepted Priya Raman’s signature on “Escrow Agreement”',
    ],
    ['assignments.accept', { kind: 'assignment' }, {}, 'accepted a signature'],
    [
      'assignments.reject',
      { kind: 'assignment' },
      escrow,
      'rejected Priya Raman’s signature on “Escrow Agreement”',
    ],
    ['assignments.bulkCreate', { kind: 'assignment' }, escrow, 'assigned “Escrow Agreement” to Priya Raman'],
    [
      'assignments.update',
      { kind: 'assignment', fields: ['auth_rep'] },
      escrow,
      'changed the representative of Priya Raman’s signature on “Escrow Agreement”',
    ],
    ['tabs.create', { kind: 'tab' }, escrow, 'added a signing field for Priya Raman on “Escrow Agreement”'],
    ['tabs.create', { kind: 'tab' }, {}, 'added a signing field'],
    ['tabs.delete', { kind: 'tab', op: 'delete' }, {}, 'deleted a signing field'],
    [
      'signaturePages.update',
      { kind: 'signature_page', fields: ['margins'] },
      { document: 'Escrow Agreement' },
      'changed the margins of a signature page of “Escrow Agreement”',
    ],
    [
      'executedDocumentPages.update',
      { kind: 'executed_document_page', fields: ['assignments'] },
      { page: { number: 3, file: 'scan.pdf', assignments: [] } },
      'changed what page 3 of “scan.pdf” is for',
    ],
    [
      'releases.confirm',
      { kind: 'release', fields: ['confirmations'], values: { confirmed: true } },
      { release: 'Closing' },
      'confirmed the release “Closing”',
    ],
    [
      'releases.confirm',
      { kind: 'release', fields: ['confirmations'], values: { confirmed: false } },
      { release: 'Closing' },
      'withdrew their confirmation of the release “Closing”',
    ],
    [
      'releases.meet',
      { kind: 'release', fields: ['met'], values: { met: true, condition: 'Funds received' } },
      { release: 'Closing' },
      'marked the condition “Funds received” of the release “Closing” as met',
    ],
    ['releases.create', { kind: 'release', name: '' }, {}, 'prepared a release'],
    [
      'releases.release',
      { kind: 'release', name: 'Closing' },
      {},
      'released the pages in the release “Closing”',
    ],
    [
      'collations.retry',
      { kind: 'item', name: 'Lease', fields: ['collation'] },
      {},
      'tried again to create the executed document for “Lease”',
    ],
    [
      'collations.cancel',
      { kind: 'item', name: 'Lease', fields: ['collation'] },
      {},
      'stopped creating the executed document for “Lease”',
    ],
  ])('%s %#', (command, about, known, sentence) => {
    const of = subject({ uuid: one, name: null, ...about });
    expect(actInWords(act(command, [of]), know(known)).sentence).toBe(sentence);
  });

  it('says how many people must confirm a release', () => {
    const deal = subject({ kind: 'transaction', name: null, fields: ['release_confirmations'] });
    expect(actInWords(act('transactions.update', [deal])).sentence).toBe(
      'changed how many people must confirm a release',
    );
  });

  it('says whether all documents are deeds from now on', () => {
    const deal = subject({ kind: 'transaction', name: null, fields: ['is_deed_transaction'] });
    const sentence = (is_deed_transaction: boolean) =>
      actInWords(act('transactions.update', [{ ...deal, values: { is_deed_transaction } }])).sentence;
    expect(sentence(true)).toBe('turned on “All documents in this transaction are deeds”');
    expect(sentence(false)).toBe('turned off “All documents in this transaction are deeds”');
  });

  it('says which signature a returned page was matched to', () => {
    const page = newUuid();
    const subjects = [
      subject({ kind: 'executed_document_page', uuid: page, name: null, fields: ['assignments'] }),
      subject({ kind: 'assignment', uuid: one, name: null, fields: ['status'] }),
    ];
    const known = new Map<string, SigningSubject>([
      [one, escrow],
      [page, { page: { number: 3, file: 'scan.pdf', assignments: [one] } }],
    ]);
    expect(actInWords(act('executedDocumentPages.update', subjects), known).sentence).toBe(
      'matched page 3 of “scan.pdf” to Priya Raman’s signature on “Escrow Agreement”',
    );
  });

  it('counts the packets that were sent, and leaves out their consequences', () => {
    const subjects = [
      subject({ kind: 'packet', uuid: one, name: null, fields: ['status'] }),
      subject({ kind: 'packet', name: null, fields: ['status'] }),
      subject({ kind: 'assignment', name: null, fields: ['status'] }),
    ];
    expect(actInWords(act('packets.bulkSend', subjects), know({ person: 'Priya Raman' }))).toEqual({
      shape: 'changed',
      sentence: 'sent 2 packets',
      names: ['Priya Raman'],
    });
  });

  it('never says that something has no name', () => {
    for (const { subject: kind } of DEAL_COLLECTIONS) {
      for (const change of [{}, { fields: ['later'] }, { op: 'delete' as const }]) {
        const of = subject({ kind, name: null, ...change });
        const { sentence } = actInWords(act('a.command.of.later', [of]));
        expect(sentence).not.toMatch(/without a name|null|undefined|“”/);
      }
    }
  });
});

describe('pathTo', () => {
  it.each<[subject: Partial<ActSubject>, path: string | null]>([
    [{ kind: 'header' }, '/transaction/deal/checklist?row=it'],
    [{ kind: 'item', fields: ['name'] }, '/transaction/deal/checklist?itemId=it'],
    [{ kind: 'task' }, '/transaction/deal/checklist?task=it'],
    [{ kind: 'document' }, '/transaction/deal/documents/it'],
    [{ kind: 'custom_key' }, '/transaction/deal/fields?view=names'],
    [{ kind: 'custom_value' }, '/transaction/deal/fields'],
    [{ kind: 'representative' }, '/transaction/deal/signatories'],
    [{ kind: 'bulk_signatory_upload' }, '/transaction/deal/signatories'],
    [{ kind: 'signing_group' }, '/transaction/deal/signing-groups'],
    [{ kind: 'signing_group_member' }, '/transaction/deal/signing-groups'],
    [{ kind: 'assignment' }, '/transaction/deal/signatures'],
    [{ kind: 'dynamic_assignment' }, '/transaction/deal/signatures'],
    [{ kind: 'item', op: 'delete' }, null],
    [{ kind: 'participant' }, null],
  ])('leads from %o to %s', (about, path) => {
    const one = act('x', [subject({ uuid: 'it', ...about })], { transaction: 'deal' });
    expect(pathTo(one, new Set(['it']))).toBe(path);
    expect(pathTo(one, new Set())).toBe(null);
  });

  it('knows only pages that a deal has', () => {
    const tabs = new Set<string>(DEAL_PAGES.map(({ tab }) => tab));
    const named = DEAL_COLLECTIONS.flatMap(({ page }) => page?.split(/[/?]/)[0] ?? []);
    expect(named.filter((page) => !tabs.has(page))).toEqual([]);
  });

  it('leads nowhere from an act with several subjects', () => {
    expect(pathTo(act('x', [subject({ uuid: 'it' }), subject()]), new Set(['it']))).toBe(null);
  });
});

describe('findActs', () => {
  const acts = [
    act('elements.delete', [subject({ op: 'delete', name: 'Deed' })]),
    act('tasks.create', [subject({ kind: 'task', name: 'Order good standings' })], { actor: priya }),
    act('items.create', [subject({ name: 'Bylaws' })], { at: '2026-01-03T12:00:00.000Z' }),
  ];
  const found = (filter: Partial<typeof NO_FILTER>) =>
    findActs(acts, { ...NO_FILTER, ...filter }, new Map()).map(({ sentence }) => sentence);

  it('filters by text, actor and topic', () => {
    expect(found({})).toHaveLength(3);
    expect(found({ words: ' priya ' })).toEqual(['added the task “Order good standings”']);
    expect(found({ who: margaret.uuid, words: 'BYLAWS' })).toEqual(['added the document “Bylaws”']);
    expect(found({ topic: 'deleted' })).toEqual(['deleted the document “Deed”']);
    expect(found({ topic: 'tasks', who: margaret.uuid })).toEqual([]);
  });

  it('keeps the order of the acts within each day', () => {
    expect(byDay(findActs(acts, NO_FILTER, new Map())).map(([day, of]) => [day, of.length])).toEqual([
      ['2026-01-05', 2],
      ['2026-01-03', 1],
    ]);
  });
});
