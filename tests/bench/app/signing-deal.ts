import { v7 } from 'uuid';
import type { TestClient } from '../../server/support/test-client.ts';
import type { BenchDeal } from './app-site.ts';

/** How much of everything a deal about signing has. */
interface SigningSize {
  documents: number;
  signatories: number;
  /** Custom fields, each with a value for every second signatory. */
  fields?: number;
  /** How many of the documents by signatories are assigned, in percent. */
  assigned?: number;
}

/** Assignments in one request. */
const AT_ONCE = 2000;

/** Makes a deal with documents to be signed, people who sign, assignments and values, as the work of who is signed in. */
export async function addSigningDeal(client: TestClient, size: SigningSize): Promise<BenchDeal> {
  const { documents, signatories, fields = 0, assigned = 0 } = size;
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
  const people = Array.from({ length: signatories }, (_, at) => ({ uuid: v7(), number: at + 1 }));
  const keys: { uuid: string }[] =
    fields === 0
      ? []
      : await post('/transactions/custom_key/bulk_create', {
          transaction,
          custom_keys: Array.from({ length: fields }, (_, at) => ({ key: `Field ${at + 1}` })),
        });
  if (people.length > 0)
    await post('/bulk_signatory_upload', {
      uuid: v7(),
      transaction,
      file_name: 'People',
      rows: people.map(({ uuid, number }) => ({
        row: number,
        signatories: [{ uuid, full_name: `Person ${number}`, email: `p${number}@party.test` }],
        custom_values: keys
          .filter((_, at) => (number + at) % 2 === 0)
          .map((key) => ({ uuid: v7(), signatory: uuid, custom_key: key.uuid, value: `Value ${number}` })),
      })),
    });
  const assignments = items.flatMap((item, row) =>
    people
      .filter((_, column) => (row * 7 + column * 3) % 100 < assigned)
      .map(({ uuid }) => ({ item, signatory: uuid })),
  );
  for (let from = 0; from < assignments.length; from += AT_ONCE)
    await post('/assignments/assignment/bulk_create', {
      transaction,
      assignments: assignments.slice(from, from + AT_ONCE),
    });
  return { uuid: transaction, nodes: documents };
}
