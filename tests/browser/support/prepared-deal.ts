import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import type { Site } from './person.ts';

/** One sign-in for all tests of a file, because the server accepts only a few per minute. */
const signedIn = new WeakMap<Site, Promise<TestClient>>();

/** Returns a client for the person's account on another machine, bypassing the browser's wires. */
export async function elsewhere(counterpart: Site): Promise<TestClient> {
  const client = signedIn.get(counterpart) ?? signIn(counterpart);
  signedIn.set(counterpart, client);
  return client;
}

async function signIn({ directUrl }: Site): Promise<TestClient> {
  const client = new TestClient(directUrl);
  const who = { loginId: 'partner@demo.test', password: 'closing-day' };
  const answer = await client.post('/auth/login', who);
  expect(answer.status, answer.text).toBe(200);
  return client;
}

/**
 * Creates a deal with a checklist from another machine, and returns its id. Each line of the outline is an
 * entry, indented by two spaces per level: `# ` begins a header, `[] ` a task. Anything else is a document.
 */
export async function prepareDeal(
  counterpart: Site,
  name: string,
  outline: readonly string[],
): Promise<string> {
  const client = await elsewhere(counterpart);
  const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const transaction = await make('/transactions/transaction', { name });
  const elementOf = async (item: string): Promise<string> => {
    const { body } = await client.get(`/transactions/element?transaction=${transaction}`);
    return body.find((element: { item: string | null }) => element.item === item).uuid;
  };
  const above: string[] = [];
  for (const line of outline) {
    const words = line.trimStart();
    const level = (line.length - words.length) / 2;
    const parent = above[level - 1] ?? null;
    if (words.startsWith('# ')) {
      const header = { transaction, label: words.slice(2), parent_element: parent };
      above[level] = await make('/transactions/element', header);
    } else if (words.startsWith('[] ')) {
      await make('/transactions/task', { transaction, name: words.slice(3), element_parent: parent });
    } else {
      const item = { transaction, name: words, element_parent: parent };
      above[level] = await elementOf(await make('/transactions/item', item));
    }
  }
  return transaction;
}
