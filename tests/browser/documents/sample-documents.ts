import type { Person } from '../support/person.ts';

export const NDA = 'Mutual Non-Disclosure Agreement';

export async function openSampleDeal({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: /Project Alder/ }).click();
  await page.getByRole('row', { name: NDA }).waitFor();
}

/** Returns the text layer of a page. */
export function wordsOf({ page }: Person, number: number) {
  return page.getByRole('group', { name: `Page ${number}`, exact: true });
}
