import type { Plugin } from 'vite';

/** Serves the signing room's own page for its addresses while working on it, as the server does. */
export function signingRoomInDev(): Plugin {
  return {
    name: 'signing-room-in-dev',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/sign/')) request.url = '/sign.html';
        next();
      });
    },
  };
}
