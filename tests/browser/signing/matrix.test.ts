import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { cell, onServer, openMatrix, prepareMatrix, WAIT } from './prepared-matrix.ts';

test('a click assigns and unassigns a document, and undo takes it back', async ({ counterpart, person }) => {
  const prepared = await prepareMatrix(counterpart, 'Project Yarrow');
  await person.signIn();
  await openMatrix(person, prepared.deal);
  await expectAccessible(person.page);
  expect(await person.page.getByRole('rowheader').allTextContents()).toHaveLength(3);
  expect(await person.page.getByRole('columnheader').allTextContents()).toEqual([
    'Documents',
    'Jane Doe',
    'Alpha Capital Group, L.P.by Jane Doe, President',
    'Omar Reyes',
  ]);

  await cell(person, 'Side Letter', 'Alpha', 'not assigned').click();
  await cell(person, 'Side Letter', 'Alpha.*by Jane Doe, President', 'assigned').waitFor(WAIT);
  await expect.poll(async () => onServer(prepared), WAIT).toEqual(['Side Letter, Alpha Capital Group, L.P.']);
  await expectAccessible(person.page);

  await cell(person, 'Side Letter', 'Alpha', 'assigned').click();
  await cell(person, 'Side Letter', 'Alpha', 'not assigned').waitFor(WAIT);
  await expect.poll(async () => onServer(prepared), WAIT).toEqual([]);

  await person.page.getByRole('button', { name: /^Undo/ }).first().click();
  await cell(person, 'Side Letter', 'Alpha', 'assigned').waitFor(WAIT);
  await expect.poll(async () => onServer(prepared), WAIT).toEqual(['Side Letter, Alpha Capital Group, L.P.']);
});
