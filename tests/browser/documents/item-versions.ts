import type { Person } from '../support/person.ts';

export const AGREEMENT = 'Confidentiality Agreement';

/** Returns the server's file names of the deal's only item, the current one first. */
export async function filesOfItem(person: Person, deal: string): Promise<string[]> {
  const [item] = await person.items(deal);
  const own = (await person.documents(deal)).filter((document) => document.item_id === item?.uuid);
  const current = own.filter((document) => document.uuid === item?.document);
  const others = own.filter((document) => !current.includes(document));
  return [...current, ...others].map((document) => document.name);
}

export async function addDocument(person: Person, name: string): Promise<void> {
  const { page } = person;
  await page.getByRole('button', { name: 'Add document' }).click();
  await person.hasFocus(page.getByLabel('New document name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await person.hasFocus(person.row(name));
  await page.keyboard.press('Escape');
}
