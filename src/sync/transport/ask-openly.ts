import type { Registration } from '../../contract/entities/transactions/invitation.ts';
import type { KnownCertificates } from '../../contract/rules/evidence/check-file.ts';
import { camelize } from '../../db/codec.ts';
import type { CallOutcome } from '../../db/commands/account/online-calls.ts';
import type { OpenCall, PreviewAnswer } from '../../db/commands/account/open-calls.ts';
import { failed } from './ask-server.ts';
import type { Clock } from '../engine/clock.ts';
import { beginFor, installationIds, type SignInAnswer } from './session.ts';
import type { Transport } from './transport.ts';
import { UNANSWERED } from './unreachable.ts';

/** Calls the server without a user. It starts no session and opens no mirror. */
export async function runOpenly(transport: Transport, call: OpenCall): Promise<CallOutcome> {
  const answer = await transport.send(await withIds(transport, call));
  return answer.kind === 'ok' ? { outcome: 'done' } : failed(answer, UNANSWERED);
}

/** Returns the call with the installation's ids if it is about passwords (docs/product/sign-in.md, "Passwords"). */
async function withIds(transport: Transport, call: OpenCall): Promise<OpenCall> {
  const { endpoint, input } = call;
  if (endpoint !== 'auth.resetPassword' && endpoint !== 'auth.setPassword') return call;
  if (typeof input !== 'object') return call;
  const { applicationId, tenantId } = await installationIds(transport);
  const ids = endpoint === 'auth.setPassword' ? { tenantId } : { applicationId, tenantId };
  return { endpoint, input: { ...input, ...ids } };
}

/** Returns whether anyone reads messages from /contact; null = unknown at the moment. */
export async function takesMessages(transport: Transport): Promise<boolean | null> {
  const answer = await transport.ask((api, with_) => api.config.get(undefined, with_));
  return answer.kind === 'ok' ? answer.body.takes_messages : null;
}

/** The certificates of the installation's seals and timestamps; null if the server can't be reached. */
export async function knownCertificates(transport: Transport): Promise<KnownCertificates | null> {
  const answer = await transport.ask((api, with_) => api.verify.certificates(undefined, with_));
  return answer.kind === 'ok' ? answer.body : null;
}

export async function previewInvitation(
  transport: Transport,
  by: { id: string; token: string },
): Promise<PreviewAnswer> {
  const answer = await transport.ask((api, with_) => api.invitations.preview(by, with_));
  if (answer.kind === 'ok') return { outcome: 'done', invitation: camelize(answer.body) };
  return failed(answer);
}

/** Creates an account, stores it on the device and makes it the current one, like a sign-in. */
export async function register(
  transport: Transport,
  clock: Clock,
  registration: Registration,
): Promise<SignInAnswer> {
  const answer = await transport.ask((api, with_) => api.invitations.register(registration, with_));
  return answer.kind === 'ok' ? beginFor(answer, clock) : failed(answer, UNANSWERED);
}

/** Creates a test-drive account and signs in with it, if the installation offers that. */
export async function testdrive(transport: Transport, clock: Clock): Promise<SignInAnswer> {
  const answer = await transport.ask((api, with_) => api.auth.testdrive(undefined, with_));
  return answer.kind === 'ok' ? beginFor(answer, clock) : failed(answer, UNANSWERED);
}
