import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ACCEPTED_TYPES, checkFile } from '../../../contract/rules/documents/check-file.ts';

const manifestSchema = z.object({
  file_handlers: z.array(z.object({ action: z.string(), accept: z.record(z.string(), z.array(z.string())) })),
  share_target: z.object({
    action: z.string(),
    method: z.string(),
    enctype: z.string(),
    params: z.object({ files: z.array(z.object({ name: z.string(), accept: z.array(z.string()) })) }),
  }),
});

async function readSource(path: string): Promise<string> {
  return readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

const { file_handlers: handlers, share_target: target } = manifestSchema.parse(
  JSON.parse(await readSource('public/manifest.webmanifest')),
);
const serviceWorker = await readSource('src/workers/service-worker.ts');
const types = Object.entries(ACCEPTED_TYPES);

it('the system offers Counterpart for the file types that it accepts, and for no others', () => {
  expect(handlers.map(({ accept }) => accept)).toEqual([
    Object.fromEntries(types.map(([extension, mediaType]) => [mediaType, [`.${extension}`]])),
  ]);
  expect(target.params.files.map(({ accept }) => accept.toSorted())).toEqual([
    types.flatMap(([extension, mediaType]) => [`.${extension}`, mediaType]).toSorted(),
  ]);
  for (const [extension, type] of types)
    expect(checkFile({ name: `Deed.${extension}`, type, size: 1000 })).toMatchObject({ ok: true });
});

it('opened files lead to the page where the user chooses a transaction', async () => {
  expect(handlers.map(({ action }) => action)).toEqual(['/incoming']);
  expect(await readSource('src/app/app.tsx')).toContain('path="/incoming"');
});

it('shared files reach the service worker under the field name that it reads', async () => {
  expect(target).toMatchObject({ action: '/incoming', method: 'POST', enctype: 'multipart/form-data' });
  expect(target.params.files.map(({ name }) => name)).toEqual(['documents']);
  expect(serviceWorker).toContain(`url.pathname === '${target.action}'`);
  expect(await readSource('src/workers/take-shared.ts')).toContain(`form.getAll('documents')`);
});
