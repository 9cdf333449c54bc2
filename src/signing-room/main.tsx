import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../app/styles/tokens.css';
import '../app/styles/base.css';
import { registerWorker } from './register-worker.ts';
import { SigningRoom } from './signing-room.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element for the room.');
const token = window.location.pathname.split('/')[2] ?? '';
createRoot(root).render(
  <StrictMode>
    <SigningRoom token={token} />
  </StrictMode>,
);
void registerWorker();
