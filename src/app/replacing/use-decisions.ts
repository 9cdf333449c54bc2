import { useState } from 'react';
import type { DocumentReplacement } from '../../contract/entities/documents/document-replacement.ts';
import {
  isChanged,
  sameLookingPage,
  type Authority,
  type SignAgainReason,
} from '../../contract/rules/closing/carry-over.ts';
import type { Camelized } from '../../db/codec.ts';

type Read = Camelized<DocumentReplacement>;
type Pair = Read['pages'][number];

/** What the user has decided about a new version so far. */
export interface Decisions {
  /** The changed pages, each with a key. */
  changes: { key: string; pair: Pair }[];
  seen: ReadonlySet<string>;
  see: (key: string, isSeen: boolean) => void;
  /** The page of the new version that each marked page became; null = none, undefined = not chosen yet. */
  pageOf: (page: string) => number | null | undefined;
  mapPage: (page: string, number: number | null) => void;
  signatures: (Read['signatures'][number] & { why: SignAgainReason | null; isCarried: boolean })[];
  carry: (signature: string, isCarried: boolean) => void;
  authority: Authority | null;
  setAuthority: (authority: Authority) => void;
  /** The document that records the authorization; null = none. */
  file: string | null;
  setFile: (file: string | null) => void;
  reason: string;
  setReason: (reason: string) => void;
  isConfirmed: boolean;
  confirm: (isConfirmed: boolean) => void;
}

/** Keeps the user's decisions about a new version. No signature carries over unless the user says so. */
export function useDecisions(read: Read): Decisions {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set());
  const [mapped, setMapped] = useState<ReadonlyMap<string, number | null>>(() => new Map());
  const [carried, setCarried] = useState<ReadonlySet<string>>(() => new Set());
  const [authority, setAuthority] = useState<Authority | null>(null);
  const [file, setFile] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isConfirmed, confirm] = useState(false);
  const pageOf = (page: string) => {
    if (mapped.has(page)) return mapped.get(page);
    return read.marked.find((each) => each.page === page)?.to ?? undefined;
  };
  /** Whether a marked page changed depends on the page that the user maps it to. */
  const why = ({ page, signAgain }: Read['signatures'][number]): SignAgainReason | null => {
    if (signAgain !== null && signAgain !== 'page_changed' && signAgain !== 'page_removed') return signAgain;
    const marked = read.marked.find((each) => each.page === page);
    if (!marked) return signAgain;
    const number = pageOf(marked.page);
    if (number === null) return 'page_removed';
    return number === sameLookingPage(read.pages, marked.number) ? null : 'page_changed';
  };
  return {
    changes: read.pages.filter(isChanged).map((pair) => ({ key: `${pair.before} ${pair.after}`, pair })),
    seen,
    see: (key, isSeen) => setSeen(toggled(seen, key, isSeen)),
    pageOf,
    mapPage: (page, number) => setMapped(new Map([...mapped, [page, number]])),
    signatures: read.signatures.map((each) => {
      const because = why(each);
      return { ...each, why: because, isCarried: because === null && carried.has(each.uuid) };
    }),
    carry: (signature, isCarried) => setCarried(toggled(carried, signature, isCarried)),
    authority,
    setAuthority,
    file,
    setFile,
    reason,
    setReason,
    isConfirmed,
    confirm,
  };
}

function toggled(set: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}
