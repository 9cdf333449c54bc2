import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { partsList } from '../../scripts/bundle/parts-list.ts';

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

function readJson<Value>(path: string, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

test('the parts list has every package that is installed for the server and the app, and no development tools', async () => {
  const { dependencies, devDependencies } = readJson('package.json', packageSchema);
  const { packages } = readJson('package-lock.json', lockSchema);
  const { components } = await partsList();
  const listed = new Set(components.map((each) => each['bom-ref']));
  const direct = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(direct.filter((each) => !listed.has(each))).toEqual([]);
  const installed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(path))
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  expect(installed.filter((each) => !listed.has(each))).toEqual([]);
  const tools = Object.keys(devDependencies).filter((name) => packages[`node_modules/${name}`]?.dev);
  expect(tools).toContain('vitest');
  expect(components.filter(({ name }) => tools.includes(String(name)))).toEqual([]);
});
