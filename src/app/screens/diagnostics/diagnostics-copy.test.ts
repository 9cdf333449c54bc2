import { describe, expect, it } from 'vitest';
import { changeStateText, CONNECTIONS, requestText } from './diagnostics-copy.ts';
import { maySetAside } from './diagnostics-facts.ts';

const ALDER = '01a1febf-e40e-76ae-9f42-ee7f70e9d0d1';
const names = new Map([[ALDER, 'Project Alder']]);

describe('the diagnostics page', () => {
  it.each([
    [`push/${ALDER}`, 'Send changes to Project Alder'],
    [`pull/${ALDER}/changes`, 'Load all changes of Project Alder'],
    [`pull/${ALDER}/documents`, 'Load document versions of Project Alder'],
    ['pull/account/transactions', 'Load transaction list'],
    ['push/account', 'Mark notifications as read'],
    ['upload', 'Upload a file'],
    [`upload/${ALDER}`, 'Upload a file'],
    ['config', 'Load the server’s settings'],
  ])('describes the request %s as “%s”', (what, words) => {
    expect(requestText(what, names)).toBe(words);
  });

  it('shows no ids, not even of a deleted deal', () => {
    expect(requestText(`push/${ALDER}`, new Map())).toBe(
      'Send changes to a transaction that is not on this device',
    );
  });

  it('says that a change is being sent only while it can be sent', () => {
    const begun = { state: 'attempted' as const };
    expect(changeStateText(begun, 'online', null)).toBe('Sending');
    expect(changeStateText({ ...begun, lastError: 'Slow down.' }, 'online', 'Slow down.')).toBe('Waiting');
    expect(changeStateText({ state: 'pending' }, 'online', null)).toBe('Waiting');
    expect(changeStateText({ state: 'acked' }, 'offline', null)).toBe('On the server');
  });

  it.each(['connecting', 'offline', 'trouble', 'signed_out', 'update_needed'] as const)(
    '[FILE3] shows an exported change as waiting while nothing can be sent: %s',
    (connection) => expect(changeStateText({ state: 'attempted' }, connection, null)).toBe('Waiting'),
  );

  it('[FILE3] shows an exported change as waiting behind a blocked edit', () => {
    expect(changeStateText({ state: 'attempted' }, 'online', 'Slow down.')).toBe('Waiting');
  });

  describe('[REJ12] maySetAside', () => {
    const answered = { state: 'attempted' as const, lastError: 'Something went wrong.', unreachable: false };
    const unanswered = { ...answered, unreachable: true };

    it('allows an edit that the server rejected, in any later state of the connection', () => {
      for (const connection of ['online', 'offline', 'trouble', 'signed_out'] as const)
        expect(maySetAside(answered, connection), connection).toBe(true);
    });

    it('refuses an edit that waits for a network', () => {
      for (const connection of ['connecting', 'offline', 'trouble', 'signed_out'] as const)
        expect(maySetAside(unanswered, connection), connection).toBe(false);
    });

    it('allows an edit that is the only one without a response while the server can be reached', () => {
      expect(maySetAside(unanswered, 'online')).toBe(true);
    });

    it('refuses an edit that was never tried, and one that arrived', () => {
      expect(maySetAside({ state: 'attempted' }, 'online')).toBe(false);
      expect(maySetAside({ ...answered, state: 'acked' }, 'online')).toBe(false);
    });
  });

  it('attributes a server error to our own server', () => {
    expect(CONNECTIONS.trouble).toBe('The server is not responding correctly');
  });
});
