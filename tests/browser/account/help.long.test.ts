import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { freePort } from '../../support/free-port.ts';
import { expectAccessible } from '../support/accessible.ts';
import { SUPPORT_EMAIL } from '../support/counterpart-process.ts';
import { test, testOnNewDevice, testOnline } from '../support/counterpart-test.ts';
import { sampleDeal } from '../support/screens.ts';

const WAIT = { timeout: 60_000 };

test('the keyboard opens help next to the page, and help works without a network', async ({
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
  await panel.getByText(/saved on this device at once/).waitFor();
  await panel.getByRole('link', { name: SUPPORT_EMAIL }).waitFor();
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
  await person.hasFocus(button);

  await page.goto(`${counterpart.url}/incoming`);
  await page.getByRole('heading', { name: 'No files need a transaction' }).waitFor();
  await page.getByRole('status', { name: 'Sync status' }).waitFor();
  expect(await button.count()).toBe(0);
  await person.regainNetwork(counterpart);
});

test('the open help panel never covers the app bar, at any width or scroll position, or on any page', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  const panel = page.getByRole('complementary', { name: 'Help' });
  await person.signIn();
  await page.getByRole('button', { name: 'Help', exact: true }).click(WAIT);
  await panel.waitFor();
  /** Returns the names of the parts of the bar that are covered by something else. */
  const covered = async () =>
    page.getByRole('banner').evaluate((bar) =>
      [...bar.querySelectorAll('a, button, [role="status"]')].flatMap((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        if (width === 0) return [];
        const shown = document.elementFromPoint(left + width / 2, top + height / 2);
        return each.contains(shown) ? [] : [each.ariaLabel ?? each.textContent];
      }),
    );
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 480 });
    await expect.poll(covered, WAIT).toEqual([]);
  }
  const top = async () => (await panel.boundingBox())?.y;
  expect(await top()).toBeGreaterThan(40);
  // The bar scrolls with the page, but no part of the page may cover the panel.
  await page.goto(`${person.url}/account`);
  await page.getByRole('button', { name: 'Help', exact: true }).click(WAIT);
  await panel.waitFor();
  await page.setViewportSize({ width: 1024, height: 480 });
  await page.mouse.move(100, 300);
  await page.mouse.wheel(0, 400);
  await expect.poll(top, WAIT).toBe(0);
  await page.mouse.wheel(0, -400);
  await expect.poll(covered, WAIT).toEqual([]);
  // A page whose code can't be loaded is empty at first, then shows a message that fits into the window.
  await page.mouse.wheel(0, 400);
  await expect.poll(top, WAIT).toBe(0);
  await person.loseNetwork(counterpart);
  await page.getByRole('link', { name: 'Organization' }).press('Enter');
  await page.getByRole('heading', { name: 'This page needs a connection' }).waitFor(WAIT);
  await expect.poll(covered, WAIT).toEqual([]);
  await person.regainNetwork(counterpart);
});

testOnline(
  'the open help panel forgets the user when their session ends or they sign out',
  async ({ person }) => {
    const { page } = person;
    const button = page.getByRole('button', { name: 'Help', exact: true });
    const panel = page.getByRole('complementary', { name: 'Help' });
    const comes = async (email: string) => {
      await person.fillInSignIn(email);
      await button.waitFor(WAIT);
      expect(await panel.count()).toBe(0);
      await button.click();
      await panel.waitFor();
    };
    await page.goto(`${person.url}/login`);
    await comes('partner@demo.test');
    await person.context.clearCookies();
    await person.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
    expect(new URL(page.url()).search).toBe('?action=inactive');
    await comes('associate@demo.test');
    await person.sees('All changes saved');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await person.sees('You have signed out.');
    expect(new URL(page.url()).search).toBe('?action=logout');
    await comes('partner@demo.test');
  },
);

testOnline(
  'the survey asks once how well the user knows closings, and offers new users the tour',
  async ({ counterpart, person }) => {
    const { page } = person;
    const survey = page.getByRole('region', { name: 'How well do you know closings?' });
    const offer = page.getByRole('region', { name: 'Take a tour in five steps' });
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
    await survey.getByRole('button', { name: 'I’m new to them' }).click();
    await offer.waitFor(WAIT);
    await offer.getByRole('button', { name: 'Take the tour' }).click(WAIT);

    const card = page.getByRole('dialog', { name: 'The closing checklist' });
    await card.waitFor(WAIT);
    await step(1).waitFor();
    await person.hasFocus(card);
    await expectAccessible(page);
    for (const n of [2, 3, 4]) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await step(n).waitFor();
    }
    await page.getByRole('dialog', { name: 'Who takes part' }).waitFor();

    // The tour continues where the user stopped, but never over a dialog.
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

    // The user can start it again, on the sample deal.
    const deal = await sampleDeal(person);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await step(1).waitFor(WAIT);
    expect(page.url()).toContain(deal);
  },
);

test('a frame shows a deal without the app bar, and lets a signed-out user sign in there', async ({
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

testOnNewDevice(
  'a sign-in inside another site’s frame is valid only in that frame',
  async ({ counterpart, person }) => {
    const { page } = person;
    const port = await freePort();
    const around = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Intranet</title><iframe title="Deal" width="1200" height="700" src="${framed}"></iframe>`,
      );
    });
    let framed = '';
    await counterpart.kill();
    await counterpart.restart({ EMBED_ORIGINS: `http://localhost:${port}` });
    try {
      await new Promise<void>((resolve) => around.listen(port, 'localhost', resolve));
      const elsewhere = await signedIn(counterpart.directUrl);
      const [{ uuid: deal }] = (await elsewhere.get('/transactions/transaction')).body;
      framed = `${counterpart.url}/transaction/embed?transactionId=${deal}`;
      // The app in a frame of a page on localhost, which is another site.
      await page.goto(`http://localhost:${port}/`);
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Email address').fill('partner@demo.test');
      await frame.getByLabel('Password').fill('closing-day');
      await frame.getByRole('button', { name: 'Sign in' }).click();
      await frame.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
      const cookies = (await person.context.cookies()).filter(({ name }) => name.startsWith('session'));
      expect(cookies).toMatchObject([
        { name: 'session_in_frame', httpOnly: true, secure: true, sameSite: 'None' },
      ]);

      // An edit is saved, and the session continues after the surrounding page is reloaded.
      await frame.getByRole('button', { name: 'Add header' }).first().click();
      const field = frame.getByLabel('New header name');
      await person.hasFocus(field);
      await page.keyboard.type('Made in a frame');
      await page.keyboard.press('Enter');
      const labels = async () =>
        (await elsewhere.get(`/transactions/element?transaction=${deal}`)).body.map(
          ({ label }: { label: string | null }) => label,
        );
      await expect.poll(labels, WAIT).toContain('Made in a frame');
      await page.reload();
      await frame.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);

      // The surrounding page can't use this cookie for requests, and the app outside the frame has no
      // session.
      const stolen = await page.evaluate(
        async ([url, id]) => {
          const ask = async (path: string, init: RequestInit) =>
            fetch(`${url}/api${path}`, { credentials: 'include', ...init }).then(
              () => 'answered',
              () => 'refused',
            );
          const body = JSON.stringify({ transaction: id, label: 'Stolen' });
          const headers = { 'content-type': 'text/plain' };
          return [
            await ask(`/transactions/transaction/${id}`, {}),
            await ask('/transactions/element', { method: 'POST', body, headers }),
            await ask('/transactions/element', { method: 'POST', body, headers, mode: 'no-cors' }),
          ];
        },
        [counterpart.url, deal] as const,
      );
      expect(stolen.slice(0, 2)).toEqual(['refused', 'refused']);
      expect(await labels()).not.toContain('Stolen');
      await page.goto(counterpart.url);
      await page.getByRole('button', { name: 'Sign in' }).waitFor(WAIT);
    } finally {
      around.close();
      around.closeAllConnections();
      await counterpart.kill();
      await counterpart.restart();
    }
  },
);

/** Returns a client that is signed in to the server, without the browser. */
async function signedIn(url: string): Promise<TestClient> {
  const client = new TestClient(url);
  await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  return client;
}

testOnNewDevice(
  'a checklist in a table becomes a transaction, even if the network goes away',
  async ({ counterpart, documents, person }) => {
    const { page } = person;
    await person.signIn();
    await person.isReadyForOffline();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The previous page may send its sign-in event only now.
      if (pathname.startsWith('/api/') && pathname !== '/api/user-event') asked.push(pathname);
    });
    await page.goto(`${counterpart.url}/importer-poc`);
    const pasted = page.getByLabel('Or paste the rows from a spreadsheet or CSV file');
    await pasted.waitFor(WAIT);
    await expectAccessible(page);
    expect(
      asked,
      'the user is not fetched on load (docs/product/sign-in.md, "Pages without a session")',
    ).toEqual([]);
    await person.loseNetwork(counterpart);

    await pasted.fill('No.\tDocument\tType\n1\tCorporate\t\n1.1\tBylaws\tmemo\n2\tWire the funds\ttask\n');
    await page.getByRole('button', { name: 'Read pasted rows' }).click();
    await page.getByText('Row 3: “memo” is not a kind. Use header, document, or task.').waitFor();
    expect(await page.getByRole('button', { name: 'Create transaction' }).isDisabled()).toBe(true);
    await page.getByLabel('Kind').selectOption({ label: 'None' });
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).last().fill('Project Rowan');
    await page.getByRole('button', { name: 'Create transaction' }).click();
    await page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
    await person.row('Bylaws').waitFor(WAIT);
    await expect.poll(async () => person.outline()).toEqual(['Corporate', '  Bylaws', 'Wire the funds']);
    await person.regainNetwork(counterpart);
    await person.sees('All changes saved');

    const workbook = join(documents.folder, 'Project Hazel.xlsx');
    await writeFile(
      workbook,
      await workbookOf([
        ['Level', 'Name'],
        [1, 'Finance'],
        [2, 'Term sheet'],
      ]),
    );
    const reader = page.waitForResponse(/\/assets\/universal-[^/]+\.js$/);
    await page.goto(`${counterpart.url}/importer-poc`);
    const source = page.getByLabel(/^Choose a CSV file or \.xlsx workbook/);
    await source.waitFor(WAIT);
    // The code that reads workbooks is loaded once the page is shown.
    await (await reader).finished();
    await person.loseNetwork(counterpart);
    await source.setInputFiles(workbook);
    await page.getByRole('list', { name: 'Preview' }).getByText('Term sheet').waitFor(WAIT);
    await expect
      .poll(async () => page.getByLabel('Name', { exact: true }).last().inputValue())
      .toBe('Project Hazel');
    await page.getByRole('button', { name: 'Create transaction' }).click();
    await person.row('Term sheet').waitFor(WAIT);
    await expect.poll(async () => person.outline()).toEqual(['Finance', '  Term sheet']);
    await person.regainNetwork(counterpart);
  },
);

/** Returns a workbook with one sheet and the minimum content that spreadsheet programs accept. */
async function workbookOf(rows: (string | number)[][]): Promise<Uint8Array> {
  const cells = rows.map((row, y) => {
    const inside = row.map((value, x) => {
      const at = `${'ABC'[x]}${y + 1}`;
      return typeof value === 'number'
        ? `<c r="${at}"><v>${value}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    });
    return `<row r="${y + 1}">${inside.join('')}</row>`;
  });
  const schema = 'http://schemas.openxmlformats.org';
  const main = `xmlns="${schema}/spreadsheetml/2006/main"`;
  const package_ = `${schema}/package/2006`;
  const office = `${schema}/officeDocument/2006/relationships`;
  const files = {
    '[Content_Types].xml': `<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Closing" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text));
  return zip.close();
}
