import { v7 } from 'uuid';
import type { TestClient } from '../../server/support/test-client.ts';
import { until } from '../../support/until.ts';
import type { BenchDeal } from './app-site.ts';

/** The amounts in a deal about signing. */
interface SigningSize {
  documents: number;
  /**
   * Every third one is a person. Next comes a partner (an entity) that the person signs for, then a fund that
   * the partner signs for. The funds are in signing groups.
   */
  signatories: number;
  /** The number of custom fields. Every second signatory has a value for each. */
  fields?: number;
  /** The percentage of documents × signatories that are assigned. */
  assigned?: number;
  /** How many people have a packet that is ready to send. They are the last ones in the list. */
  packets?: number;
  /** Whether each signing group signs one of the last documents together. */
  groupsSign?: boolean;
}

const GROUPS = 5;

/** Time for the server to make a PDF for each packet. */
const PACKETS_MS = 600_000;

/** The sentence about the signatories in the report. */
export const PARTIES = `A third of the signatories are people. Each person signs for a partner (an entity), which signs for a fund; the funds are in ${GROUPS} signing groups.`;

/** Assignments per request. */
const AT_ONCE = 2000;

/**
 * Creates a deal with documents to be signed, signatories, groups, assignments, packets and values, as the
 * signed-in user.
 */
export async function addSigningDeal(client: TestClient, size: SigningSize): Promise<BenchDeal> {
  const { documents, signatories, fields = 0, assigned = 0, packets = 0, groupsSign = false } = size;
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const { uuid: transaction } = await post('/transactions/transaction', {
    name: `Acquisition of ${documents} documents by ${signatories}`,
  });
  const items: string[] = [];
  for (let at = 0; at < documents; at += 1) {
    const name = `Agreement ${at + 1}`;
    items.push((await post('/transactions/item', { transaction, name, for_signing: true })).uuid);
  }
  const parties = Array.from({ length: signatories }, () => v7());
  const keys: { uuid: string }[] =
    fields === 0
      ? []
      : await post('/transactions/custom_key/bulk_create', {
          transaction,
          custom_keys: Array.from({ length: fields }, (_, at) => ({ key: `Field ${at + 1}` })),
        });
  if (parties.length > 0)
    await post('/bulk_signatory_upload', {
      uuid: v7(),
      transaction,
      file_name: 'Parties',
      rows: parties.map((uuid, at) => ({
        row: at + 1,
        signatories: [{ uuid, ...partyAt(at) }],
        representatives: isPerson(at)
          ? []
          : [{ uuid: v7(), entity: uuid, signatory: parties[at - 1], title: titleAt(at) }],
        custom_values: keys
          .filter((_, key) => (at + key) % 2 === 1)
          .map((key) => ({ uuid: v7(), signatory: uuid, custom_key: key.uuid, value: `Value ${at + 1}` })),
      })),
    });
  const assignments = items.flatMap((item, row) =>
    parties
      .filter((_, column) => (row * 7 + column * 3) % 100 < assigned)
      .map((signatory) => ({ item, signatory })),
  );
  for (let from = 0; from < assignments.length; from += AT_ONCE)
    await post('/assignments/assignment/bulk_create', {
      transaction,
      assignments: assignments.slice(from, from + AT_ONCE),
    });
  const funds = parties.filter((_, at) => isFund(at));
  for (let group = 0; group < Math.min(GROUPS, funds.length); group += 1) {
    const { uuid } = await post('/signing_group', { transaction, name: `Investors ${group + 1}` });
    const members = funds.filter((_, at) => at % GROUPS === group).map((signatory) => ({ signatory }));
    await post('/signing_group_member/bulk_create', { group: uuid, members });
    if (groupsSign) await post(`/signing_group/${uuid}/assign`, { item: items.at(-1 - group) });
  }
  const withPackets = packets === 0 ? [] : parties.filter((_, at) => isPerson(at)).slice(-packets);
  if (withPackets.length > 0) {
    const asked = { uuid: v7(), transaction, signatories: withPackets };
    await post('/assignments/create_packet', asked);
    await until(
      'the packets are made',
      async () => {
        const { body } = await client.get(`/assignments/create_packet/${asked.uuid}`);
        return body.status === 'ready';
      },
      PACKETS_MS,
    );
  }
  return { uuid: transaction, nodes: documents };
}

const isPerson = (at: number): boolean => at % 3 === 0;
const isFund = (at: number): boolean => at % 3 === 2;
const titleAt = (at: number): string => (isFund(at) ? 'general partner' : 'President');

function partyAt(at: number): { full_name: string; email?: string; is_org?: true } {
  const number = at + 1;
  if (isPerson(at)) return { full_name: `Person ${number}`, email: `p${number}@party.test` };
  return { full_name: isFund(at) ? `Fund ${number}, L.P.` : `Partner ${number}, LLC`, is_org: true };
}
