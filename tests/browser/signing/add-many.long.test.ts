import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { workbookFile } from '../../support/workbook-file.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/**
 * A table as Word puts it on the clipboard: paragraphs in cells, a cell that spans two rows, and text around
 * the table.
 */
const WORD_TABLE = `<html><body><p class=MsoNormal>Signatories as of today:</p><!--StartFragment-->
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Investor<o:p></o:p></b></p></td>
<td><p class=MsoNormal>Entity type</p></td><td><p class=MsoNormal>Signatory</p></td><td><p>Title</p></td>
<td><p>E-mail</p></td><td><p>Commitment</p></td></tr>
<tr><td rowspan=2><p class=MsoNormal>Alpha Capital
Group, L.P.</p></td><td><p>a Delaware limited partnership</p></td><td><p>Jane&nbsp;Doe</p></td><td><p>President</p></td>
<td><p>jane@alpha.com</p></td><td><p>$5,000,000</p></td></tr>
<tr><td></td><td><p>J. Doe</p></td><td><p>Secretary</p></td><td><p>jane@alpha.com</p></td><td></td></tr>
<tr><td><p>شركة ألفا</p></td><td></td><td><p>علي حسن</p></td><td></td><td><p>ali hassan@alfa.ae</p></td><td></td></tr>
</table><!--EndFragment--></body></html>`;

interface Prepared {
  person: Person;
  counterpart: CounterpartProcess;
}

/** Creates a deal with a field, and opens the form that adds signatories. Returns a function that reads a list from the server. */
async function openSignatories({ person, counterpart }: Prepared) {
  const deal = await prepareDeal(counterpart, 'Project Hornbeam', []);
  const client = await elsewhere(counterpart);
  const custom_keys = [{ key: 'Commitment' }];
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys });
  await person.signIn();
  await person.isReadyForOffline();
  await person.page.goto(`${person.url}/transaction/${deal}/signatories`);
  await person.page.getByRole('button', { name: 'Add many' }).waitFor(WAIT);
  const list = async (path: string) => (await client.get(`${path}?transaction=${deal}`)).body;
  return { deal, list };
}

async function openDialog({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Add many' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).waitFor(WAIT);
}

async function paste({ page }: Person, content: { html?: string; text?: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Rows' }).evaluate((field, { html = '', text = '' }) => {
    const clipboardData = new DataTransfer();
    if (html !== '') clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, content);
}

/** Drops a file from the desktop on the dialog. */
async function drop({ page }: Person, name: string, content: Uint8Array | string): Promise<void> {
  await page.getByText(/^Paste rows/).evaluate(
    (target, { fileName, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], fileName));
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { fileName: name, bytes: [...Buffer.from(content)] },
  );
}

test('a user pastes a table from Word, answers a question, leaves out an error, and undoes it all', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { list } = await openSignatories({ person, counterpart });
  await openDialog(person);
  await expectAccessible(page);
  await paste(person, { html: WORD_TABLE });
  await page.getByRole('table', { name: 'Rows of the list' }).waitFor(WAIT);
  await expectAccessible(page);
  await person.sees('1 person, 1 entity, 2 representatives, and 1 field value');
  await person.sees('The email address “ali hassan@alfa.ae” has a space in it.');
  const merge = page.getByLabel('J. Doe (jane@alpha.com) in row 3 is Jane Doe (jane@alpha.com) in row 2');
  expect(await merge.isChecked()).toBe(true);
  await merge.uncheck();
  const add = page.getByRole('button', { name: 'Add 3 signatories' });
  expect(await add.isDisabled()).toBe(true);
  await page.getByLabel('Leave out 1 row with an error').check();
  await add.click();
  await person.sees('Added 3 signatories.');
  await expect
    .poll(async () => (await list('/signatory')).map(({ full_name }: { full_name: string }) => full_name))
    .toEqual(['Alpha Capital Group, L.P.', 'Jane Doe', 'J. Doe']);
  expect(await list('/signatory/representative')).toMatchObject([
    { title: 'President' },
    { title: 'Secretary' },
  ]);
  expect(await list('/transactions/custom_value')).toMatchObject([{ value: '$5,000,000' }]);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(async () => list('/signatory')).toEqual([]);
  expect(await list('/bulk_signatory_upload')).toEqual([]);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(async () => list('/signatory')).toHaveLength(3);
});

test('a list of 500 rows is on the screen without a network, and reaches the server later', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { list } = await openSignatories({ person, counterpart });
  await counterpart.api.cut();
  await openDialog(person);
  const rows = Array.from(
    { length: 500 },
    (_, n) => `Fund ${n}, L.P.\tManager ${n * 7919}\tManager\tm${n}@fund.com`,
  );
  await paste(person, { text: ['Entity\tName\tTitle\tEmail', ...rows].join('\n') });
  await page.getByRole('button', { name: 'Add 1,000 signatories' }).waitFor(WAIT);
  await page.getByRole('button', { name: 'Add 1,000 signatories' }).click();
  await person.sees('1,000 signatories');
  await counterpart.api.restore();
  await expect.poll(async () => list('/signatory')).toHaveLength(1000);
  expect(await list('/signatory/representative')).toHaveLength(500);
  expect(await list('/bulk_signatory_upload')).toMatchObject([{ file_name: 'Pasted list', num_rows: 500 }]);
});

test('a user chooses a CSV file as Excel saves it, changes the meaning of a column, and drops more files', async ({
  person,
  counterpart,
  documents,
}) => {
  const { page } = person;
  const { list } = await openSignatories({ person, counterpart });
  const path = join(documents.folder, 'investors.csv');
  await writeFile(
    path,
    Buffer.from('Name;Firma;Funktion\nJosé Łuksza;Beta GmbH;Geschäftsführer\n', 'utf16le'),
  );
  await openDialog(person);
  await page.getByLabel('CSV file or .xlsx workbook').setInputFiles(path);
  await page.getByLabel('Contents of Firma').selectOption('Entity');
  await page.getByLabel('Contents of Funktion').selectOption('Title');
  await page.getByRole('button', { name: 'Add 2 signatories' }).click();
  await expect
    .poll(async () => list('/signatory/representative'))
    .toMatchObject([{ title: 'Geschäftsführer' }]);
  expect(await list('/bulk_signatory_upload')).toMatchObject([{ file_name: 'investors.csv' }]);

  await openDialog(person);
  const investors = 'Name,Title,Email\nعلي حسن,=1+1,علي@alfa.ae\n王小明,Manager,xiao ming@alpha.cn\n';
  await drop(person, 'dropped.csv', investors);
  await person.sees('“=1+1” looks like a formula. We’ll keep it as text.');
  await person.sees('The email address “xiao ming@alpha.cn” has a space in it.');
  await page.getByRole('button', { name: 'Back' }).click();
  await drop(person, 'dropped.xlsx', workbookFile([['Name'], ['علي حسن'], ['王小明'], ['=Alpha']]));
  await person.sees('“=Alpha” looks like a formula. We’ll keep it as text.');
  await page.getByRole('button', { name: 'Add 3 signatories' }).click();
  await expect
    .poll(async () => (await list('/signatory')).map(({ full_name }: { full_name: string }) => full_name))
    .toEqual(['Beta GmbH', 'José Łuksza', 'علي حسن', '王小明', '=Alpha']);
});

test('a list with too many rows is refused with an explanation', async ({ person, counterpart }) => {
  await openSignatories({ person, counterpart });
  await openDialog(person);
  const rows = Array.from({ length: 10_000 }, (_, n) => `Person ${n}`);
  const refusal = (count: string) =>
    `This list has ${count} rows. You can add up to 2,000 at a time, so split it into smaller lists.`;
  await paste(person, { text: rows.join('\n') });
  await person.sees(refusal('10,000'));
  await drop(person, 'investors.csv', rows.slice(1).join('\n'));
  await person.sees(refusal('9,999'));
  await drop(person, 'investors.xlsx', workbookFile([['Name'], ...rows.slice(2).map((name) => [name])]));
  await person.sees(refusal('9,998'));
});
