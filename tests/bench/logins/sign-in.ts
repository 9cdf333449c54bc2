import { TestClient } from '../../server/support/test-client.ts';

export type Try = { status: number; ms: number };

/** Signs in like a device without a session, from an address that a proxy forwards. */
export async function signIn(url: string, loginId: string, password: string, from: string): Promise<Try> {
  const client = new TestClient(url);
  const began = performance.now();
  const headers = { 'x-forwarded-for': from };
  const { status } = await client.post('/auth/login', { loginId, password }, { headers });
  return { status, ms: performance.now() - began };
}
