import { v7 } from 'uuid';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addAccount } from '../../../../server/commands/account/add-account.ts';
import { sendDueReminders } from '../../../../server/jobs/signing/send-due-reminders.ts';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { samplePdf } from '../../../../server/convert/sample-documents.ts';
import type { SeenPage } from '../../../support/open-pdfium.ts';
import { scanPage, scansAsPdf, signatureInk } from '../../../support/signing/scans.ts';
import { readSheet } from '../../../support/signing/read-sheet.ts';
import { downloadsIn } from '../../support/audit-rows.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { openDeal } from '../deal-team.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';
import { acceptPage, printPacket, printPagesOf, scanAll, uploadScan } from './returned-scans.ts';

const WAIT = { timeout: 60_000 };

/** A signature in the image of a page. */
const INK = /fill="#14264a"/g;

openSigning();

const bringBack = (bytes: Uint8Array, by = client, deal = team.deal) => uploadScan(by, deal, bytes);

const printedPacket = async () => printPagesOf(team, desk);

/** Puts two pages on one sheet. */
function sideBySide([left, right]: readonly SeenPage[]): SeenPage {
  if (!left || !right) throw new Error('Two pages are needed.');
  const columns = left.columns + right.columns;
  const gray = new Uint8Array(columns * left.rows);
  for (let row = 0; row < left.rows; row += 1) {
    gray.set(left.gray.subarray(row * left.columns, (row + 1) * left.columns), row * columns);
    const from = row * right.columns;
    gray.set(right.gray.subarray(from, from + right.columns), row * columns + left.columns);
  }
  return { ...left, gray, columns, width: left.width + right.width };
}

const accept = async (by: TestClient, assignment: string) => acceptPage(by, team.deal, assignment);

/** Returns how many signatures the deal asks a person to accept, and whether it needs their attention. */
const waiting = async (by: TestClient) => {
  const { body } = await by.get(`/transactions/transaction/${team.deal}`);
  return [body.num_signatures_to_accept, body.action_required];
};
const statusOf = async (assignment: string) =>
  (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === assignment)?.['status'];

const warningsNow = async () => {
  const rows = await team.list('/transactions/executed_document_page');
  return rows.map(({ warnings }) => warnings);
};

const match = async (page: string, body: object, by = client) =>
  by.patch(`/transactions/executed_document_page/${page}`, body);

describe('returned pages', () => {
  test('are no longer in automatic reminders, which stop once all pages of the packet are back', async () => {
    const { jane, email, packet, sheets } = await printedPacket();
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    await client.patch(`/transactions/transaction/${team.deal}`, { closing_date: inTwoDays });
    await desk.send(team, packet, email);
    const { db } = server.services;
    const sent_at = new Date(Date.now() - 5 * DAY_MS);
    await db.updateTable('packets').set({ sent_at }).where('uuid', '=', packet).execute();
    await bringBack(await scanAll(sheets.slice(0, 1)));
    await sendDueReminders(server.services);
    await desk.linkFor(email, 2);
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    expect(mail?.text).toContain('your signature on this document: “NDA”.');
    await bringBack(await scanAll(sheets.slice(1)));
    expect((await team.list('/packet'))[0]).toMatchObject({ status: 'completed' });
    const before = { sent_at: new Date(Date.now() - 4 * DAY_MS) };
    await db.updateTable('signatory_reminders').set(before).where('signatory', '=', jane).execute();
    await sendDueReminders(server.services);
    const reminders = db.selectFrom('signatory_reminders').selectAll().where('signatory', '=', jane);
    expect(await reminders.execute()).toHaveLength(1);
  });

  test('that are accepted while the rest of their packet is out have an accepted event and a date in the report', async () => {
    const { spa, nda, email, packet, sheets } = await printedPacket();
    const token = await desk.send(team, packet, email);
    const { pages } = await bringBack(await scanAll(sheets.slice(0, 1)));
    expect(pages).toMatchObject([{ assignments: [spa] }]);
    await desk.act(token, 'viewed');
    expect((await accept(client, spa)).status).toBe(200);
    const { events } = (await client.get(`/packet/${packet}`)).body;
    expect(events.filter(({ kind }: { kind: string }) => kind === 'accepted')).toMatchObject([
      { assignments: [spa] },
    ]);
    expect(await statusOf(nda)).toBe('viewed');
    const report = await client.get(`/transactions/transaction/${team.deal}/signing_status_report`);
    const [, first] = await readSheet(await (await fetch(report.body.redirect_url)).bytes());
    const time = expect.stringMatching(/^\d{4}-/);
    // The link was opened only after the page had come back.
    expect(first?.slice(5, 10)).toEqual(['Executed, held for release', time, '', time, time]);
  });

  test('can be downloaded as they came back, marked as held, by the organization that collected them, and by others after their release', async () => {
    const { spa, sheets } = await printedPacket();
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const scan = await scanAll(sheets.slice(0, 1));
    const { file } = await bringBack(scan);
    const download = async (by: TestClient) =>
      by.post(`/transactions/executed_document/${file.uuid}/download`);
    const held = await download(client);
    expect(held.status, held.text).toBe(302);
    expect(decodeURIComponent(held.body.redirect_url)).toMatch(/Scan.\(held.in.escrow,.not.released\)\.pdf/);
    const fetched = await fetch(held.body.redirect_url);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(scan)).toBe(true);
    expect((await download(counsel)).status).toBe(403);
    await accept(client, spa);
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const { body: release } = await client.post('/transactions/release', {
      transaction: team.deal,
      assignments: [spa],
    });
    await client.post(`/transactions/release/${release.uuid}/confirm`, {});
    const released = await client.post(`/transactions/release/${release.uuid}/release`, {});
    expect(released.status, released.text).toBe(200);
    for (const by of [client, counsel]) {
      const free = await download(by);
      expect(free.status, free.text).toBe(302);
      expect(decodeURIComponent(free.body.redirect_url)).not.toMatch(/held/);
    }
    expect(await downloadsIn(server, team.deal)).toContainEqual(
      expect.objectContaining({ subject: file.uuid }),
    );
  });

  test('that are scanned twice wait until a person says which scan to keep', async () => {
    const { spa, sheets } = await printedPacket();
    const { pages: first } = await bringBack(await scanAll(sheets.slice(0, 1)));
    const { pages: second } = await bringBack(await scanAll(sheets.slice(0, 1)));
    expect(second).toMatchObject([
      { assignments: [], match: 'none', outcome: 'second_scan', candidates: [spa] },
    ]);
    const kept = await match(second[0].uuid, { assignments: [spa] });
    expect(kept.body, kept.text).toMatchObject({ assignments: [spa], match: 'hand', outcome: null });
    const pages = await team.list('/transactions/executed_document_page');
    expect(pages.find(({ uuid }) => uuid === first[0].uuid)).toMatchObject({
      assignments: [],
      outcome: 'replaced',
    });
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    expect((await accept(client, spa)).status).toBe(200);
    const back = await match(first[0].uuid, { assignments: [spa] });
    expect(back.status).toBe(422);
    expect(back.body.error_message).toBe('This signature has already been accepted. Reject it first.');
    const { pages: third } = await bringBack(await scanAll(sheets.slice(0, 1)));
    expect(third[0]).toMatchObject({ assignments: [], outcome: 'already_accepted' });
  });

  test('from replaced packets or other transactions, or with an unknown code, aren’t matched', async () => {
    const { nda, jane, sheets } = await printedPacket();
    await desk.make(team, { signatories: [jane] });
    const [superseded] = (await bringBack(await scanAll(sheets.slice(1, 2)))).pages;
    expect(superseded).toMatchObject({ assignments: [], outcome: 'superseded', candidates: [nda] });
    expect(await statusOf(nda)).toBe('in_packet');
    const other = await openDeal(server, client);
    const [foreign] = (await bringBack(await scanAll(sheets.slice(0, 1)), client, other.deal)).pages;
    expect(foreign).toMatchObject({ assignments: [], outcome: 'other_deal', candidates: [] });
    await server.services.db.deleteFrom('packet_pages').where('transaction', '=', team.deal).execute();
    const [unknown] = (await bringBack(await scanAll(sheets.slice(0, 1)))).pages;
    expect(unknown).toMatchObject({ assignments: [], outcome: 'unknown_code' });
  });

  test('whose code can be read are matched only to the page that the code names', async () => {
    const { jane, spa, nda, sheets } = await printedPacket();
    const [page] = (await bringBack(await scanAll(sheets.slice(1, 2)))).pages;
    expect(page).toMatchObject({ assignments: [nda] });
    await match(page.uuid, { assignments: [] });
    const sentence =
      'The code on this page is for Jane Doe’s signature on “NDA”. Choose that signature, or mark the page as not a signature page.';
    for (const chosen of [[spa], [nda, spa]]) {
      const refused = await match(page.uuid, { assignments: chosen });
      expect(refused.status).toBe(422);
      expect(refused.body.error_message).toBe(sentence);
    }
    // Its packet has been created again since then.
    await desk.make(team, { signatories: [jane] });
    expect((await match(page.uuid, { assignments: [nda] })).body).toMatchObject({ assignments: [nda] });
  });

  test('that can’t be read can’t be matched, neither by hand nor by code, or accepted', async () => {
    const { spa, nda, sheets } = await printedPacket();
    const { pages } = await bringBack(await scanAll(sheets));
    const [first, second] = pages;
    expect((await match(first.uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unmatched' });
    await server.services.db
      .updateTable('executed_document_pages')
      .set({ pdf_file_key: null })
      .where('transaction', '=', team.deal)
      .execute();
    const chosen = await match(first.uuid, { assignments: [spa] });
    expect(chosen.status, chosen.text).toBe(422);
    expect(chosen.body.error_message).toBe(
      'This page can’t be read, so it can’t be matched. Scan the page again and upload the new scan.',
    );
    const code = /CP-[A-Z2-7]{16}/.exec(sheets[0]!.text.replaceAll(/\s/g, ''))?.[0] ?? '';
    expect((await match(first.uuid, { code })).status).toBe(422);
    expect(await statusOf(spa)).toBe('in_packet');
    const accepted = await accept(client, nda);
    expect(accepted.status, accepted.text).toBe(422);
    expect(accepted.body.error_message).toMatch(/Scan the page again/);
    expect((await match(second.uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unreadable' });
    expect((await match(second.uuid, { set_aside: true })).body).toMatchObject({ outcome: 'set_aside' });
  });

  test('aren’t asked for again in the room, which has the pages that are left', async () => {
    const { spa, nda, email, packet, sheets } = await printedPacket();
    const token = await desk.send(team, packet, email);
    const before = (await desk.open(token)).pages;
    await bringBack(await scanAll(sheets.slice(0, 1)));
    await accept(client, spa);
    const left = (await desk.open(token)).pages;
    expect(left.flatMap(({ assignments }) => assignments.map(({ uuid }) => uuid))).toEqual([nda]);
    // A device that was offline in the meantime sends both.
    await desk.signAll(token, before);
    expect((await desk.act(token, 'finish')).status).toBe(200);
    expect([await statusOf(spa), await statusOf(nda)]).toEqual(['executed', 'signed_pending_acceptance']);
    const given = await server.services.db.selectFrom('packet_signatures').select('assignment').execute();
    expect(given.map(({ assignment }) => assignment)).not.toContain(spa);
  });

  test('leave the signatures that were given in the room to be completed if their match is removed', async () => {
    const { spa, nda, packet, email, sheets } = await printedPacket();
    const token = await desk.send(team, packet, email);
    await desk.signAll(token);
    const { pages } = await bringBack(await scanAll(sheets));
    expect((await team.list('/packet'))[0]).toMatchObject({ status: 'completed' });
    expect((await desk.device.get(`/signing/${token}`)).body).toMatchObject({
      state: 'completed',
      has_file: false,
      on_paper: true,
    });
    const [first] = pages;
    expect((await match(first.uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unmatched' });
    expect((await team.list('/packet'))[0]).toMatchObject({ status: 'partially_signed' });
    expect((await desk.open(token)).adopted).toMatchObject({ name: 'Jane Doe', style: 'caveat' });
    expect(await statusOf(nda)).toBe('signed_pending_acceptance');

    const { db } = server.services;
    const { adopted } = await db
      .selectFrom('packets')
      .select('adopted')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    await db.updateTable('packets').set({ adopted: null }).where('uuid', '=', packet).execute();
    const bare = await desk.act(token, 'finish');
    expect(bare.status, bare.text).toBe(422);
    expect(bare.body.error_message).toBe('Choose your signature first.');
    // Like packets that were reopened before signatures were stored.
    const again = await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
    expect(again.status, again.text).toBe(200);
    await db
      .updateTable('packets')
      .set({ adopted: JSON.stringify(adopted) })
      .where('uuid', '=', packet)
      .execute();

    const finished = await desk.act(token, 'finish');
    expect(finished.status, finished.text).toBe(200);
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    await expect
      .poll(async () => (await desk.device.get(`/signing/${token}`)).body, WAIT)
      .toMatchObject({ has_file: true, on_paper: false });
  });

  test('keep a signature that was also given electronically, if their match is removed after the packet was finished', async () => {
    const { spa, packet, email, sheets } = await printedPacket();
    const token = await desk.send(team, packet, email);
    await desk.signAll(token);
    const { pages } = await bringBack(await scanAll(sheets.slice(0, 1)));
    expect((await desk.act(token, 'finish')).status).toBe(200);
    expect((await match(pages[0].uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unmatched' });
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    expect((await client.post(`/assignments/assignment/${spa}/accept`)).body).toMatchObject({
      status: 'executed',
    });
  });

  test('stay empty in the packet that was finished without them, and are outstanding again if their match is removed', async () => {
    const { jane, spa, nda, packet, email, sheets } = await printedPacket();
    const token = await desk.send(team, packet, email);
    const { pages } = await bringBack(await scanAll(sheets.slice(0, 1)));
    await desk.signAll(token);
    expect((await desk.act(token, 'finish')).status).toBe(200);
    await expect
      .poll(async () => (await desk.device.get(`/signing/${token}`)).body, WAIT)
      .toMatchObject({ state: 'completed', has_file: true });
    const { pages: shown } = (await client.get(`/packet/${packet}`)).body;
    const inkOn = async (assignment: string) => {
      const isHere = ({ signatures }: { signatures: { uuid: string }[] }) =>
        signatures.some(({ uuid }) => uuid === assignment);
      const page = shown.find(isHere);
      return (await client.get(`/packet/${packet}/page/${page.uuid}`)).body.svg.match(INK)?.length ?? 0;
    };
    expect([await inkOn(spa), await inkOn(nda)]).toEqual([0, 1]);

    expect((await match(pages[0].uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unmatched' });
    expect([await statusOf(spa), await statusOf(nda)]).toEqual(['assigned', 'signed_pending_acceptance']);
    expect((await client.post(`/assignments/assignment/${spa}/accept`)).status).not.toBe(200);
    const next = await desk.make(team, { signatories: [jane] });
    expect((await team.list('/packet')).find(({ uuid }) => uuid === next)).toMatchObject({
      assignments: [spa],
    });
    expect(await statusOf(spa)).toBe('in_packet');
  });

  test('on one sheet become separate, straightened pages, and each is compared with its blank page', async () => {
    const { spa, nda, sheets } = await printedPacket();
    const both = await scanPage(sideBySide(sheets), { rotate: -2, ink: signatureInk(300, 150) });
    const { file, pages } = await bringBack(await scansAsPdf([both]));
    expect(file).toMatchObject({ num_pages: 1, status: 'ready' });
    expect(pages).toMatchObject([
      { page: 1, part: 1, assignments: [spa], match: 'code', confidence: 1, outcome: null },
      { page: 1, part: 2, assignments: [nda], match: 'code', confidence: 1, outcome: null },
    ]);
    await expect.poll(warningsNow, WAIT).toEqual([[], ['no_ink']]);
    const kept = await server.services.db
      .selectFrom('executed_document_pages')
      .select(['pdf_file_key', 'width', 'height', 'fit'])
      .where('transaction', '=', team.deal)
      .orderBy('part')
      .execute();
    expect(new Set(kept.map((each) => each.pdf_file_key)).size).toBe(2);
    for (const { width, height, fit } of kept) {
      expect([width, height]).toEqual([sheets[0]!.width, sheets[0]!.height]);
      // So a date is written at the position of its field.
      const [a = 0, b = 0, , d = 0] = fit ?? [];
      expect(Math.abs((Math.atan2(d, a) * 180) / Math.PI)).toBeLessThan(0.2);
      expect(Math.abs(a - width) + Math.abs(b)).toBeLessThan(6);
    }
    // They are listed in the order of the sheet, regardless of which was changed last.
    for (const assignments of [[], [spa]]) {
      expect((await match(pages[0].uuid, { assignments })).status).toBe(200);
      const listed = await team.list('/transactions/executed_document_page');
      expect(listed.map((each) => each['part'])).toEqual([1, 2]);
    }
    expect((await accept(client, spa)).status).toBe(200);
    expect([await statusOf(spa), await statusOf(nda)]).toEqual(['executed', 'signed_pending_acceptance']);
  });

  test('on one sheet become separate pages even if only one page’s codes can be read, but an empty half is no page', async () => {
    const { spa, nda, sheets } = await printedPacket();
    const covered =
      '<rect x="1144" y="0" width="80" height="90" fill="#fff"/><rect x="612" y="690" width="140" height="102" fill="#fff"/>';
    const white = { ...sheets[0]!, gray: new Uint8Array(sheets[0]!.gray.length).fill(255) };
    const { pages } = await bringBack(
      await scansAsPdf([
        await scanPage(sideBySide(sheets), { rotate: 1, ink: `${signatureInk(300, 150)}${covered}` }),
        await scanPage(sideBySide([sheets[1]!, white])),
      ]),
    );
    expect(pages).toMatchObject([
      { page: 1, part: 1, assignments: [spa], match: 'code', outcome: null },
      { page: 1, part: 2, assignments: [], outcome: 'no_code' },
      { page: 2, part: 0, assignments: [nda], match: 'code', outcome: null },
    ]);
    await match(pages[2].uuid, { set_aside: true });
    expect((await match(pages[1].uuid, { assignments: [nda] })).body).toMatchObject({ assignments: [nda] });
  });

  test('without codes are matched to signatures of one document only', async () => {
    const { spa, nda, sheets } = await printedPacket();
    const white = { ...sheets[0]!, gray: new Uint8Array(sheets[0]!.gray.length).fill(200) };
    const [plain] = (await bringBack(await scanAll([white]))).pages;
    const refused = await match(plain.uuid, { assignments: [spa, nda] });
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(
      /^One sheet can’t be matched to signatures on different documents\. Scan each page separately/,
    );
    expect((await match(plain.uuid, { assignments: [spa] })).status).toBe(200);
    // A page without any print can't be compared, so the warning stays.
    expect(await warningsNow()).toEqual([['not_compared']]);
  });

  test('are matched by the printed code in their text, and show a warning if they can’t be compared', async () => {
    const { spa, sheets } = await printedPacket();
    const code = /CP-[A-Z2-7]{16}/.exec(sheets[0]!.text.replaceAll(/\s/g, ''))?.[0] ?? '';
    const { pages } = await bringBack(await samplePdf({ pages: 1, text: code }));
    expect(pages).toMatchObject([
      { assignments: [spa], match: 'text', confidence: 0.95, warnings: ['not_compared'], part: 0 },
    ]);
  });

  test('are accepted only in the state in which they were reviewed', async () => {
    const { spa, sheets } = await printedPacket();
    const [page] = (await bringBack(await scanAll(sheets.slice(0, 1)))).pages;
    const acceptWith = async (body: object) => client.post(`/assignments/assignment/${spa}/accept`, body);
    const unseen = await acceptWith({});
    expect(unseen.status, unseen.text).toBe(422);
    expect(unseen.body.error_message).toMatch(/Review its page under “Returned pages”/);
    const again = (await bringBack(await scanAll(sheets.slice(0, 1)))).pages[0];
    expect((await match(again.uuid, { assignments: [spa] })).status).toBe(200);
    const other = await acceptWith({ pages: [{ uuid: page.uuid, version: page.version }] });
    expect(other.status, other.text).toBe(422);
    const older = await acceptWith({ pages: [{ uuid: again.uuid, version: again.version }] });
    expect(older.status, older.text).toBe(409);
    expect(older.body.error_message).toMatch(/has changed since you looked at it/);
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    expect((await accept(client, spa)).status).toBe(200);
  });

  test('are visible only to the organization that collected them', async () => {
    const { sheets } = await printedPacket();
    const [page] = (await bringBack(await scanAll(sheets.slice(0, 1)))).pages;
    const path = `/transactions/executed_document_page/${page.uuid}`;
    expect((await client.get(path)).body.picture).toMatch(/^data:image\/webp;base64,/);
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const guest = await server.signIn('counsel@outside.test');
    const refused = await guest.get(path);
    expect(refused.status).toBe(403);
    expect(refused.body.error_message).toMatch(/held\. Until its release/);
    expect((await match(page.uuid, { set_aside: true }, guest)).status).toBe(403);
    expect(
      (await guest.get(`/transactions/executed_document_page?transaction=${team.deal}`)).body,
    ).toMatchObject([{ uuid: page.uuid, match: 'code' }]);
  });

  test('of another organization’s packet are matched and accepted only by that one or the leading one', async () => {
    const { spa, packet, email, sheets } = await printedPacket();
    await desk.send(team, packet, email);
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const guest = await server.signIn('counsel@outside.test');
    const covered = '<rect x="0" y="0" width="612" height="792" fill="#ddd"/>';
    const sheet = await scansAsPdf([await scanPage(sheets[0]!, { ink: covered })]);
    const [own] = (await bringBack(sheet, guest)).pages;
    expect(own).toMatchObject({ assignments: [] });
    const { name } = await server.services.db
      .selectFrom('packets')
      .innerJoin('organizations', 'organizations.uuid', 'packets.sent_for')
      .select('organizations.name')
      .where('packets.uuid', '=', packet)
      .executeTakeFirstOrThrow();
    const code = /CP-[A-Z2-7]{16}/.exec(sheets[0]!.text.replaceAll(/\s/g, ''))?.[0] ?? '';
    for (const body of [{ assignments: [spa] }, { code }]) {
      const refused = await match(own.uuid, body, guest);
      expect(refused.status, refused.text).toBe(403);
      expect(refused.body.error_message).toBe(
        `This signature is in a packet from ${name}. Only ${name}, or the organization that leads the transaction, can match a page to it.`,
      );
    }
    expect(await statusOf(spa)).toBe('sent');
    const [theirs] = (await bringBack(await scanAll(sheets.slice(0, 1)), guest)).pages;
    expect(theirs).toMatchObject({ assignments: [], outcome: 'other_packet', candidates: [spa] });
    expect(await statusOf(spa)).toBe('sent');
    expect((await match(theirs.uuid, { code }, guest)).status).toBe(403);
    const picture = `/transactions/executed_document_page/${theirs.uuid}`;
    expect((await client.get(picture)).status).toBe(200);
    expect((await match(theirs.uuid, { assignments: [spa] })).status).toBe(200);
    expect((await accept(guest, spa)).status).toBe(403);
    expect((await accept(client, spa)).status).toBe(200);

    const to = `kim-${v7()}@alpha.test`;
    const kim = await team.person('Kim Roe', { email: to });
    const lease = (await team.assign(await team.item('Lease'), kim)).uuid;
    const guests = { ...team, client: guest };
    await desk.send(guests, await desk.make(guests, { signatories: [kim] }), to);
    expect((await match(own.uuid, { assignments: [lease] }, guest)).status).toBe(200);
    expect((await client.get(`/transactions/executed_document_page/${own.uuid}`)).status).toBe(403);
    const unseen = await accept(client, lease);
    expect(unseen.status, unseen.text).toBe(403);
    expect(unseen.body.error_message).toMatch(/^Another organization collected this page/);
    expect(await statusOf(lease)).toBe('signed_pending_acceptance');
    expect((await accept(guest, lease)).status).toBe(200);
  });

  test('of a packet that another organization created but never emailed are accepted by that organization', async () => {
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const guest = await server.signIn('counsel@outside.test');
    const kim = await team.person('Kim Roe', { email: `kim-${v7()}@alpha.test` });
    const lease = (await team.assign(await team.item('Lease'), kim)).uuid;
    const packet = await desk.make({ ...team, client: guest }, { signatories: [kim] });
    const scan = await scanAll(await printPacket(guest, packet));
    expect((await bringBack(scan, guest)).pages).toMatchObject([{ assignments: [lease] }]);
    expect(await waiting(guest)).toEqual([1, true]);
    expect(await waiting(client)).toEqual([0, false]);
    expect((await accept(client, lease)).status).toBe(403);
    const accepted = await accept(guest, lease);
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.body).toMatchObject({ status: 'executed' });
    expect(await waiting(guest)).toEqual([0, false]);
  });

  test('of an organization that nobody removed pass to the leading one only once all of its people have left', async () => {
    const { db } = server.services;
    const counsel = await db
      .selectFrom('users')
      .select(['organization', 'password_hash'])
      .where('email', '=', 'counsel@outside.test')
      .executeTakeFirstOrThrow();
    const join = async (first_name: string) => {
      const account = { ...counsel, email: `${v7()}@outside.test`, first_name, last_name: 'Outside' };
      const added = await db
        .transaction()
        .execute(async (tx) =>
          addAccount(server.services, tx, { ...account, role: 'member', is_demo: false }),
        );
      await addParticipant(server, team.deal, added.email);
      return added;
    };
    const [olga, pat] = [await join('Olga'), await join('Pat')];
    const guests = { ...team, client: await server.signIn(olga.email) };
    const kim = await team.person('Kim Roe', { email: `kim-${v7()}@alpha.test` });
    const lease = (await team.assign(await team.item('Lease'), kim)).uuid;
    const sheets = await printPacket(guests.client, await desk.make(guests, { signatories: [kim] }));
    const [page] = (await bringBack(await scanAll(sheets), guests.client)).pages;
    expect(page).toMatchObject({ assignments: [lease] });

    const set = async (person: { uuid: string }, modified_by: string | null) =>
      db
        .updateTable('participants')
        .set({ deleted: modified_by !== null, modified_by })
        .where('transaction', '=', team.deal)
        .where('user_uuid', '=', person.uuid)
        .execute();
    const disable = async (disabled_at: Date | null) =>
      db.updateTable('users').set({ disabled_at }).where('uuid', 'in', [olga.uuid, pat.uuid]).execute();
    const sees = async () =>
      (await client.get(`/transactions/executed_document_page/${page.uuid}`)).status === 200;
    const lead = (await client.get('/authentication/user/me')).body.uuid;

    await disable(new Date());
    expect(await sees(), 'nobody has left').toBe(false);
    const unseen = await accept(client, lease);
    expect(unseen.status, unseen.text).toBe(403);
    expect(unseen.body.error_message).toMatch(
      /^Nobody from the organization that collected this page is on the transaction anymore/,
    );
    await disable(null);
    await set(pat, olga.uuid);
    expect(await sees(), 'Olga is still there').toBe(false);
    await set(olga, lead);
    expect(await sees(), 'Olga was removed by the leading organization').toBe(false);
    await disable(new Date());
    expect(await sees(), 'Olga was removed, and her account was disabled').toBe(false);
    expect(await waiting(client)).toEqual([0, false]);
    await set(olga, olga.uuid);
    expect(await sees(), 'Olga removed Pat, then left').toBe(true);
    expect(await waiting(client)).toEqual([1, true]);
    expect((await accept(client, lease)).status).toBe(200);
  });

  test('are deleted with their file unless one is accepted, and their signatures become outstanding again', async () => {
    const { spa, sheets } = await printedPacket();
    const { file } = await bringBack(await scanAll(sheets.slice(0, 1)));
    expect((await accept(client, spa)).status).toBe(200);
    const path = `/transactions/executed_document/${file.uuid}`;
    expect((await client.delete(path)).status).toBe(422);
    await client.post(`/assignments/assignment/${spa}/reject`, { reason: 'Blurred.' });
    expect((await client.delete(path)).status).toBe(204);
    expect(await team.list('/transactions/executed_document_page')).toEqual([]);
    expect(
      (await team.list('/assignments/assignment')).map(({ status }) => String(status)).toSorted(),
    ).toEqual(['assigned', 'in_packet', 'rejected']);
  });

  test('that can’t be read give the returned file an error with the reason', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic'), Buffer.alloc(2000)]);
    expect((await bringBack(heic)).file).toMatchObject({
      status: 'failed',
      error_message: 'We can’t read HEIC pictures. Save this one as a JPEG or PDF and upload that.',
    });
    expect((await bringBack(Buffer.alloc(2000, 'x'))).file.error_message).toMatch(
      /isn’t a PDF, JPEG, or PNG/,
    );
    expect((await bringBack(Buffer.from('%PDF-1.7\n'.padEnd(3000, 'damaged ')))).file.error_message).toMatch(
      /damaged/,
    );
    const locked = await samplePdf({ pages: 1, password: 'closing' });
    expect((await bringBack(locked)).file.error_message).toMatch(/password-protected/);
    expect((await bringBack(await samplePdf({ pages: 401 }))).file.error_message).toBe(
      'This file has more than 400 pages. Split it into parts and upload each part.',
    );
    const { sheets, spa } = await printedPacket();
    const photo = await scanPage(sheets[0]!, { ink: signatureInk(150, 300) });
    expect((await bringBack(photo)).pages).toMatchObject([{ assignments: [spa], match: 'code' }]);
    const [png] = (await bringBack(await sharp(photo).png().toBuffer())).pages;
    expect(png).toMatchObject({ outcome: 'second_scan', candidates: [spa] });
    const white = { ...sheets[0]!, gray: new Uint8Array(sheets[0]!.gray.length).fill(255) };
    const page = await scanPage(white, { dpi: 60 });
    const blank = await bringBack(await scansAsPdf(Array.from({ length: 400 }, () => page)));
    expect(blank.file).toMatchObject({ status: 'ready', num_pages: 400, num_read: 400 });
    expect(new Set(blank.pages.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
      new Set(['blank']),
    );
  });
});
