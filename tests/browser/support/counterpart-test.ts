import { inject, test as base } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { openProfile } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { PARTNER, Person } from './person.ts';
import { makeSmallDocuments, type SmallDocuments } from './small-documents.ts';

interface Setting {
  /** One server for all tests of a file. At the start of each test, it runs and its wires are intact. */
  counterpart: CounterpartProcess;
  /** Whether the partner has used the app in the person's browser before. */
  usedBefore: boolean;
  /** Whether the person's browser is Chromium's headless shell. */
  shell: boolean;
  /** Whether that browser has service workers. */
  serviceWorkers: boolean;
  /** The person, with their own browser. */
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
 * A test in a real browser with a real server. The partner has used the app in this browser before: they are
 * signed in, and their transactions and the app itself are on the device. So a test starts in a second; a new
 * device takes five.
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
    // A test's own route may be in the middle of a request.
    await profile.context.unrouteAll({ behavior: 'ignoreErrors' });
    await profile.close();
  },
});

/** Returns the cookies of a new session, because a test may end its session. */
async function newSession({ url, directUrl }: CounterpartProcess) {
  const client = new TestClient(directUrl);
  await client.post('/auth/login', PARTNER);
  return [...client.cookies].map(([name, value]) => ({ name, value, url }));
}

/** A test on a new device, without a session: for sign-in and first visits. */
export const testOnNewDevice = test.extend<{ usedBefore: boolean }>({ usedBefore: false });

/** A test in full Chromium, if the browser around the page matters: clipboard, back/forward cache, workers that keep running. */
export const testInChromium = testOnNewDevice.extend<{ shell: boolean }>({ shell: false });

/**
 * A test in a new browser without service workers, for tests that never go offline. Installing ours fetches
 * every file of the app, which takes more processor time than starting the browser and signing in.
 */
export const testOnline = testOnNewDevice.extend<{ serviceWorkers: boolean }>({ serviceWorkers: false });
