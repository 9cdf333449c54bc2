import { describe, expect, it } from 'vitest';
import { connectionInWords, maySetAside, requestInWords, stateInWords } from './diagnostics-in-words.ts';

const ALDER = '01a1febf-e40e-76ae-9f42-ee7f70e9d0d1';
const names = new Map([[ALDER, 'Project Alder']]);

describe('what the diagnostics page says', () => {
  it.each([
    [`push/${ALDER}`, 'Send changes of Project Alder'],
    [`pull/${ALDER}/changes`, 'Load: All that changed, Project Alder'],
    [`pull/${ALDER}/documents`, 'Load: Documents, Project Alder'],
    ['pull/account/transactions', 'Load: List of transactions'],
    ['push/account', 'Send what you have read'],
    ['upload', 'Upload a file'],
    [`upload/${ALDER}`, 'Upload a file'],
    ['config', 'Ask what the server offers'],
  ])('names the request %s by what it is for: %s', (what, words) => {
    expect(requestInWords(what, names)).toBe(words);
  });

  it('shows no id, also not of a deal that is gone', () => {
    expect(requestInWords(`push/${ALDER}`, new Map())).toBe(
      'Send changes of a transaction that is not on this device',
    );
  });

  it('says that a change is being sent only while it can be', () => {
    const begun = { state: 'attempted' as const };
    expect(stateInWords(begun, 'online', null)).toBe('Being sent');
    expect(stateInWords({ ...begun, lastError: 'Slow down.' }, 'online', 'Slow down.')).toBe('Waits');
    expect(stateInWords({ state: 'pending' }, 'online', null)).toBe('Waits');
    expect(stateInWords({ state: 'acked' }, 'offline', null)).toBe('On the server');
  });

  it.each(['connecting', 'offline', 'trouble', 'signed_out', 'update_needed'] as const)(
    '[FILE3] says of what was written to a file that it waits while nothing can be sent: %s',
    (connection) => expect(stateInWords({ state: 'attempted' }, connection, null)).toBe('Waits'),
  );

  it('[FILE3] says of what was written to a file that it waits behind an edit that does not get through', () => {
    expect(stateInWords({ state: 'attempted' }, 'online', 'Slow down.')).toBe('Waits');
  });

  describe('[REJ12] offers to set aside an edit', () => {
    const answered = { state: 'attempted' as const, lastError: 'Something went wrong.', unreachable: false };
    const unanswered = { ...answered, unreachable: true };

    it('that was answered and not taken, whatever has become of the connection since', () => {
      for (const connection of ['online', 'offline', 'trouble', 'signed_out'] as const)
        expect(maySetAside(answered, connection), connection).toBe(true);
    });

    it('not one that waits for a network', () => {
      for (const connection of ['connecting', 'offline', 'trouble', 'signed_out'] as const)
        expect(maySetAside(unanswered, connection), connection).toBe(false);
    });

    it('that alone is never answered, while the server is there', () => {
      expect(maySetAside(unanswered, 'online')).toBe(true);
    });

    it('not one that was not tried, nor one that has arrived', () => {
      expect(maySetAside({ state: 'attempted' }, 'online')).toBe(false);
      expect(maySetAside({ ...answered, state: 'acked' }, 'online')).toBe(false);
    });
  });

  it('does not say of our own server that it is another, where it answers with a fault', () => {
    expect(connectionInWords('trouble')).toBe('The server is not responding correctly');
  });
});
