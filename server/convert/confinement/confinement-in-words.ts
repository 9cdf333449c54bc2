import type { Confinement } from './confinement.ts';

/**
 * One line for the operator at startup about how programs that read uploaded bytes are confined. `isWarning` if they
 * are not.
 */
export function confinementInWords({ kind, ownUser }: Pick<Confinement, 'kind' | 'ownUser'>): {
  line: string;
  isWarning: boolean;
} {
  if (kind === 'limits') {
    const reach = ownUser
      ? 'They run as separate users, with limits on memory, time and processes'
      : 'They run as the user of this server, with limits on memory and time';
    const line =
      `WARNING: Conversions are NOT CONFINED on this machine. ${reach}, but a hostile file that takes over LibreOffice ` +
      `or the PDF reader could use the network${ownUser ? '' : ' and read the data folder'}. ` +
      'Install bubblewrap and allow it to create namespaces (docs/operations.md, "Confined conversions").';
    return { line, isWarning: true };
  }
  const by = kind === 'bubblewrap' ? 'bubblewrap' : 'Linux namespaces';
  const user = ownUser ? 'runs as its own user, ' : '';
  return {
    line: `Conversions are confined by ${by}: each ${user}sees only its own folder and has no network.`,
    isWarning: false,
  };
}
