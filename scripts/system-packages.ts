import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** A program that comes from the system's package manager, not from npm. */
export interface SystemProgram {
  readonly name: string;
  readonly packages: readonly string[];
  readonly isPresent: () => boolean;
}

export const libreOffice: SystemProgram = {
  name: 'LibreOffice',
  packages: ['libreoffice-writer-nogui', 'fonts-liberation'],
  // Without Liberation, wider fonts replace Word's own fonts, and pages break at different places.
  isPresent: () =>
    onPath('soffice') &&
    ['liberation', 'liberation2'].some((fonts) => existsSync(`/usr/share/fonts/truetype/${fonts}`)),
};

/** Sandboxes the programs that read uploaded files. Available only on Linux. */
export const bubblewrap: SystemProgram = {
  name: 'bubblewrap',
  packages: ['bubblewrap'],
  isPresent: () => process.platform !== 'linux' || onPath('bwrap'),
};

/** Programs with which the tests check seals, as recipients of sealed files might. */
export const sealVerifiers: SystemProgram = {
  name: 'Poppler, NSS and OpenSSL',
  packages: ['poppler-utils', 'libnss3-tools', 'openssl'],
  isPresent: () => ['pdfsig', 'certutil', 'openssl'].every(onPath),
};

/**
 * The tests open spreadsheets with it. The app doesn't need it. It is a separate package on Debian, but not
 * on other systems.
 */
export const libreOfficeCalc: SystemProgram = {
  name: 'LibreOffice Calc',
  packages: ['libreoffice-calc-nogui'],
  isPresent: () =>
    onPath('soffice') &&
    (!existsSync('/usr/lib/libreoffice/program') || existsSync('/usr/lib/libreoffice/program/libsclo.so')),
};

/**
 * The malware scanner that the tests start. Operators who want uploads to be scanned install it and point
 * `CLAMD` at it.
 */
export const clamav: SystemProgram = {
  name: 'ClamAV',
  packages: ['clamav-daemon'],
  isPresent: () => onPath('clamd') || existsSync('/usr/sbin/clamd'),
};

export const chromium: SystemProgram = {
  name: 'Chromium',
  packages: ['chromium', 'chromium-headless-shell'],
  isPresent: () => existsSync(chromiumPath()) && existsSync(headlessShellPath()),
};

/** The browser that the tests use: `CHROMIUM`, or Debian's. */
export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? '/usr/lib/chromium/chromium';
}

/**
 * Chromium's engine without a window, a clipboard, or a back/forward cache. It starts ten times as fast. If
 * `CHROMIUM` names a browser, that browser is used instead.
 */
export function headlessShellPath(): string {
  return process.env['CHROMIUM'] ?? '/usr/lib/chromium/chromium-headless-shell';
}

/**
 * Installs missing programs if possible (as root, with apt). Otherwise, prints the command that installs
 * them. @returns the programs that are still missing
 */
export async function installMissing(programs: readonly SystemProgram[]): Promise<readonly SystemProgram[]> {
  const missing = programs.filter((program) => !program.isPresent());
  if (missing.length === 0) return [];
  const names = missing.map((program) => program.name).join(' and ');
  const packages = missing.flatMap((program) => program.packages);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    const byHand = `sudo apt-get update && sudo apt-get ${install.join(' ')}`;
    console.log(`${names} is not installed. This command installs it:\n\n    ${byHand}\n`);
    return missing;
  }
  console.log(`Installing ${names} (${packages.join(' ')}) …`);
  const apt = (parameters: readonly string[]) =>
    // On a machine that has just started, another apt may be running: wait for it.
    runCommand('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...parameters], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  const update = await apt(['update']);
  const result = await apt(install);
  const still = missing.filter((program) => !program.isPresent());
  if (still.length === 0) {
    console.log(`Installed ${names} in ${(update.seconds + result.seconds).toFixed(0)} s.`);
    return [];
  }
  console.log(
    `${still.map((program) => program.name).join(' and ')} could not be installed. apt-get said:\n${update.output}${result.output}`,
  );
  return still;
}

function onPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
