import { expect, inject, test as base } from 'vitest';
import { settingOf, type Way } from '../../support/ways.ts';
import { openProfile } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { Person } from './person.ts';
import { makeSmallDocuments, type SmallDocuments } from './small-documents.ts';

interface Setting {
  /** One for the tests of a file by one way; running and with its wires whole at the start of each. */
  counterpart: CounterpartProcess;
  /** Whether the person's browser is Chromium's headless shell. */
  shell: boolean;
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

function testOf(way: Way) {
  return withDocuments.extend<Setting>({
    counterpart: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, provide) => {
        const settings = { SUPPORT_EMAIL, ...settingOf(way) };
        const counterpart = await startCounterpart(settings, { like: inject('sampleData') });
        const config = await fetch(`${counterpart.directUrl}/api/config`);
        expect(await config.json()).toMatchObject({
          change_feed: way === 'feed',
          event_stream: way === 'feed',
        });
        await provide(counterpart);
        await counterpart.close();
      },
      { scope: 'file' },
    ],
    shell: true,
    person: async ({ counterpart, shell }, provide) => {
      await counterpart.mend();
      const profile = await openProfile({ still: true, shell });
      await provide(new Person(await profile.context.newPage(), counterpart.url));
      // What a test has put in the way may be in the middle of a request.
      await profile.context.unrouteAll({ behavior: 'ignoreErrors' });
      await profile.close();
    },
  });
}

/** A test in a real browser against a real server that tells by this way what others did. */
export const testBy = { feed: testOf('feed'), lists: testOf('lists') };

/** Where it makes no difference by which way the server tells. */
export const test = testBy.feed;

/** In all of Chromium, where the browser around the page matters too: its clipboard, the way back, workers that go on. */
export const testInChromium = test.extend<{ shell: boolean }>({ shell: false });
