import { inject, test as base } from 'vitest';
import { openProfile } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { Person } from './person.ts';
import { makeSmallDocuments, type SmallDocuments } from './small-documents.ts';

interface Setting {
  /** One for the tests of a file; running and with its wires whole at the start of each. */
  counterpart: CounterpartProcess;
  /** Whether the person's browser is Chromium's headless shell. */
  shell: boolean;
  /** Whether that browser has service workers. */
  serviceWorkers: boolean;
  /** At a browser of their own, not signed in. */
  person: Person;
}

/** Whom people may write to. */
export const SUPPORT_EMAIL = 'support@firm.test';

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

/** A test in a real browser against a real server. */
export const test = withDocuments.extend<Setting>({
  counterpart: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const counterpart = await startCounterpart({ SUPPORT_EMAIL }, { like: inject('sampleData') });
      await provide(counterpart);
      await counterpart.close();
    },
    { scope: 'file' },
  ],
  shell: true,
  serviceWorkers: true,
  person: async ({ counterpart, shell, serviceWorkers }, provide) => {
    await counterpart.mend();
    const profile = await openProfile({ still: true, shell, serviceWorkers });
    await provide(new Person(await profile.context.newPage(), counterpart.url));
    // What a test has put in the way may be in the middle of a request.
    await profile.context.unrouteAll({ behavior: 'ignoreErrors' });
    await profile.close();
  },
});

/** In all of Chromium, where the browser around the page matters too: its clipboard, the way back, workers that go on. */
export const testInChromium = test.extend<{ shell: boolean }>({ shell: false });

/**
 * In a browser without service workers, for tests that never go offline. Installing ours fetches every file of the app, which takes more
 * processor time than starting the browser and signing in.
 */
export const testOnline = test.extend<{ serviceWorkers: boolean }>({ serviceWorkers: false });
