import { useEffect, useState } from 'react';
import type { CodeBar } from '../../contract/rules/signature-page/layout/code-bars.ts';
import type { PageSigner, PageToLayOut } from '../../contract/rules/signature-page/signers/page-signer.ts';
import type { LaidOutPage } from './page-engine.ts';

type PageLayoutState =
  | { readonly kind: 'loading' }
  /** A font of the page is not on this device and cannot be loaded now. */
  | { readonly kind: 'failed' }
  | ({ readonly kind: 'ready'; readonly codes: ReadonlyMap<string, readonly CodeBar[]> } & LaidOutPage);

/** The delay before a failed load is tried again, ms. */
const RETRY_MS = 3000;

/**
 * Lays out a page, and does so again whenever an argument changes its identity. The previous layout stays until the next one is
 * ready. The font engine and the fonts load on first use.
 */
export function usePageLayout(
  page: PageToLayOut,
  signers: readonly PageSigner[],
  values: Readonly<Record<string, string>>,
): PageLayoutState {
  const [state, setState] = useState<PageLayoutState>({ kind: 'loading' });
  useEffect(() => {
    let outdated = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      let next: PageLayoutState;
      try {
        next = await layOutWithCodes(page, signers, values);
      } catch {
        next = { kind: 'failed' };
      }
      if (outdated) return;
      setState(next);
      if (next.kind === 'failed') timer = setTimeout(() => void attempt(), RETRY_MS);
    };
    void attempt();
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [page, signers, values]);
  return state;
}

async function layOutWithCodes(
  page: PageToLayOut,
  signers: readonly PageSigner[],
  values: Readonly<Record<string, string>>,
): Promise<PageLayoutState> {
  const { layOut } = await import('./page-engine.ts');
  const laidOut = await layOut(page, signers, values);
  return { kind: 'ready', ...laidOut, codes: await codesOf(page.code) };
}

/** If a code cannot be drawn, the page shows an empty box instead. */
async function codesOf(code: string | null): Promise<ReadonlyMap<string, readonly CodeBar[]>> {
  if (code === null) return new Map();
  try {
    const { drawCode } = await import('./page-codes.ts');
    return new Map([[code, await drawCode(code)]]);
  } catch {
    return new Map();
  }
}
