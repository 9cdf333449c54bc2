import type { Person } from '../support/person.ts';

/** Returns the names in the list of deals, from top to bottom. */
export async function listed({ page }: Person): Promise<string[]> {
  return page.locator('a[data-deal]').allTextContents();
}

export async function choose({ page }: Person, deal: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${deal}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export async function toDeals({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: /all transactions/ }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
}
