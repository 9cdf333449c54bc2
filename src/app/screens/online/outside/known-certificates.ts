import type { KnownCertificates } from '../../../../contract/rules/evidence/check-file.ts';
import { syncClient } from '../../../sync-client.ts';

const KEY = 'counterpart-certificates';

/** The certificates of the server's seals and timestamps. */
export interface Certificates {
  known: KnownCertificates;
  /** When they were read, if the server can't be reached now. */
  keptAt: Date | null;
}

/** Returns the server's certificates. Without a network, those that this device read last; null if it never has. */
export async function knownCertificates(): Promise<Certificates | null> {
  const known = await syncClient().knownCertificates();
  if (known === null) return keptCertificates();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...known, at: Date.now() }));
  } catch {
    // A full disk: they are read again next time.
  }
  return { known, keptAt: null };
}

function keptCertificates(): Certificates | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { seals, authorities, at }: Partial<Record<'seals' | 'authorities' | 'at', unknown>> = kept;
    if (!isTexts(seals) || !isTexts(authorities) || typeof at !== 'number') return null;
    return { known: { seals, authorities }, keptAt: new Date(at) };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
