import { v7 } from 'uuid';
import type { TestClient } from '../../support/test-client.ts';
import { client, desk, team } from '../open-signing.ts';

/** Sends a person one page, and returns the token of the link. */
export async function sendTo(name: string): Promise<string> {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  await team.assign(await team.item(`SPA of ${name}`), signatory);
  return desk.send(team, await desk.make(team, { signatories: [signatory] }), email);
}

interface Notice {
  uuid: string;
  title: string;
  level: string;
  notification_type: string;
  read: boolean;
  extra_data: { transaction?: string };
}

export const noticesOf = async (who: TestClient): Promise<Notice[]> =>
  (await who.get('/notifications')).body.filter((each: Notice) => each.extra_data.transaction === team.deal);

export const participantOf = async (who: TestClient): Promise<string> => {
  const { uuid } = (await who.get('/authentication/user/me')).body;
  const { body } = await client.get(`/transactions/participant?transaction=${team.deal}`);
  return body.find((each: { user_uuid: string }) => each.user_uuid === uuid).uuid;
};
