import type { Person } from '../support/person.ts';

export const HSR = 'Hart-Scott-Rodino Notification';

export async function openSampleDeal({ page }: Person): Promise<string> {
  await page.getByRole('link', { name: /Project Alder/ }).click();
  await page.getByRole('row', { name: HSR }).waitFor();
  return /\/transaction\/([^/]+)\//.exec(page.url())?.[1] ?? '';
}

/** Returns the texts of the rows on the screen, from top to bottom, without the heading. */
export async function rowsShown({ page }: Person): Promise<string[]> {
  const texts = await page.getByRole('row').allTextContents();
  return texts.slice(1);
}

export async function hasRow(person: Person, name: string): Promise<boolean> {
  return (await rowsShown(person)).some((text) => text.includes(name));
}
