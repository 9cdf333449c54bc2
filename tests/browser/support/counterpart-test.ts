import { inject, test as base } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { openProfile } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { PARTNER, Person } from './person.ts';
import { makeSmallDocuments, type SmallDocuments } from './small-documents.ts';

interface Setting {
  /** One for the tests of a file; running and with its wires whole at the start of each. */
  counterpart: CounterpartProcess;
  /** Whether the partner has used the app in the person's browser before. */
  usedBefore: boolean;
  /** Whether the person's browser is Chromium's headless shell. */
  shell: boolean;
  /** Whether that browser has service workers. */
  serviceWorkers: boolean;
  /** At a browser of their own. */
  person: Person;
}

const withDocuments = base.extend<{ documents: SmallDocuments }>({
  documents: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern which fixtures this one needs
    async ({}, provide) => {
      const documents = await makeSmallDocuments();
      await provide(documents);
      await documents.remove();
    },
    { scope: 'file' },
  ],
});

/**
 * A test in a real browser against a real server. The partner has used the app in this browser before: they are signed in, their
 * transactions and the app itself are on the device. So it starts in a second; a new device takes five.
 */
export const test = withDocuments.extend<Setting>({
  counterpart: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const counterpart = await startCounterpart({}, { like: inject('sample').data });
      await provide(counterpart);
      await counterpart.close();
    },
    { scope: 'file' },
  ],
  usedBefore: true,
  shell: true,
  serviceWorkers: true,
  person: async ({ counterpart, usedBefore, shell, serviceWorkers }, provide) => {
    await counterpart.mend();
    const like = usedBefore ? inject('sample').profile : undefined;
    const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell, serviceWorkers, like });
    if (usedBefore) await profile.context.addCookies(await newSession(counterpart));
    await provide(new Person(await profile.context.newPage(), counterpart, { isSignedIn: usedBefore }));
    // What a test has put in the way may be in the middle of a request.
    await profile.context.unrouteAll({ behavior: 'ignoreErrors' });
    await profile.close();
  },
});

/** Of its own for each test, which may end it. */
async function newSession({ url, directUrl }: CounterpartProcess) {
  const client = new TestClient(directUrl);
  await client.post('/auth/login', PARTNER);
  return [...client.cookies].map(([name, value]) => ({ name, value, url }));
}

/** On a new device, not signed in: for tests of how people sign in, and of a first visit. */
export const testOnNewDevice = test.extend<{ usedBefore: boolean }>({ usedBefore: false });

/** In all of Chromium, where the browser around the page matters too: its clipboard, the way back, workers that go on. */
export const testInChromium = testOnNewDevice.extend<{ shell: boolean }>({ shell: false });

/**
 * In a new browser without service workers, for tests that never go offline. Installing ours fetches every file of the app, which takes more
 * processor time than starting the browser and signing in.
 */
export const testOnline = testOnNewDevice.extend<{ serviceWorkers: boolean }>({ serviceWorkers: false });
