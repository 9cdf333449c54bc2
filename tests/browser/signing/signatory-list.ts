import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

export const WAIT = { timeout: 60_000 };

interface Prepared {
  person: Person;
  counterpart: CounterpartProcess;
}

interface ServerSignatory {
  uuid: string;
  full_name: string;
  email: string;
  order: number;
}

/** Creates a deal and opens its signatories. Returns its id, and how to read them from the server. */
export async function openSignatories(
  { person, counterpart }: Prepared,
  { items = [], signatories = [] }: { items?: string[]; signatories?: Record<string, unknown>[] } = {},
): Promise<{
  deal: string;
  onServer: () => Promise<ServerSignatory[]>;
  /** Returns the titles of all relations, in order. */
  titles: () => Promise<string[]>;
}> {
  const deal = await prepareDeal(counterpart, 'Project Linden', items);
  const client = await elsewhere(counterpart);
  if (signatories.length > 0) {
    const { status } = await client.post('/signatory/bulk_create', { transaction: deal, signatories });
    expect(status).toBe(201);
  }
  await person.signIn();
  await person.isReadyForOffline();
  await person.page.goto(`${person.url}/transaction/${deal}/signatories`);
  const onServer = async (): Promise<ServerSignatory[]> => {
    const { body } = await client.get(`/signatory?transaction=${deal}`);
    return body.toSorted((one: ServerSignatory, other: ServerSignatory) => one.order - other.order);
  };
  const titles = async (): Promise<string[]> => {
    const { body } = await client.get(`/signatory/representative?transaction=${deal}`);
    return body
      .toSorted((one: { order: number }, other: { order: number }) => one.order - other.order)
      .map(({ title }: { title: string }) => title);
  };
  return { deal, onServer, titles };
}

function rows({ page }: Person): Locator {
  return page.getByRole('grid', { name: 'Signatories' }).locator('[data-uuid]');
}

export function row(person: Person, name: string): Locator {
  return rows(person).filter({ hasText: new RegExp(`^${name}`) });
}

export function panel({ page }: Person): Locator {
  return page.getByRole('complementary', { name: 'Signatory details' });
}

export async function names(person: Person): Promise<string[]> {
  return rows(person).evaluateAll((all) =>
    all.map((each) => each.querySelector('[dir=auto]')?.textContent ?? ''),
  );
}
