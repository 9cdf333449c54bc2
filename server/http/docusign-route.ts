import type { FastifyInstance } from 'fastify';
import { GrowingDelay } from '../auth/growing-delay.ts';
import { envelopeIn, isFromDocusign } from '../docusign/connect-message.ts';
import { log } from '../log.ts';
import { notFound, Refusal, tooMany } from '../refusal.ts';
import type { Services } from '../services.ts';
import { CONNECT_PATH, packetOfEnvelope, settleNow } from '../store/deals/packets/docusign-envelopes.ts';

/** The limit for messages with a wrong signature, from a new key that isn't in the settings yet or from a stranger. */
const FORGED = { free: 20, first: 1000, most: 60_000, forgetAfter: 120_000 };

/**
 * Takes DocuSign's messages about envelopes (Connect, format restv2.1). A message is only a hint: a job asks DocuSign what is true. It is
 * outside the contract, since our clients never call it.
 */
export function routeDocusign(app: FastifyInstance, services: Services): void {
  const { docusign } = services.settings;
  const forged = new GrowingDelay(FORGED, () => services.now());
  app.post(CONNECT_PATH, async (request, reply) => {
    if (!docusign) throw notFound();
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    if (!isFromDocusign(header, body, docusign.hmacKeys)) {
      // Messages that DocuSign has signed are never throttled, because a stranger may seem to have its address.
      const wait = forged.wait(request.ip);
      if (wait > 0)
        throw tooMany('There were too many messages with a wrong signature.', Math.ceil(wait / 1000));
      forged.count(request.ip);
      log.warn('a message to the address for DocuSign had a wrong signature');
      throw new Refusal('wrong_credentials', 'The signature of this message is wrong.');
    }
    const envelope = envelopeIn(body);
    const packet = envelope === null ? null : await packetOfEnvelope(services.db, envelope);
    if (packet !== null) await settleNow(services, packet);
    return reply.code(200).send({ status: 'ok' });
  });
}
