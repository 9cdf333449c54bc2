import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { APIResponse, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { documentSchema, type Document } from '../../../src/contract/entities/documents/document.ts';
import { elementSchema, type Element } from '../../../src/contract/entities/checklist/element.ts';
import { itemSchema, type Item } from '../../../src/contract/entities/checklist/item.ts';
import { transactionSchema } from '../../../src/contract/entities/transactions/transaction.ts';
import { buildChildLists, TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import type { CounterpartProcess } from './counterpart-process.ts';

const WAIT = { timeout: 60_000 };

/** The partner's account in the sample data. */
export const PARTNER = { loginId: 'partner@demo.test', password: 'closing-day' };

/** The server's addresses for a person's browser and for a test. */
export type Site = Pick<CounterpartProcess, 'url' | 'directUrl' | 'hosts'>;

/** A person with a browser. Does and sees what users do and see. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  readonly site: Site;
  /** Whether the device still has the partner's earlier session, which the test has not used yet. */
  #isSignedIn: boolean;
  /** Console errors since the last read. */
  readonly complaints: string[] = [];

  constructor(page: Page, site: Site, { isSignedIn = false } = {}) {
    this.page = page;
    this.context = page.context();
    this.site = site;
    this.url = site.url;
    this.#isSignedIn = isSignedIn;
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** Goes to the list of deals, and signs in first if the device isn't signed in yet. */
  async signIn(email = PARTNER.loginId, password = PARTNER.password): Promise<void> {
    if (this.#isSignedIn) {
      this.#isSignedIn = false;
      await this.page.goto(`${this.url}/`);
    } else {
      await this.page.goto(`${this.url}/login`);
      await this.fillInSignIn(email, password);
    }
    await this.page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor(WAIT);
  }

  async fillInSignIn(email = PARTNER.loginId, password = PARTNER.password): Promise<void> {
    await this.page.getByLabel('Email address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Creates a deal, goes to its checklist and returns its id. */
  async createDeal(name: string): Promise<string> {
    await this.page.getByRole('button', { name: 'New transaction' }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: /create/i }).click();
    await this.page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
    const id = /\/transaction\/([^/]+)\//.exec(this.page.url())?.[1];
    if (!id) throw new Error(`no deal in ${this.page.url()}`);
    await expect.poll(async () => (await this.deals()).includes(id), WAIT).toBe(true);
    return id;
  }

  /** Opens a deal's checklist by its URL. */
  async openChecklist(deal: string): Promise<void> {
    await this.page.goto(`${this.url}/transaction/${deal}/checklist`);
    await this.page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
  }

  /** Drops files on the page, like from a folder on the desktop. */
  async drop(...paths: string[]): Promise<void> {
    const main = this.page.getByRole('main');
    await this.dropOn(main, this.page.getByText('Drop documents to begin uploading.'), ...paths);
  }

  /**
   * Drags files over the page and drops them on a part of it, which may appear only then. `says`: the text
   * that invites the drop.
   */
  async dropOn(part: Locator, says: Locator, ...paths: string[]): Promise<void> {
    const files = await Promise.all(
      paths.map(async (path) => ({
        name: basename(path),
        base64: (await readFile(path)).toString('base64'),
      })),
    );
    const transfer = await this.page.evaluateHandle((dropped) => {
      const types: Record<string, string> = { pdf: 'application/pdf', doc: 'application/msword' };
      const made = new DataTransfer();
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        made.items.add(new File([bytes], name, { type: types[name.split('.').pop() ?? ''] ?? '' }));
      }
      return made;
    }, files);
    const drag = async (over: Locator, type: string) => over.dispatchEvent(type, { dataTransfer: transfer });
    // Users drop only after the page says that it accepts the files.
    await expect
      .poll(async () => {
        await drag(this.page.getByRole('main'), 'dragenter');
        if (await part.isVisible()) await drag(part, 'dragover');
        return says.isVisible();
      })
      .toBe(true);
    await drag(part, 'drop');
  }

  /** Returns the names of the checklist's rows, from top to bottom. */
  async checklist(): Promise<string[]> {
    return (await this.outline()).map((line) => line.trimStart());
  }

  /** Returns them indented by two spaces per level. */
  async outline(): Promise<string[]> {
    const rows = this.page.getByRole('treegrid').locator('[data-uuid]');
    return rows.evaluateAll((found) => {
      const fact = (row: HTMLElement | SVGElement, name: string) => Number(row.getAttribute(name));
      return found
        .toSorted((a, b) => fact(a, 'aria-rowindex') - fact(b, 'aria-rowindex'))
        .map((row) => {
          const name = row.querySelectorAll('[role=gridcell]')[1]?.querySelector('span[title]')?.textContent;
          return `${'  '.repeat(fact(row, 'aria-level') - 1)}${name ?? ''}`;
        });
    });
  }

  row(name: string) {
    return this.page.getByRole('row', { name });
  }

  /** Returns a row of the upload queue. */
  queueRow(name: string) {
    return this.page
      .getByRole('list', { name: 'Documents in the upload queue' })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
  }

  async sees(sentence: string | RegExp): Promise<void> {
    await this.page.getByText(sentence).first().waitFor(WAIT);
  }

  /** Waits until the element has the focus. */
  async hasFocus(element: Locator): Promise<void> {
    await expect.poll(async () => element.evaluate((each) => each === document.activeElement)).toBe(true);
  }

  /** Adds a header after the selected row, or at the end. */
  async addHeader(label: string, wait = WAIT): Promise<void> {
    await this.page.getByRole('button', { name: 'Add header' }).first().click();
    const field = this.page.getByLabel('New header name');
    await field.fill(label);
    await field.press('Enter');
    await this.row(label).waitFor(wait);
  }

  async chooseSigningType(document: string, type: string): Promise<void> {
    await this.page.getByLabel(`Signing type of ${document}`).selectOption({ label: type });
  }

  /** Moves a row with the keyboard. Resolves once the move is announced and painted. */
  async moveByKeyboard(name: string, keys: string): Promise<void> {
    const before = await this.outline();
    await this.row(name).click();
    await this.page.keyboard.press(keys);
    await this.announces(`Moved ${name} `);
    await expect.poll(async () => this.outline()).not.toEqual(before);
    expect(await this.outline()).toHaveLength(before.length);
  }

  /** Waits until the checklist announces this sentence to screen readers. */
  async announces(sentence: string): Promise<void> {
    await this.page.getByRole('log', { name: 'Checklist announcements' }).getByText(sentence).waitFor(WAIT);
  }

  /** Waits until the service worker has the app's shell and controls this page. */
  async isReadyForOffline(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, WAIT);
  }

  /** Cuts off page, workers and service worker: the browser is offline, and the wires are cut as well. */
  async loseNetwork({ api, store }: CounterpartProcess): Promise<void> {
    await this.context.setOffline(true);
    await Promise.all([api.cut(), store.cut()]);
  }

  async regainNetwork({ api, store }: CounterpartProcess): Promise<void> {
    await Promise.all([api.restore(), store.restore()]);
    await this.context.setOffline(false);
  }

  /** Makes changes as another participant, from another machine. */
  async asColleague(
    { directUrl }: CounterpartProcess,
    act: (patch: (path: string, body: unknown) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-counterpart': String(CONTRACT_VERSION) };
    const signedIn = await fetch(`${directUrl}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(PARTNER),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    await act(async (path, body) => {
      const answer = await fetch(`${directUrl}${path}`, {
        method: 'PATCH',
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    });
  }

  /** Fetches the server's response to an intercepted request, so that the test can change it for the page. */
  async answerTo(route: Route): Promise<APIResponse> {
    const request = route.request();
    const url = request.url().replace(this.url, this.site.directUrl);
    return route.fetch({ url, headers: await request.allHeaders() });
  }

  // The server's data, read without the page.

  async deals(): Promise<string[]> {
    const body = await this.get('/api/transactions/transaction');
    return transactionSchema
      .array()
      .parse(body)
      .map((deal) => deal.uuid);
  }

  async elements(deal: string): Promise<Element[]> {
    return elementSchema.array().parse(await this.get(`/api/transactions/element?transaction=${deal}`));
  }

  async items(deal: string): Promise<Item[]> {
    return itemSchema.array().parse(await this.get(`/api/transactions/item?transaction=${deal}`));
  }

  async documents(deal: string): Promise<Document[]> {
    return documentSchema.array().parse(await this.get(`/api/transactions/document?transaction=${deal}`));
  }

  /** Returns the names on the server's checklist, in the order of the screen. */
  async checklistOnServer(deal: string): Promise<string[]> {
    return (await this.outlineOnServer(deal)).map((line) => line.trimStart());
  }

  /** Returns them indented by two spaces per level. */
  async outlineOnServer(deal: string): Promise<string[]> {
    const [elements, items] = await Promise.all([this.elements(deal), this.items(deal)]);
    const lists = buildChildLists(elements);
    const names = new Map(
      elements.map((element) => [
        element.uuid,
        element.label ?? items.find((item) => item.uuid === element.item)?.name ?? '',
      ]),
    );
    const below = (parent: string, indent: string): string[] =>
      (lists.get(parent) ?? []).flatMap((id) => [
        `${indent}${names.get(id) ?? ''}`,
        ...below(id, `${indent}  `),
      ]);
    return below(TOP, '');
  }

  /** Returns the server's response to a GET with this browser's session, without the page and the wires. */
  async get(path: string): Promise<unknown> {
    const cookies = await this.context.cookies(this.url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.site.directUrl}${path}`, { headers: { cookie } });
    expect(response.status).toBe(200);
    return response.json();
  }
}
