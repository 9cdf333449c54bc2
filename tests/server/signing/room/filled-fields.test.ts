import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { adopt, finished, pageOf, sendPage, sign, valuesFor } from './packet-with-fields.ts';

openSigning();

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

describe('the fields of a generated page', () => {
  test('are filled in, drawn on the signed page, and recorded in the evidence', async () => {
    const { packet, token, page } = await sendPage([
      { tab_type: 'custom', label: 'City', required: true, value: 'Graz' },
      { tab_type: 'checkbox', label: 'Accredited investor' },
      { tab_type: 'initials', label: 'Here', required: true },
      { tab_type: 'date_signed' },
      { tab_type: 'effective_date', label: 'Effective' },
    ]);
    expect((await team.list('/packet'))[0]).toMatchObject({
      warnings: ['Questionnaire: there is no document yet, so signatories see only the signature page.'],
    });
    expect(page.tabs.map(({ type, label, value }) => [type, label, value])).toEqual([
      ['custom', 'City', 'Graz'],
      ['checkbox', 'Accredited investor', null],
      ['initials', 'Here', null],
      ['effective_date', 'Effective', null],
    ]);
    expect(page.tabs[0]).toMatchObject({ x: expect.closeTo(61.2), y: 396, width: expect.closeTo(244.8) });
    await adopt(token);
    const values = valuesFor(page, { City: ' Vienna ', 'Accredited investor': 'true', Here: 'true' });
    const signed = await sign(token, page, values);
    expect(signed.status, signed.text).toBe(200);
    expect((await pageOf(token)).signed?.values).toEqual({ ...values, [page.tabs[0]?.uuid ?? '']: 'Vienna' });

    const pdf = await finished(token, packet);
    expect(pdf.text).toContain('Vienna');
    expect(pdf.text).not.toContain('Graz');
    const inkIn = (label: string) => {
      const { x, y, width, height } = page.tabs.find((tab) => tab.label === label) ?? NOWHERE;
      const { columns, gray } = pdf;
      const scale = columns / page.width;
      return gray.filter((value, at) => {
        const [row, column] = [Math.floor(at / columns) / scale, (at % columns) / scale];
        return value < 160 && row > y - 4 && row < y + height + 8 && column > x && column < x + width;
      }).length;
    };
    expect(inkIn('Accredited investor')).toBeGreaterThan(20);
    expect(inkIn('Here')).toBeGreaterThan(20);
    expect(inkIn('Effective')).toBe(0);

    const events = await server.services.db
      .selectFrom('signing_events')
      .select(['kind', 'details'])
      .where('packet', '=', packet)
      .orderBy('seq')
      .execute();
    const filled = events.find(({ kind }) => kind === 'filled')?.details['fields'];
    expect(filled).toMatchObject([{ label: 'City', value: 'Vienna' }, { value: 'true' }, { value: 'true' }]);
    // The signature covers the page with its entries, not only the page.
    const pages = events.find(({ kind }) => kind === 'signed')?.details['pages'];
    expect(pages).toMatchObject([{ page: page.uuid, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(pages)).not.toContain(page.sha256);
  });

  test('are refused with an explanation while one isn’t filled in correctly', async () => {
    const { token, page } = await sendPage([
      { tab_type: 'custom', label: 'City', required: true },
      { tab_type: 'initials', label: 'Here', required: true },
    ]);
    expect((await adopt(token, '')).body.error_message).toBe('Enter your initials.');
    expect((await adopt(token, '.')).body.error_message).toBe(
      'Enter initials with at least one letter or digit.',
    );
    await adopt(token);
    const refusal = async (values: object) => {
      const answer = await sign(token, page, values);
      expect(answer.status).toBe(422);
      return answer.body.error_message;
    };
    expect(await refusal({})).toBe('Fill in “City”.');
    expect(await refusal(valuesFor(page, { City: ' ' }))).toBe('Fill in “City”.');
    expect(await refusal(valuesFor(page, { City: 'Vienna' }))).toBe('Add your initials.');
    expect(await refusal(valuesFor(page, { City: 'x'.repeat(500), Here: 'true' }))).toContain('has room for');
    expect(await refusal(valuesFor(page, { City: 'Vienna \u{E000}', Here: 'true' }))).toContain(
      'can’t be printed',
    );
    expect(await refusal({ ...valuesFor(page, { City: 'Vienna', Here: 'true' }), [v7()]: 'x' })).toContain(
      'The fields on this page have changed.',
    );
    expect((await desk.act(token, 'finish')).status).toBe(422);
    expect((await sign(token, page, valuesFor(page, { City: 'Vienna', Here: 'true' }))).status).toBe(200);
  });

  test('keep what was signed first, even if the page is sent again', async () => {
    const { packet, token, page } = await sendPage([{ tab_type: 'custom', label: 'City', required: true }]);
    await adopt(token);
    await sign(token, page, valuesFor(page, { City: 'Vienna' }));
    expect((await sign(token, page, valuesFor(page, { City: 'Graz' }))).status).toBe(200);
    const pdf = await finished(token, packet);
    expect(pdf.text).toContain('Vienna');
    expect(pdf.text).not.toContain('Graz');
  });

  test('show other participants that they are filled in, but not their values', async () => {
    const { packet, token, page } = await sendPage([{ tab_type: 'custom', label: 'City', required: true }]);
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    await adopt(token);
    await sign(token, page, valuesFor(page, { City: 'Vienna' }));
    const unsigned = await finished(token, packet, counsel);
    expect(unsigned.text).not.toContain('Vienna');
    const changes = await counsel.get(`/transactions/transaction/${team.deal}/changes`);
    expect(changes.text).not.toContain('Vienna');
    const tabs = (await counsel.get(`/tab?transaction=${team.deal}`)).body;
    expect(tabs).toMatchObject([{ value: null, filled_at: expect.any(String) }]);
    const seen = await counsel.get(`/packet/${packet}/page/${page.uuid}`);
    expect(seen.text).not.toContain('Vienna');
    const own = await client.get(`/packet/${packet}/page/${page.uuid}`);
    expect(own.body.text).toContain('Vienna');
  });
});
