import { writeFileSync } from 'node:fs';
import { buildApp } from './app-build.ts';
import { runCommand } from './run-command.ts';

const result = await buildApp(process.cwd());
process.stdout.write(result.output);
console.log(result.code === 0 ? `Built dist/ in ${result.seconds.toFixed(1)} s.` : 'The build failed.');
process.exitCode = result.code;
if (result.code === 0) await writePartsList();

/** Writes which packages the server and the app contain (CycloneDX). */
async function writePartsList(): Promise<void> {
  const sbom = await runCommand('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--silent']);
  const start = sbom.output.indexOf('{');
  if (sbom.code !== 0 || start < 0) {
    process.stdout.write(sbom.output);
    console.log('The parts list (sbom.cdx.json) could not be written.');
    process.exitCode = 1;
    return;
  }
  writeFileSync('sbom.cdx.json', sbom.output.slice(start));
  console.log('Wrote sbom.cdx.json.');
}
