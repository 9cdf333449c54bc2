import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test, testInChromium } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { openValues, gridOf } from './values-grid.ts';

const WAIT = { timeout: 60_000 };

/** Returns the visible text of the grid as lines, with "missing" for cells without a value. */
async function shown(person: Person): Promise<string[]> {
  return gridOf(person)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('[role=gridcell]')]
            .map((cell) => cell.ariaLabel ?? cell.textContent)
            .join('|'),
        ),
    );
}

/** Pastes text like the clipboard does. */
async function paste(person: Person, text: string): Promise<void> {
  await gridOf(person).evaluate((grid, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('values are typed, filled down, pasted and cleared by keyboard, and undone', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { keyboard } = page;
  const onServer = await openValues({ person, counterpart }, { signatories: 3, fields: 2 });
  await gridOf(person).focus();
  await person.sees('6 values missing');
  await expectAccessible(page);

  await keyboard.type('Ann');
  await keyboard.press('Enter');
  await keyboard.type('Bob');
  await keyboard.press('Tab');
  await keyboard.type('Chief');
  await keyboard.press('Escape');
  await expect.poll(async () => shown(person)).toEqual(['Ann|missing', 'Bob|missing', 'missing|missing']);
  await keyboard.press('ArrowLeft');
  await keyboard.press('F2');
  await keyboard.type('by');
  await expectAccessible(page);
  await keyboard.press('Enter');
  await keyboard.press('Control+d');
  const typed = ['Ann|missing', 'Bobby|missing', 'Bobby|missing'];
  await expect.poll(async () => shown(person)).toEqual(typed);
  await person.sees('3 values missing');

  await keyboard.press('Control+Home');
  await paste(person, 'A\t1\r\nB\t2\r\n\t3\r\n');
  await expect.poll(async () => shown(person)).toEqual(['A|1', 'B|2', 'missing|3']);
  await expect.poll(onServer, WAIT).toEqual(['A|1', 'B|2', '|3']);
  await page.getByRole('button', { name: 'Undo: Paste 6 values' }).waitFor();
  await keyboard.press('Control+z');
  await expect.poll(async () => shown(person)).toEqual(typed);
  await expect.poll(onServer, WAIT).toEqual(['Ann|', 'Bobby|', 'Bobby|']);

  await keyboard.press('Control+a');
  await keyboard.press('Delete');
  await expect.poll(async () => shown(person)).toEqual(Array(3).fill('missing|missing'));
  await expect.poll(onServer, WAIT).toEqual(['|', '|', '|']);
});

test('values entered and changed offline reach the server afterward', async ({ person, counterpart }) => {
  const { page } = person;
  const onServer = await openValues({ person, counterpart }, { signatories: 2, fields: 2 });
  await gridOf(person).focus();
  await person.loseNetwork(counterpart);
  await paste(person, 'a\tb\nc\td');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  const offline = ['first|b', 'missing|d'];
  await expect.poll(async () => shown(person)).toEqual(offline);
  await person.sees('Offline – 3 changes on this device');
  await page.reload();
  await expect.poll(async () => shown(person)).toEqual(offline);
  expect(await onServer()).toEqual(['|', '|']);
  await person.regainNetwork(counterpart);
  await expect.poll(onServer, WAIT).toEqual(['first|b', '|d']);
  await person.sees('All changes saved');
  await expect.poll(async () => shown(person)).toEqual(offline);
});

test('without fields or signatories, the page says what to do', async ({ person, counterpart }) => {
  const { page } = person;
  await openValues({ person, counterpart }, { signatories: 0, fields: 0 });
  await page.getByRole('heading', { name: 'No fields yet' }).waitFor();
  await page.getByRole('link', { name: 'Add a field' }).click();
  await page.getByLabel('New field').fill('Title');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Values' }).click();
  await page.getByRole('heading', { name: 'No signatories yet' }).waitFor();
  await expectAccessible(page);
});

testInChromium('a grid of 500 by 30 keeps up with the keyboard', async ({ person, counterpart }) => {
  const { page } = person;
  await openValues({ person, counterpart }, { signatories: 500, fields: 30 });
  const grid = gridOf(person);
  await grid.focus();
  await expect.poll(async () => grid.getAttribute('aria-rowcount')).toBe('501');
  for (const key of ['Control+ArrowDown', 'Control+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('last');
  await page.keyboard.press('Tab');
  await grid.getByRole('gridcell', { name: 'last' }).waitFor();
  expect(await grid.getByRole('gridcell').count()).toBeLessThan(600);
  await page.keyboard.press('Control+Home');
  await grid.getByRole('rowheader', { name: 'Person 1', exact: true }).waitFor();
});
