import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { test } from './counterpart-test.ts';
import { sampleDeal } from './screens.ts';

const WAIT = { timeout: 60_000 };

test('help stands beside the work, by the keyboard too, and is there without a network', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const button = page.getByRole('button', { name: 'Help', exact: true });
  const panel = page.getByRole('complementary', { name: 'Help' });
  await person.signIn();
  await button.waitFor(WAIT);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await page.reload();

  await button.focus();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await expectAccessible(page);
  await panel.getByText('Can I work without a connection?').click();
  await panel.getByText(/kept on this device at once/).waitFor();
  await panel.getByRole('link', { name: 'support@counterpart.example' }).waitFor();
  await panel.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor();
  await panel.getByRole('link', { name: 'Diagnostics' }).click();
  await page.waitForURL('**/account/diagnostics');
  await panel.waitFor({ state: 'hidden' });

  await button.click();
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);

  await page.goto(`${counterpart.url}/incoming`);
  await page.getByRole('heading', { name: 'No files wait for a transaction' }).waitFor();
  await page.getByRole('status', { name: 'Sync status' }).waitFor();
  expect(await button.count()).toBe(0);
  await person.regainNetwork(counterpart);
});

test('who has not said it is asked once how well they know closings; who is new is offered the tour', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const survey = page.getByRole('region', { name: 'How well do you know closings?' });
  const offer = page.getByRole('region', { name: 'A look around, in five steps' });
  const step = (n: number) => page.getByText(`Step ${n} of 5`);
  await person.signIn('associate@demo.test');
  await survey.getByRole('button', { name: 'Not now' }).click(WAIT);
  await survey.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Help', exact: true }).waitFor(WAIT);
  expect(await survey.count()).toBe(0);

  // A week later.
  await page.clock.setFixedTime(Date.now() + 7 * 86_400_000);
  await page.reload();
  await survey.waitFor(WAIT);
  await expectAccessible(page);
  await survey.getByRole('button', { name: 'I am new to them' }).click();
  await offer.waitFor(WAIT);
  await offer.getByRole('button', { name: 'Take the tour' }).click(WAIT);

  const card = page.getByRole('dialog', { name: 'The closing checklist' });
  await card.waitFor(WAIT);
  await step(1).waitFor();
  expect(await card.evaluate((each) => each === document.activeElement)).toBe(true);
  await expectAccessible(page);
  for (const n of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await step(n).waitFor();
  }
  await page.getByRole('dialog', { name: 'Who is on the deal' }).waitFor();

  // Where the person stopped is where they go on; never over a dialog.
  await page.reload();
  await step(4).waitFor(WAIT);
  await page.getByRole('button', { name: 'Transaction details' }).click();
  await page.getByRole('dialog', { name: /details/i }).waitFor();
  await step(4).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await step(4).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await step(5).waitFor();
  await page.keyboard.press('Escape');
  await step(5).waitFor({ state: 'hidden' });
  await page.goto(counterpart.url);
  await page.getByRole('button', { name: 'Help', exact: true }).waitFor(WAIT);
  expect(await offer.count()).toBe(0);

  // On demand it is there again, on the sample deal.
  const deal = await sampleDeal(person);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await step(1).waitFor(WAIT);
  expect(page.url()).toContain(deal);
});

test('a frame shows a deal without the shell; who is signed out signs in there', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  await person.isReadyForOffline();
  const embed = `${counterpart.url}/transaction/embed?transactionId=${deal}`;
  await page.goto(embed);
  await page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
  expect(await page.getByRole('banner').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Notifications|^Help$|Upload/ }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('region', { name: 'Tasks', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(0);

  await person.context.clearCookies();
  await page.goto(embed);
  await page.getByRole('button', { name: 'Sign in' }).waitFor(WAIT);
  expect(page.url()).toBe(embed);
  await person.fillInSignIn();
  await page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
  expect(page.url()).toBe(embed);

  await page.goto(`${counterpart.url}/transaction/embed/auth?id=${deal}`);
  await person.fillInSignIn('associate@demo.test');
  await page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
  expect(page.url()).toBe(`${counterpart.url}/transaction/embed?id=${deal}`);
});

test('what is done goes to the server by beacon; a deal’s opening where its name says that it is a trial', async ({
  person,
}) => {
  const { page } = person;
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/user-event')) answers.push(answer.status());
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      if (body instanceof Blob) void body.text().then((text) => heard.push(text));
      return send(address, body);
    };
  });
  const told = async () => {
    const texts = await page.evaluate<string[]>(() => Reflect.get(window, 'heard'));
    return texts.map((text): unknown => JSON.parse(text));
  };
  await person.signIn();
  await expect.poll(async () => (await told()).length, WAIT).toBe(2);
  expect(await told()).toMatchObject([
    { kind: 'person', fields: { role: 'admin', experience: 'expert' } },
    { kind: 'company', fields: { name: 'Whitfield & Crane LLP' } },
  ]);
  await person.createDeal('Project Yew');
  await page.goBack();
  const transaction = await person.createDeal('A test of the binder');
  await expect.poll(async () => (await told()).length, WAIT).toBeGreaterThan(2);
  expect((await told()).slice(2)).toEqual([
    { kind: 'event', event: 'TRANSACTION_CREATED', fields: { transaction } },
  ]);
  await expect.poll(() => answers, WAIT).toEqual([204, 204, 204]);
});
