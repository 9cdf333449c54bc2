import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { SigningRoom } from './signing-room.tsx';
import '../app/styles/tokens.css';
import '../app/styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element for the room.');
const [, , token = '', packet = ''] = window.location.pathname.split('/');
if (token === 'preview') {
  // Only the team sees the preview, so signatories don't load its code.
  void import('./rooms/preview-room.tsx').then(({ PreviewRoom }) =>
    show(root, <PreviewRoom packet={packet} />),
  );
} else if (token === 'witness') {
  void import('./witness/witness-entry.tsx').then(({ WitnessEntry }) => show(root, <WitnessEntry />));
} else if (token === 'return') {
  void import('./rooms/return-entry.tsx').then(({ ReturnEntry }) => show(root, <ReturnEntry />));
} else {
  show(root, <SigningRoom token={token} />);
  void registerWorker();
}

function show(at: HTMLElement, page: ReactNode): void {
  createRoot(at).render(<StrictMode>{page}</StrictMode>);
}

/**
 * Registers the service worker, so that the room can be opened again without a network. Some browsers have no service workers,
 * such as those inside mail programs.
 */
async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Private windows may forbid it. The room then works as long as its page stays open.
  await navigator.serviceWorker.register('/sign-worker.js', { scope: '/sign/' }).catch(() => undefined);
}
