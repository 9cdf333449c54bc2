import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Settings } from '../../../server/settings.ts';
import { openClosing, type ClosingTeam } from '../closing/closing-team.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from './deal-team.ts';
import { openDesk, type RoomDesk } from './room/room-desk.ts';

/** Receives the emails that the server sends. */
export let mailbox: MailCatcher;
export let server: TestServer;
/** A member of the firm, who opens the deals. */
export let client: TestClient;
/** The device on which signatories open their links. */
export let visitor: TestClient;
export let desk: RoomDesk;
/** The deal of the current test. */
export let team: DealTeam;
export let closing: ClosingTeam;

/**
 * Starts a server for the tests of a file, and opens a new deal before each of them. Settings that are known
 * only after an earlier `beforeAll` come from a function.
 */
export function openSigning(settings: Partial<Settings> | (() => Partial<Settings>) = {}): void {
  beforeAll(async () => {
    mailbox = await MailCatcher.start();
    const own = typeof settings === 'function' ? settings() : settings;
    server = await startTestServer({ smtpUrl: mailbox.url, ...own });
    client = await server.signIn('member@firm.test');
    visitor = server.client();
    desk = openDesk(server, mailbox, visitor);
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.down();
  });
  beforeEach(async () => {
    team = await openDeal(server, client);
    closing = openClosing(server, team, desk);
  });
}
