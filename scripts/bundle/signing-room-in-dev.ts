import type { Plugin } from 'vite';

/** Serves the signing room's page at its addresses during development, as the server does. */
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
