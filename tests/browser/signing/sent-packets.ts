import type { Page } from 'playwright-core';
import type { Person } from '../support/person.ts';
import { prepareSigner, type Setting } from './mailed-room.ts';

export const WAIT = { timeout: 60_000 };

/**
 * Creates a deal in which Jane Doe signs two documents with these fields, and opens its packets. Returns her
 * email address.
 */
export async function openPackets(
  { person, counterpart }: Setting,
  name: string,
  fields: Readonly<Record<string, readonly object[]>> = {},
): Promise<string> {
  const { deal, email } = await prepareSigner(counterpart, name, fields);
  await person.signIn();
  await person.page.goto(`${person.url}/transaction/${deal}/packets`);
  await person.page.getByRole('button', { name: 'Create packet' }).waitFor(WAIT);
  return email;
}

export async function makeAndSend({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Create packet' }).click();
  await page.getByRole('button', { name: 'Send packet to Jane Doe' }).click(WAIT);
  await page.getByRole('dialog').getByRole('img', { name: 'Page 2: Escrow Agreement' }).waitFor(WAIT);
  await page.getByLabel('Message to the signatories').fill('Please sign by Friday.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 packet' }).click();
  await page.getByRole('region', { name: 'With signatories' }).waitFor(WAIT);
}

export const signHere = (room: Page) => room.getByRole('button', { name: 'Sign this page' });
