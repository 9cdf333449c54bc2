import { v7 } from 'uuid';
import { TestClient } from '../../server/support/test-client.ts';
import { until } from '../../support/until.ts';

interface Executed {
  deal: string;
  /** The item's id. */
  item: string;
  name: string;
  /** The deal's name. */
  dealName: string;
}

/**
 * Takes a document of the sample deal from the upload queue to the executed document through the API: Zoe
 * Hart signs it in the signing room, then it is accepted and released.
 */
export async function executeDocument(client: TestClient, url: string): Promise<Executed> {
  const call = async (answering: ReturnType<TestClient['post']>) => {
    const answer = await answering;
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const deals = await call(client.get('/transactions/transaction'));
  const { uuid: deal, name: dealName } = deals.find((each: { is_sample: boolean }) => each.is_sample);
  const documents = await call(client.get(`/transactions/document?transaction=${deal}`));
  const { uuid: document, name } = documents.find(
    (each: { in_queue: boolean; conversion_status: string }) =>
      each.in_queue && each.conversion_status === 'complete',
  );
  const [{ item_uuid: item }] = await call(
    client.post('/transactions/item/from_documents', { documents: [document] }),
  );
  await call(client.patch(`/transactions/item/${item}`, { for_signing: true }));
  await call(client.patch(`/transactions/transaction/${deal}`, { release_confirmations: 1 }));
  const email = `${v7()}@alder.test`;
  const zoe = await call(client.post('/signatory', { transaction: deal, full_name: 'Zoe Hart', email }));
  const assignment = await call(client.post('/assignments/assignment', { item, signatory: zoe.uuid }));
  await sign(client, url, { deal, signatory: zoe.uuid, email }, call);
  await call(client.post('/assignments/assignment/bulk_accept', { assignments: [assignment.uuid] }));
  const prepared = { transaction: deal, items: [item], effective_date: '2026-12-01' };
  const release = await call(client.post('/transactions/release', prepared));
  await call(client.post(`/transactions/release/${release.uuid}/confirm`, {}));
  await call(client.post(`/transactions/release/${release.uuid}/release`, {}));
  await until('the document is collated', async () => {
    const row = await call(client.get(`/transactions/item/${item}`));
    return row.collation === 'done';
  });
  return { deal, dealName, item, name };
}

/** Creates and sends a packet, and signs it in the room. */
export async function sign(
  client: TestClient,
  url: string,
  { deal, signatory, email }: { deal: string; signatory: string; email: string },
  call: (answering: ReturnType<TestClient['post']>) => Promise<ReturnType<typeof JSON.parse>>,
): Promise<void> {
  const asked = { uuid: v7(), transaction: deal, signatories: [signatory] };
  const made = await call(client.post('/assignments/create_packet', asked));
  await until('the packet is made', async () => {
    const { status } = await call(client.get(`/assignments/create_packet/${asked.uuid}`));
    return status === 'ready';
  });
  const packet: string = made.packets[0].uuid;
  await call(client.post(`/packet/${packet}/send`, {}));
  const { organization } = await call(client.get('/authentication/user/me'));
  const outbox = await call(client.get(`/authentication/organization/${organization}/outbox`));
  const mail = outbox.find(({ to }: { to: string }) => to === email);
  const token = /\/sign\/([\w-]{43})/.exec(mail.text)?.[1];
  const visitor = new TestClient(url);
  const room = await call(visitor.get(`/signing/${token}`));
  const act = async (name: string, body: object = {}) =>
    call(visitor.post(`/signing/${token}/${name}`, body));
  await act('viewed');
  await act('consent', { version: room.consent.version });
  await act('adopt', { name: 'Zoe Hart', style: 'caveat' });
  const shown = room.pages
    .filter(({ assignments }: { assignments: string[] }) => assignments.length > 0)
    .map(({ uuid, sha256 }: { uuid: string; sha256: string }) => ({ uuid, sha256 }));
  await act('sign', { pages: shown });
  await act('finish');
}
