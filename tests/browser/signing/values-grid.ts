import { expect } from 'vitest';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

export interface Prepared {
  person: Person;
  counterpart: CounterpartProcess;
}

/**
 * Creates a deal with this many signatories and fields, and opens its values. Returns how to read the
 * server's values as lines of the grid.
 */
export async function openValues(
  { person, counterpart }: Prepared,
  { signatories, fields }: { signatories: number; fields: number },
): Promise<() => Promise<string[]>> {
  const deal = await prepareDeal(counterpart, 'Project Maple', []);
  const client = await elsewhere(counterpart);
  const people = Array.from({ length: signatories }, (_person, at) => ({ full_name: `Person ${at + 1}` }));
  const custom_keys = Array.from({ length: fields }, (_field, at) => ({ key: `Field ${at + 1}` }));
  const adding = [
    ...(signatories > 0
      ? [await client.post('/signatory/bulk_create', { transaction: deal, signatories: people })]
      : []),
    ...(fields > 0
      ? [await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys })]
      : []),
  ];
  for (const { status, text } of adding) expect(status, text).toBe(201);
  await person.signIn();
  await person.isReadyForOffline();
  await person.page.goto(`${person.url}/transaction/${deal}/fields`);
  return async () => {
    const list = async (path: string): Promise<Record<string, string>[]> =>
      (await client.get(`${path}?transaction=${deal}`)).body;
    const [rows, columns, values] = await Promise.all(
      ['/signatory', '/transactions/custom_key', '/transactions/custom_value'].map(list),
    );
    const inOrder = (all: Record<string, string>[] = []) =>
      all.toSorted((one, other) => Number(one['order']) - Number(other['order']));
    return inOrder(rows).map(({ uuid }) =>
      inOrder(columns)
        .map(
          (key) =>
            values?.find((each) => each['signatory'] === uuid && each['custom_key'] === key['uuid'])?.[
              'value'
            ] ?? '',
        )
        .join('|'),
    );
  };
}

export const gridOf = ({ page }: Person) => page.getByRole('grid', { name: 'Values by signatory' });
