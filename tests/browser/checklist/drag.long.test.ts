import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { prepareDeal } from '../support/prepared-deal.ts';

const BEFORE = [
  'Corporate',
  '  Subsidiaries',
  '    Share Certificates',
  '  Charter',
  '  Bylaws',
  '  Minutes',
  'Financing',
  '  Credit Agreement',
  '  Security Agreement',
];
const HEADERS = new Set(['Corporate', 'Subsidiaries', 'Financing']);

async function openPrepared(person: Person, counterpart: Parameters<typeof prepareDeal>[0]): Promise<string> {
  const lines = BEFORE.map((line) =>
    line.replace(/\S.*/, (name) => (HEADERS.has(name) ? `# ${name}` : name)),
  );
  const deal = await prepareDeal(counterpart, 'Project Linden', lines);
  await person.signIn();
  await person.openChecklist(deal);
  await expect.poll(async () => person.outline()).toEqual(BEFORE);
  return deal;
}

/** Fractions of a row's height that mean above, inside and below it. */
const SPOTS = { above: 0.1, inside: 0.5, below: 0.9 };

/** Drags a row by its name with the mouse, and drops it on another one. */
async function drag(person: Person, name: string, spot: keyof typeof SPOTS, target: string): Promise<void> {
  const { mouse } = person.page;
  const from = await nameAt(person, name);
  const to = await nameAt(person, target);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 4, from.y + 4);
  await mouse.move(to.x, to.top + to.height * SPOTS[spot], { steps: 4 });
  await mouse.up();
}

async function nameAt(person: Person, name: string) {
  const row = await person.row(name).boundingBox();
  const words = await person.row(name).getByText(name, { exact: true }).boundingBox();
  if (!row || !words) throw new Error(`${name} is not on the screen.`);
  return { x: words.x + 8, y: words.y + words.height / 2, top: row.y, height: row.height };
}

/** Waits until the screen, and then the server, have this outline. */
async function becomes(person: Person, deal: string, outline: readonly string[]): Promise<void> {
  await expect.poll(async () => person.outline()).toEqual(outline);
  await expect.poll(async () => person.outlineOnServer(deal)).toEqual(outline);
}

test('a row dragged among its siblings stays where it was dropped, and Ctrl+Z moves it back', async ({
  person,
  counterpart,
}) => {
  const deal = await openPrepared(person, counterpart);
  await drag(person, 'Minutes', 'above', 'Charter');
  const after = BEFORE.toSpliced(5, 1).toSpliced(3, 0, '  Minutes');
  await becomes(person, deal, after);
  await person.page
    .getByRole('log', { name: 'Checklist announcements' })
    .getByText('Moved Minutes to position 2 of 4 under Corporate')
    .waitFor({ state: 'attached' });
  await person.page.keyboard.press('Control+z');
  await becomes(person, deal, BEFORE);
});

test('a row moves under another header by dragging, and a header moves with its contents', async ({
  person,
  counterpart,
}) => {
  const deal = await openPrepared(person, counterpart);
  await drag(person, 'Bylaws', 'inside', 'Financing');
  const once = BEFORE.toSpliced(4, 1).toSpliced(6, 0, '  Bylaws');
  await becomes(person, deal, once);
  await drag(person, 'Subsidiaries', 'above', 'Credit Agreement');
  await becomes(person, deal, [
    'Corporate',
    '  Charter',
    '  Minutes',
    'Financing',
    '  Bylaws',
    '  Subsidiaries',
    '    Share Certificates',
    '  Credit Agreement',
    '  Security Agreement',
  ]);
});

test('several selected rows from different headers move together, in checklist order', async ({
  person,
  counterpart,
}) => {
  const deal = await openPrepared(person, counterpart);
  await person.row('Security Agreement').click();
  await person.row('Minutes').click({ modifiers: ['ControlOrMeta'] });
  await person.row('Charter').click({ modifiers: ['ControlOrMeta'] });
  await drag(person, 'Minutes', 'above', 'Credit Agreement');
  await becomes(person, deal, [
    'Corporate',
    '  Subsidiaries',
    '    Share Certificates',
    '  Bylaws',
    'Financing',
    '  Charter',
    '  Minutes',
    '  Security Agreement',
    '  Credit Agreement',
  ]);
  await person.page.keyboard.press('Control+z');
  await becomes(person, deal, BEFORE);
});

test('a header dropped on a row inside it stays where it is, and a toast says why', async ({
  person,
  counterpart,
}) => {
  const deal = await openPrepared(person, counterpart);
  const before = await person.elements(deal);
  for (const [spot, target] of [
    ['inside', 'Subsidiaries'],
    ['below', 'Share Certificates'],
  ] as const) {
    await drag(person, 'Corporate', spot, target);
    const notice = person.page.getByRole('status').getByText('You can’t move “Corporate” into itself.');
    await notice.waitFor();
    await person.page.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
  }
  // Dropping a row on itself does nothing, and shows no toast.
  await drag(person, 'Financing', 'inside', 'Financing');
  // Edits are sent in order. Once this one is on the server, none of the drops is pending.
  await drag(person, 'Minutes', 'above', 'Credit Agreement');
  await expect.poll(async () => (await person.outlineOnServer(deal)).at(-3)).toBe('  Minutes');
  await person.page.keyboard.press('Control+z');
  await becomes(person, deal, BEFORE);
  expect(await person.page.getByText('You can’t move').count()).toBe(0);
  const places = (elements: typeof before) =>
    new Map(elements.map(({ uuid, order, parent_element }) => [uuid, [order, parent_element]]));
  expect(places(await person.elements(deal))).toEqual(places(before));
});
