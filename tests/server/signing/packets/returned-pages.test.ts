import { describe, expect, test } from 'vitest';
import { scanPage, scansAsPdf, signatureInk } from '../../../support/signing/scans.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { acceptPage, printPagesOf, uploadScan } from './returned-scans.ts';

const WAIT = { timeout: 60_000 };

openSigning();

const statusOf = async (assignment: string) =>
  (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === assignment)?.['status'];

const warningsNow = async () => {
  const rows = await team.list('/transactions/executed_document_page');
  return rows.map(({ warnings }) => warnings);
};

const match = async (page: string, body: object) =>
  client.patch(`/transactions/executed_document_page/${page}`, body);

describe('returned pages', () => {
  test('are matched by their codes in any order, upside down and skewed, and await acceptance', async () => {
    const { spa, nda, sheets, packet } = await printPagesOf(team, desk);
    const [first, second] = sheets;
    const scan = await scansAsPdf([
      await scanPage(second!, { rotate: 183, ink: signatureInk(300, 150) }),
      await scanPage(first!, { rotate: -4, isBlackAndWhite: true }),
    ]);
    const { file, pages } = await uploadScan(client, team.deal, scan);
    expect(file).toMatchObject({ status: 'ready', num_pages: 2, num_read: 2, error_message: null });
    expect(pages).toMatchObject([
      { page: 1, assignments: [nda], match: 'code', outcome: null },
      { page: 2, assignments: [spa], match: 'code', outcome: null },
    ]);
    await expect.poll(warningsNow, WAIT).toEqual([[], ['no_ink']]);
    // The position of the page's fields in each scan, even if it is skewed.
    const scans = await server.services.db
      .selectFrom('executed_document_pages')
      .select(['fit', 'width'])
      .where('transaction', '=', team.deal)
      .orderBy('page')
      .execute();
    for (const [at, degrees] of [3, -4].entries()) {
      const { fit, width } = scans[at] ?? {};
      const [a = 0, b = 0, c = 0, d = 0] = fit ?? [];
      expect((Math.atan2(d, a) * 180) / Math.PI).toBeCloseTo(degrees, 0);
      expect(Math.abs(a / 2 + b / 2 + c - (width ?? 0) / 2), 'the middle stays in the middle').toBeLessThan(
        4,
      );
    }
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    expect(await statusOf(nda)).toBe('signed_pending_acceptance');
    expect((await team.list('/packet'))[0]).toMatchObject({ uuid: packet, status: 'completed' });
    const accepted = await acceptPage(client, team.deal, spa);
    expect(accepted.body).toMatchObject({ status: 'executed' });
    const listed = (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === spa);
    expect(listed).toMatchObject({ executed_document: file.uuid, executed_document_page: pages[1].uuid });
  });

  test('without a code are matched by hand or by the printed code, and the match can be removed', async () => {
    const { spa, packet, sheets } = await printPagesOf(team, desk);
    const covered =
      '<rect x="540" y="0" width="72" height="90" fill="#fff"/><rect x="0" y="690" width="150" height="110" fill="#fff"/>';
    const scan = await scansAsPdf([await scanPage(sheets[0]!, { ink: covered })]);
    const [page] = (await uploadScan(client, team.deal, scan)).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'no_code' });
    const code = /CP-[A-Z2-7]{16}/.exec(sheets[0]!.text.replaceAll(/\s/g, ''))?.[0] ?? '';
    const typed = await match(page.uuid, { code: code.toLowerCase().replace('-', ' ') });
    expect(typed.body, typed.text).toMatchObject({
      assignments: [spa],
      match: 'hand',
      warnings: ['not_compared'],
    });
    expect(await statusOf(spa)).toBe('signed_pending_acceptance');
    // It is compared by its printed content.
    await expect.poll(warningsNow, WAIT).toEqual([expect.arrayContaining(['no_ink'])]);
    expect(await warningsNow()).not.toEqual([expect.arrayContaining(['not_compared'])]);
    expect((await match(page.uuid, { assignments: [] })).body).toMatchObject({ outcome: 'unmatched' });
    expect(await statusOf(spa)).toBe('in_packet');
    expect((await team.list('/packet')).find(({ uuid }) => uuid === packet)).toMatchObject({
      status: 'ready',
    });
    expect((await match(page.uuid, { code: 'CP-AAAA' })).body.error_message).toBe(
      'A code is CP- followed by 16 letters and digits. Check the code and type it again.',
    );
    expect((await match(page.uuid, { assignments: [spa], code })).status).toBe(422);
  });
});
