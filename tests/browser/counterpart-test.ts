import { test as base } from 'vitest';
import { openProfile } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { Person } from './person.ts';
import { makeSmallDocuments, type SmallDocuments } from './small-documents.ts';

interface Setting {
  /** One for the tests of a file; running and with its wires whole at the start of each. */
  counterpart: CounterpartProcess;
  documents: SmallDocuments;
  /** At a browser of their own, not signed in. */
  person: Person;
}

/** A test in a real browser against a real server. */
export const test = base.extend<Setting>({
  counterpart: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern which fixtures this one needs
    async ({}, provide) => {
      const counterpart = await startCounterpart();
      await provide(counterpart);
      await counterpart.close();
    },
    { scope: 'file' },
  ],
  documents: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const documents = await makeSmallDocuments();
      await provide(documents);
      await documents.remove();
    },
    { scope: 'file' },
  ],
  person: async ({ counterpart }, provide) => {
    await counterpart.mend();
    const profile = await openProfile();
    await provide(new Person(await profile.context.newPage(), counterpart.url));
    await profile.close();
  },
});
