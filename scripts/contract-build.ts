import type { Plugin } from 'vite';

/** `summary: '…',` of a route, which may stand on the next line. */
const SUMMARY = /\bsummary:\s*(?:'[^'\n]*'|"[^"\n]*"),?/g;

/**
 * The contract without what it says of its endpoints in sentences: those are for `openapi.json`, which only the server
 * makes, and would be 5 kB of what is kept for use without a network.
 */
export function contractBuild(): Plugin {
  return {
    name: 'contract-without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/endpoints\/[^/]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(SUMMARY, ''), map: null }),
    },
  };
}
