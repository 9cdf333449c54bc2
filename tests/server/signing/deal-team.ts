import { v7 } from 'uuid';
import { expect } from 'vitest';
import { DAY_MS } from '../../../src/contract/retention.ts';
import type { AssignmentStatus } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import type { TestServer } from '../support/test-server.ts';

type Named = { uuid: string };
type Row = Named & Record<string, unknown>;

/** A deal with functions that create people, entities and documents in one short call each. */
export type DealTeam = {
  deal: string;
  client: TestClient;
  person: (full_name: string, more?: object) => Promise<string>;
  entity: (full_name: string) => Promise<string>;
  item: (name: string) => Promise<string>;
  /** Returns the relation that lets a signatory sign for an entity. */
  relation: (entity: string, signatory: string, title?: string) => Promise<string>;
  group: (name: string, members?: readonly string[]) => Promise<string>;
  assign: (item: string, signatory: string, more?: object) => Promise<Row & { item_page_uuid: string }>;
  /** Sets a status that normally only a packet sets. */
  status: (assignment: string, status: AssignmentStatus) => Promise<void>;
  /** Creates a packet of these assignments and marks it as sent, without an email. Returns its id. */
  sentPacket: (assignments: readonly string[]) => Promise<string>;
  list: (path: string) => Promise<Row[]>;
  restore: (kind: string, uuid: string) => Promise<Answer>;
};

/** Opens a deal as the signed-in person. */
export async function openDeal(server: TestServer, client: TestClient): Promise<DealTeam> {
  const { body } = await client.post('/transactions/transaction', { name: 'Project Alder' });
  return teamOf(server, client, body.uuid);
}

/** The same for an existing deal. */
export function teamOf(
  { services }: { services: Pick<TestServer['services'], 'db'> },
  client: TestClient,
  deal: string,
): DealTeam {
  const create = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const signatory = async (full_name: string, more: object = {}): Promise<string> =>
    (await create('/signatory', { transaction: deal, full_name, ...more })).uuid;
  const member = async (group: string, each: string) =>
    create('/signing_group_member', { group, signatory: each });
  return {
    deal,
    client,
    person: signatory,
    entity: async (full_name) => signatory(full_name, { is_org: true }),
    item: async (name) =>
      (await create('/transactions/item', { transaction: deal, name, for_signing: true })).uuid,
    relation: async (entity, representative, title = 'President') =>
      (await create(`/signatory/${entity}/representative`, { title, signatory: representative })).uuid,
    group: async (name, members = []) => {
      const { uuid } = await create('/signing_group', { transaction: deal, name });
      for (const each of members) await member(uuid, each);
      return uuid;
    },
    assign: async (item, each, more = {}) =>
      create('/assignments/assignment', { item, signatory: each, ...more }),
    status: async (assignment, status) => {
      await services.db.updateTable('assignments').set({ status }).where('uuid', '=', assignment).execute();
    },
    sentPacket: async (assignments) => {
      const asked = { uuid: v7(), transaction: deal, assignments };
      const packet: string = (await create('/assignments/create_packet', asked)).packets[0].uuid;
      const now = Date.now();
      await services.db
        .updateTable('packets')
        .set({ status: 'sent', sent_at: new Date(now), expires_at: new Date(now + DAY_MS) })
        .where('uuid', '=', packet)
        .execute();
      await services.db
        .updateTable('assignments')
        .set({ status: 'sent' })
        .where('uuid', 'in', assignments)
        .execute();
      return packet;
    },
    list: async (path) => {
      const answer = await client.get(`${path}?transaction=${deal}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    restore: async (kind, uuid) => client.post(`/transactions/transaction/${deal}/restore`, { kind, uuid }),
  };
}
