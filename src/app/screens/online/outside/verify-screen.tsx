import { useEffect, useRef, useState } from 'react';
import { checkFile, type KnownCertificates } from '../../../../contract/rules/evidence/check-file.ts';
import { syncClient } from '../../../sync-client.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { VERIFY } from './verify-copy.ts';
import { OutcomeView, type Outcome } from './verify-outcome.tsx';
import styles from './verify-screen.module.css';

const KEY = 'counterpart-certificates';

/** Limited because the whole file is in memory while it is checked. */
const MOST_BYTES = 200 * 1024 * 1024;

/** Checks a PDF in the browser, for anyone (docs/product/evidence.md, "Checking a file"). */
export function VerifyScreen() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const latest = useRef(0);
  // Load the certificates now, so that files can be checked later without a network.
  useEffect(() => void knownCertificates(), []);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    latest.current += 1;
    const own = latest.current;
    setOutcome({ name: file.name, message: VERIFY.checking });
    const checked = await check(file);
    if (own === latest.current) setOutcome(checked);
  };
  return (
    <OutsideFrame title={VERIFY.title}>
      <p>{VERIFY.intro}</p>
      <label className={styles.field}>
        {VERIFY.file}
        <input
          type="file"
          accept="application/pdf,.pdf"
          className={styles.input}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void choose(event.dataTransfer.files[0]);
          }}
        />
      </label>
      <div role="status">{outcome ? <OutcomeView outcome={outcome} /> : null}</div>
    </OutsideFrame>
  );
}

async function check(file: File): Promise<Outcome> {
  const { name } = file;
  if (file.size > MOST_BYTES) return { name, message: VERIFY.tooLarge };
  const certificates = await knownCertificates();
  if (!certificates) return { name, message: VERIFY.noNetwork };
  const { known, keptAt } = certificates;
  try {
    return { name, verdict: await checkFile(new Uint8Array(await file.arrayBuffer()), known), keptAt };
  } catch {
    return { name, message: VERIFY.unread };
  }
}

/** The certificates of the server's seals and timestamps. */
interface Certificates {
  known: KnownCertificates;
  /** When the certificates were read, if the server can't be reached now. */
  keptAt: Date | null;
}

/** Returns the server's certificates. Without a network, returns those that this device last read; null if it never has. */
async function knownCertificates(): Promise<Certificates | null> {
  const known = await syncClient().knownCertificates();
  if (known === null) return keptCertificates();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...known, at: Date.now() }));
  } catch {
    // The disk is full. The certificates are read again next time.
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
