import { z } from 'zod';
import type { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };

export async function openDocument(person: Person, deal: string, name: string): Promise<void> {
  const { page, url } = person;
  await page.goto(`${url}/transaction/${deal}/documents`);
  await page.getByRole('button', { name: 'list view' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor(WAIT);
}

export const bar = ({ page }: Person) => page.getByRole('region', { name: 'Signature page', exact: true });

/** Returns the page numbers of the marked pages of files on the server. */
export async function markedOnServer(person: Person, deal: string): Promise<number[]> {
  const marked = z.array(z.object({ source: z.string(), ref_page_number: z.number().nullable() }));
  const rows = marked.parse(await person.get(`/api/transactions/signature_page?transaction=${deal}`));
  return rows.flatMap(({ source, ref_page_number }) => (source === 'file' ? (ref_page_number ?? []) : []));
}
