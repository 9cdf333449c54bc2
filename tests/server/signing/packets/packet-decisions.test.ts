import { describe, expect, test } from 'vitest';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { assignments, packets, signedForTwo, signedPacket } from './signed-packet.ts';

openSigning();

describe('rejecting a page', () => {
  test('asks its signatory for that page again through a new link, and keeps the others', async () => {
    const { email, packet, spa, nda } = await signedPacket();
    const answer = await client.post(`/assignments/assignment/${nda}/reject`, { reason: 'It is blurred.' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'rejected', rejected_reason: 'It is blurred.' });
    await client.post('/assignments/assignment/bulk_accept', { assignments: [spa] });

    await desk.sendAgain(team);
    const token = await desk.linkFor(email, 2);
    const room = await desk.open(token);
    expect(room.message).toBe('Please sign these pages again: It is blurred.');
    const sender = (await client.get('/authentication/user/me')).body.uuid;
    const sent = await server.services.db
      .selectFrom('signing_events')
      .select('actor')
      .where('kind', '=', 'sent')
      .where('transaction', '=', team.deal)
      .execute();
    expect(sent).toEqual([{ actor: sender }, { actor: sender }]);
    expect(room.pages).toHaveLength(1);
    expect(room.documents.map(({ name }) => name)).toEqual(['NDA']);
    const rows = await assignments();
    expect(rows.get(spa)).toMatchObject({ status: 'executed' });
    expect(rows.size).toBe(3);
    await desk.signAll(token);
    await desk.act(token, 'finish');
    const again = (await packets()).find(({ uuid }) => uuid !== packet);
    expect(again).toMatchObject({ status: 'completed', queued: null });
    await client.post('/assignments/assignment/bulk_accept', { assignments: again?.['assignments'] });
    const deal = await client.get(`/transactions/transaction/${team.deal}`);
    expect(deal.body).toMatchObject({
      total_signatures: 2,
      num_executed_signatures: 2,
      num_esignings_waiting_to_be_accepted: 0,
      action_required: false,
    });
  });

  test('rejects the other signatures on the same sheet, too', async () => {
    const { first, second, other } = await signedForTwo();
    await client.post(`/assignments/assignment/${first.uuid}/reject`, { reason: 'Not authorized.' });
    const rows = await assignments();
    expect([first, second, other].map(({ uuid }) => rows.get(uuid)?.['status'])).toEqual([
      'rejected',
      'rejected',
      'signed_pending_acceptance',
    ]);
  });
});

describe('a packet’s own page', () => {
  test('says what keeps it from being sent', async () => {
    const jane = await team.person('Jane Doe');
    await team.assign(await team.item('SPA'), jane);
    const packet = await desk.make(team, { signatories: [jane] });
    const read = async () => (await client.get(`/packet/${packet}`)).body;
    expect(await read()).toMatchObject({
      problems: ['Jane Doe has no email address.'],
      events: [],
      pages: [{ number: 1, document: 'SPA', signatures: [{ capacity: 'Jane Doe', status: 'in_packet' }] }],
    });
    await client.patch(`/signatory/${jane}`, { email: 'jane@alpha.test' });
    expect((await read()).problems).toEqual([]);
    await client.patch(`/signatory/${jane}`, { full_name: 'Jane B. Doe' });
    expect((await read()).problems).toEqual([
      'Pages of Jane B. Doe have changed since the packet was created. Create the packet again, then send it.',
    ]);
  });

  test('shows its history, and its signatures only to the organization that collected them', async () => {
    const { packet, email } = await signedPacket();
    const { body } = await client.get(`/packet/${packet}`);
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sent',
      'viewed',
      'consented',
      'adopted',
      'signed',
      'finished',
    ]);
    expect(body.events[0]).toMatchObject({ note: email, actor: { name: expect.any(String) } });
    const [page] = body.pages;
    const picture = `/packet/${packet}/page/${page.uuid}`;
    expect((await client.get(picture)).body.svg).toContain('fill="#14264a"');
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const blank = await counsel.get(picture);
    expect(blank.body.text).toContain('SPA');
    expect(blank.body.svg).not.toContain('#14264a');
  });
});
