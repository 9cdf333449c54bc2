import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findSoffice } from '../../../server/convert/find-soffice.ts';
import { checklistSheet, type ChecklistToExport } from '../../../src/app/checklist/export/checklist-table.ts';
import { checklistWord } from '../../../src/app/checklist/export/save-checklist.ts';
import { writeWorkbook } from '../../../src/app/lib/tables/write-workbook.ts';
import { TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import { DEFAULT_NUMBERING } from '../../../src/contract/rules/checklist/numbering.ts';
import { newItemRow, newTaskRow } from '../../../src/db/commands/checklist/new-rows.ts';
import type { ChecklistEntry } from '../../../src/db/views/checklist-snapshot.ts';
import { readSheet } from '../../support/signing/read-sheet.ts';
import { newTransactionRow } from '../../support/rows.ts';

// The app writes these files on the device (src/app/checklist/export/). LibreOffice opens them here.

const FORMULA = '=HYPERLINK("http://evil.test","SPA")';
const FUND = 'شركة الخليج للاستثمار';
const LONG = 'Agreement '.repeat(30).trim();

const stamp = { userId: 'partner', madeAt: '2026-03-02T09:00:00.000Z' };
const NOTHING = { item: null, task: null, document: null, documentStatus: null, unsaved: false };

function document(uuid: string, name: string, complete = false): ChecklistEntry {
  const item = {
    ...newItemRow({ transaction: 'deal', uuid, name }, null, stamp),
    forSigning: true,
    complete,
  };
  return { ...NOTHING, uuid, kind: 'item', name, item };
}

function checklist(): ChecklistToExport {
  const task = newTaskRow({ transaction: 'deal', uuid: 'wire', name: 'Wire <the> funds & confirm' }, stamp);
  const entries: ChecklistEntry[] = [
    { ...NOTHING, uuid: 'main', kind: 'header', name: 'Main documents 主要文件' },
    document('spa', FORMULA, true),
    document('long', LONG),
    {
      ...NOTHING,
      uuid: 'wire',
      kind: 'task',
      name: task.name,
      task: { ...task, assignee: 'ada', dueDate: '2026-03-31' },
    },
  ];
  return {
    deal: { ...newTransactionRow('Project “Alder”'), clientName: 'Alder & Co' },
    snapshot: {
      state: 'ready',
      queued: [],
      lists: new Map([
        [TOP, ['main', 'wire']],
        ['main', ['spa', 'long']],
      ]),
      entries: new Map(entries.map((entry) => [entry.uuid, entry])),
    },
    format: DEFAULT_NUMBERING,
    people: new Map([['ada', 'Ada Admin']]),
    signatures: new Map([['spa', { pages: 1, assignments: ['executed', 'sent'], marked: null }]]),
    parties: new Map([['spa', { names: [FUND, 'Jane Doe'], executed: 1, total: 2 }]]),
  };
}

test('the checklist opens as a spreadsheet, numbered as on the screen, with parties and signing status', async () => {
  const file = writeWorkbook(checklistSheet(checklist()));
  expect(await readSheet(await file.bytes())).toEqual([
    ['No.', 'Name', 'Parties', 'Document', 'Signing', 'Assignee', 'Due', 'Done'],
    ['I', 'Main documents 主要文件', '', '', '', '', '', ''],
    [
      'Tab 1',
      FORMULA,
      `${FUND}; Jane Doe`,
      'To be drafted',
      'Partially executed, 1 of 2 executed',
      '',
      '',
      'Yes',
    ],
    ['Tab 2', LONG, '', 'To be drafted', 'No signature pages', '', '', ''],
    ['', 'Wire <the> funds & confirm', '', '', '', 'Ada Admin', '2026-03-31', ''],
  ]);
});

test('the checklist opens as a Word file with the same lines', async () => {
  const text = await textOfWord(await checklistWord(checklist(), new Date('2026-03-02T09:00:00Z')).bytes());
  for (const part of [
    'Project “Alder”: closing checklist',
    'Alder & Co',
    'Main documents 主要文件',
    'Tab 1',
    FORMULA,
    LONG,
    `${FUND}; Jane Doe`,
    'Partially executed, 1 of 2 executed',
    'Wire <the> funds & confirm',
    'Due Mar 31, 2026',
  ])
    expect(text).toContain(part);
});

async function textOfWord(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-word-'));
  try {
    const path = join(folder, 'checklist.docx');
    await writeFile(path, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const asText = 'txt:Text (encoded):UTF8';
    const call = [profile, '--headless', '--convert-to', asText, '--outdir', folder, path];
    await promisify(execFile)(await findSoffice(null), call, { timeout: 90_000 });
    return await readFile(join(folder, 'checklist.txt'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
