import type { Kysely } from 'kysely';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { log } from '../../log.ts';
import type { Settings } from '../../settings.ts';
import type { Sealing, SealingKey } from '../../store/sealing.ts';
import type { Tables } from '../../store/tables.ts';
import { requestTimestamp } from './request-timestamp.ts';
import { keepCertificate, ownSealingKey } from './seal-certificates.ts';
import { privateKeyOf } from './sign-cms.ts';

type SealSettings = Pick<Settings, 'publicUrl' | 'tsaUrl'>;

/** The name in a certificate that the server creates itself. */
function nameOfInstallation({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `Counterpart at ${new URL(publicUrl).host}`;
}

/**
 * Prepares sealing. The key is read for each seal, so that all processes use a rotated key at once.
 * @param given the operator's own key (SEAL_P12); null = the one that the server has created
 */
export async function openSealing(
  db: Kysely<Tables>,
  settings: SealSettings,
  given: SealingKey | null,
  now: () => Date,
): Promise<Sealing> {
  const own = async (): Promise<SealingKey> => {
    const { privateKey, certificate } = await ownSealingKey(db, nameOfInstallation(settings), now());
    return { privateKey: privateKeyOf(privateKey), certificate: concat([certificate]), chain: [] };
  };
  if (given) await keepCertificate(db, given.certificate, 'seal', now());
  else await own();
  const { tsaUrl } = settings;
  return {
    hasAuthority: tsaUrl !== null,
    key: async () => given ?? (await own()),
    stamp: async (bytes) => {
      if (tsaUrl === null) return null;
      try {
        const { token, certificate } = await requestTimestamp(tsaUrl, bytes, now());
        await keepCertificate(db, certificate, 'timestamp', now());
        return token;
      } catch (error) {
        log.warn(
          { err: error },
          'the timestamp authority (TSA_URL) gave no valid timestamp, so the seal has none',
        );
        return null;
      }
    },
  };
}
