import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Each violation is planted in a separate tree with the same structure as this one, and is linted with the
// same settings.

const imports = 'eslint(no-restricted-imports)';
const globals = 'eslint(no-restricted-globals)';

interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly code: string;
}

const violations: Readonly<Record<string, Violation>> = {
  'the contract imports the mirror': {
    rule: imports,
    file: 'src/contract/entities/deal.ts',
    code: `import { rows } from '../../db/rows.ts';\nexport const deal = rows;`,
  },
  'the contract imports a package beyond zod and @orpc/contract': {
    rule: imports,
    file: 'src/contract/endpoints/deals.ts',
    code: `import { os } from '@orpc/server';\nexport const deals = os;`,
  },
  'a rule of the contract loads zod': {
    rule: imports,
    file: 'src/contract/rules/reorder.ts',
    code: `import { z } from 'zod';\nexport const reorder = z;`,
  },
  'the declaration of a collection loads zod': {
    rule: imports,
    file: 'src/contract/collections/notes.ts',
    code: `import * as z from 'zod';\nexport const notes = z;`,
  },
  'a rule of the contract imports a screen': {
    rule: imports,
    file: 'src/contract/rules/number.ts',
    code: `import { label } from '../../app/label.ts';\nexport const number = label;`,
  },
  'the mirror imports the engine': {
    rule: imports,
    file: 'src/db/commands/add-header.ts',
    code: `import { wake } from '../../sync/wake.ts';\nexport const addHeader = wake;`,
  },
  'the mirror imports the engine at run time': {
    rule: imports,
    file: 'src/db/queries/late.ts',
    code: `export const late = () => import('../../sync/wake.ts');`,
  },
  'a query opens a database of its own': {
    rule: imports,
    file: 'src/db/queries/transactions/deals.ts',
    code: `import Dexie from 'dexie';\nexport const deals = new Dexie('deals');`,
  },
  'a view asks the network': {
    rule: globals,
    file: 'src/db/views/checklist.ts',
    code: `export const checklist = () => fetch('/api/config');`,
  },
  'the engine imports a worker': {
    rule: imports,
    file: 'src/sync/pull/pull.ts',
    code: `import { post } from '../workers/sync.worker.ts';\nexport const pull = post;`,
  },
  'the engine imports React': {
    rule: imports,
    file: 'src/sync/push/push.ts',
    code: `import { useState } from 'react';\nexport const push = useState;`,
  },
  'the engine calls fetch outside its transport': {
    rule: globals,
    file: 'src/sync/fold.ts',
    code: `export const fold = () => globalThis.fetch('/api/config');`,
  },
  'the engine makes a worker': {
    rule: globals,
    file: 'src/sync/spare-worker.ts',
    code: `export const spare = () => new Worker('spare.js');`,
  },
  'a worker imports a screen': {
    rule: imports,
    file: 'src/workers/sync.worker.ts',
    code: `import { screen } from '../app/screen.ts';\nexport const post = screen;`,
  },
  'the service worker imports the server': {
    rule: imports,
    file: 'src/workers/service-worker.ts',
    code: `import { serve } from '../../server/serve.ts';\nexport const post = serve;`,
  },
  'a screen imports the engine': {
    rule: imports,
    file: 'src/app/screens/deal-list/deal-list-screen.tsx',
    code: `import { wake } from '../../../sync/wake.ts';\nexport const DealListScreen = wake;`,
  },
  'a screen imports a worker, not its type': {
    rule: imports,
    file: 'src/app/worker-link.ts',
    code: `import { post } from '../workers/sync.worker.ts';\nexport const link = post;`,
  },
  'a screen reaches into the mirror': {
    rule: imports,
    file: 'src/app/outbox-link.ts',
    code: `import { append } from '../db/outbox.ts';\nexport const link = append;`,
  },
  'a screen loads a schema of the contract': {
    rule: imports,
    file: 'src/app/schema-link.ts',
    code: `import { Deal } from '../contract/entities/deal.ts';\nexport const link = Deal;`,
  },
  'a screen loads zod': {
    rule: imports,
    file: 'src/app/form.ts',
    code: `import { z } from 'zod';\nexport const form = z;`,
  },
  'a screen loads the reader of PDFs': {
    rule: imports,
    file: 'src/app/preview.ts',
    code: `import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';\nexport const preview = getDocument;`,
  },
  'a screen asks the network': {
    rule: globals,
    file: 'src/app/ask.ts',
    code: `export const ask = () => window.fetch('/api/config');`,
  },
  'a screen makes a worker': {
    rule: globals,
    file: 'src/app/spare-worker.ts',
    code: `export const spare = () => new Worker('spare.js');`,
  },
  'the signing room imports the app': {
    rule: imports,
    file: 'src/signing-room/link.ts',
    code: `import { start } from '../app/sync-client.ts';\nexport const link = start;`,
  },
  'the signing room loads a schema of the contract': {
    rule: imports,
    file: 'src/signing-room/schema-link.ts',
    code: `import { Deal } from '../contract/entities/deal.ts';\nexport const link = Deal;`,
  },
  'the signing room asks the network past its owner': {
    rule: globals,
    file: 'src/signing-room/ask.ts',
    code: `export const ask = () => window.fetch('/api/config');`,
  },
  'the server imports the mirror': {
    rule: imports,
    file: 'server/commands/add-header.ts',
    code: `import { addHeader } from '../../src/db/commands/add-header.ts';\nexport const add = addHeader;`,
  },
  'the server imports a script': {
    rule: imports,
    file: 'server/http/build.ts',
    code: `import { build } from '../../scripts/build.ts';\nexport const rebuild = build;`,
  },
  'http imports a program that starts it': {
    rule: imports,
    file: 'server/http/start.ts',
    code: `import { startServer } from '../start-server.ts';\nexport const start = startServer;`,
  },
  'a job imports http': {
    rule: imports,
    file: 'server/jobs/send-mail-job.ts',
    code: `import { call } from '../http/call.ts';\nexport const send = call;`,
  },
  'a job imports the event streams': {
    rule: imports,
    file: 'server/jobs/notify-job.ts',
    code: `import { streams } from '../events/event-streams.ts';\nexport const notify = streams;`,
  },
  'a command imports a type of http': {
    rule: imports,
    file: 'server/commands/checklist/move-header.ts',
    code: `import type { call } from '../../http/call.ts';\nexport const move = (by: typeof call) => by;`,
  },
  'a command imports a job': {
    rule: imports,
    file: 'server/commands/send-mail.ts',
    code: `import { send } from '../jobs/send-mail-job.ts';\nexport const sendMail = send;`,
  },
  'a policy imports a command': {
    rule: imports,
    file: 'server/policies/deal-access.ts',
    code: `import { move } from '../commands/checklist/move-header.ts';\nexport const access = move;`,
  },
  'a policy imports a presenter': {
    rule: imports,
    file: 'server/policies/deal-outline.ts',
    code: `import { presentDeal } from '../present/present-deal.ts';\nexport const outline = presentDeal;`,
  },
  'the store imports a policy': {
    rule: imports,
    file: 'server/store/deals/visible-deals.ts',
    code: `import { access } from '../../policies/deal-access.ts';\nexport const visible = access;`,
  },
  'the services import a command': {
    rule: imports,
    file: 'server/services.ts',
    code: `import { move } from './commands/checklist/move-header.ts';\nexport const services = move;`,
  },
  'the platform imports a type of the store': {
    rule: imports,
    file: 'server/postgres/typed-pool.ts',
    code: `import type { deals } from '../store/deals.ts';\nexport const pool = (of: typeof deals) => of;`,
  },
  'the logger imports the store': {
    rule: imports,
    file: 'server/log.ts',
    code: `import { deals } from './store/deals.ts';\nexport const log = deals;`,
  },
  'two files of the server need types of each other': {
    rule: 'import(no-cycle)',
    file: 'server/store/chicken.ts',
    code: `import type { egg } from './egg.ts';\nexport const chicken = (from: typeof egg) => from;`,
  },
  'two files of the server need each other, one of them a type': {
    rule: 'import(no-cycle)',
    file: 'server/store/egg.ts',
    code: `import { chicken } from './chicken.ts';\nexport const egg = () => chicken;`,
  },
  'the server reads its environment outside its settings': {
    rule: 'node(no-process-env)',
    file: 'server/mail/send.ts',
    code: `export const smtp = process.env['SMTP_URL'];`,
  },
  'the server takes the environment from node:process': {
    rule: imports,
    file: 'server/mail/environment.ts',
    code: `import { env } from 'node:process';\nexport const smtp = env['SMTP_URL'];`,
  },
  'a file exports by default': {
    rule: 'import(no-default-export)',
    file: 'server/store/deals.ts',
    code: `export default 1;`,
  },
  'a file does nothing but pass on others': {
    rule: 'oxc(no-barrel-file)',
    file: 'src/db/commands/index.ts',
    code: `export * from './one.ts';\nexport * from './two.ts';`,
  },
  'a type is any': {
    rule: 'typescript(no-explicit-any)',
    file: 'src/db/row.ts',
    code: `export const row: any = 1;`,
  },
  'a cast silences the types': {
    rule: 'typescript(no-unsafe-type-assertion)',
    file: 'src/db/cast.ts',
    code: `export const cast = (value: unknown) => value as string;`,
  },
  'a type error is ignored': {
    rule: 'typescript(ban-ts-comment)',
    file: 'src/sync/ignore.ts',
    code: `// @ts-ignore\nexport const lane: number = 1;`,
  },
  'a promise is left to itself': {
    rule: 'typescript(no-floating-promises)',
    file: 'src/sync/float.ts',
    code: `export const float = () => {\n  Promise.resolve(1);\n};`,
  },
  'a file name is not kebab-case': {
    rule: 'unicorn(filename-case)',
    file: 'server/store/dealRows.ts',
    code: `export const rows = 1;`,
  },
};

/** What each layer and owner may do. None of it may be reported. */
const allowed: Readonly<Record<string, string>> = {
  'src/contract/entities/item.ts': `import * as z from 'zod';\nimport { oc } from '@orpc/contract';\nimport { limit } from '../rules/limit.ts';\nexport const item = [z, oc, limit];`,
  'src/contract/rules/limit.ts': `import type { z } from 'zod';\nexport const limit: z.infer<z.ZodNumber> = 350;`,
  'src/db/database.ts': `import Dexie from 'dexie';\nexport const open = () => new Dexie('mirror');`,
  'src/db/commands/rename.ts': `import { liveQuery, type Dexie } from 'dexie';\nimport { limit } from '../../contract/rules/limit.ts';\nexport const rename = (db: Dexie) => liveQuery(() => [db.name, limit]);`,
  'src/sync/wake.ts': `import { rename } from '../db/commands/rename.ts';\nimport { item } from '../contract/entities/item.ts';\nexport const wake = [rename, item];`,
  'src/sync/transport/transport.ts': `export const transport = () => fetch('/api/config');`,
  'src/app/sync-client.ts': `import type { post } from '../workers/entry.worker.ts';\nexport const start = (): [Worker, typeof post | null] => [new Worker('sync.js'), null];`,
  'src/app/viewer/pdfjs.ts': `import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';\nexport const open = getDocument;`,
  'src/app/signature-pages/fetch-asset.ts': `export const load = (url: string) => fetch(url);`,
  'src/app/screens/rename-form.tsx': `import { rename } from '../../db/commands/rename.ts';\nimport type { open } from '../../db/database.ts';\nimport { limit } from '../../contract/rules/limit.ts';\nimport type { item } from '../../contract/entities/item.ts';\nexport const form = (db: ReturnType<typeof open>, row: typeof item) => [rename(db), limit, row];`,
  'src/signing-room/room-calls.ts': `import { limit } from '../contract/rules/limit.ts';\nexport const load = (url: string) => [fetch(url), limit];`,
  'src/workers/entry.worker.ts': `import { wake } from '../sync/wake.ts';\nexport const post = wake;`,
  'server/storage/keys.ts': `export const keys = ['files/'];`,
  'server/store/keys-of-deals.ts': `import { keys } from '../storage/keys.ts';\nexport const keysOfDeals = keys;`,
  'server/purge/remove-files.ts': `import { keysOfDeals } from '../store/keys-of-deals.ts';\nexport const remove = keysOfDeals;`,
  'server/commands/documents/delete-file.ts': `import { remove } from '../../purge/remove-files.ts';\nexport const deleteFile = remove;`,
  'server/jobs/delete-job.ts': `import { deleteFile } from '../commands/documents/delete-file.ts';\nexport const run = deleteFile;`,
  'server/start-server.ts': `import { run } from './jobs/delete-job.ts';\nexport const start = run;`,
  'server/settings.ts': `export const port = process.env['PORT'];`,
  'server/http/call.ts': `import { item } from '../../src/contract/entities/item.ts';\nexport const call = () => fetch('http://127.0.0.1/' + String(item.length));`,
};

const top = resolve(import.meta.dirname, '../..');
const tree = mkdtempSync(join(tmpdir(), 'counterpart-layers-'));
let reported: readonly { file: string; rule: string }[] = [];

beforeAll(async () => {
  cpSync(join(top, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
  cpSync(join(top, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  symlinkSync(join(top, 'node_modules'), join(tree, 'node_modules'));
  writeFileSync(
    join(tree, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { lib: ['es2024', 'dom'], types: ['node'], jsx: 'react-jsx' },
      include: ['src', 'server'],
    }),
  );
  const planted = Object.values(violations).map(({ file, code }) => [file, code] as const);
  for (const [file, code] of [...planted, ...Object.entries(allowed)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${code}\n`);
  }
  reported = await lint();
}, 120_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

async function lint(): Promise<readonly { file: string; rule: string }[]> {
  const output = await new Promise<string>((settle) => {
    execFile(
      join(top, 'node_modules/.bin/oxlint'),
      ['--type-aware', '--format', 'json'],
      { cwd: tree, maxBuffer: 1 << 24 },
      (_, stdout) => settle(stdout),
    );
  });
  const report: { diagnostics: { filename: string; code: string }[] } = JSON.parse(output);
  return report.diagnostics.map(({ filename, code }) => ({ file: filename, rule: code }));
}

test.each(Object.entries(violations))('the linter reports: %s', (_, { file, rule }) => {
  expect(reported.filter((problem) => problem.file === file).map((problem) => problem.rule)).toContain(rule);
});

test.each(Object.keys(allowed))('the linter accepts: %s', (file) => {
  expect(reported.filter((problem) => problem.file === file)).toEqual([]);
});
