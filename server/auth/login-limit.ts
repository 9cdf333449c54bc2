import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Counts an attempt to sign in. Answers the seconds to wait where there were too many, else 0. */
export type LoginLimit = (request: FastifyRequest, loginId: string) => Promise<number>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom somebody tries to sign in as. */
    loginId: string;
  }
}

/**
 * Slows the guessing of passwords: 10 attempts a minute for each address and account, 300 for an address and all
 * accounts. Each process counts for itself. Asked by the call and not set on its route: the same call has many
 * spellings (`/api/x/../auth/login`), and the account stands in the body.
 */
export async function limitLogins(app: FastifyInstance): Promise<LoginLimit> {
  await app.register(rateLimit, { global: false, timeWindow: 60_000, cache: 10_000 });
  app.decorateRequest('loginId', '');
  const limits = [
    app.createRateLimit({ max: 300 }),
    app.createRateLimit({
      max: 10,
      keyGenerator: (request) => `${normalizeIP(request.ip)} ${request.loginId}`,
    }),
  ];
  return async (request, loginId) => {
    request.loginId = loginId;
    for (const count of limits) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) return counted.ttlInSeconds;
    }
    return 0;
  };
}
