import type { Plugin } from 'vite';

/** Serves the signing room's page at its URLs during development, as the server does in production. */
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
