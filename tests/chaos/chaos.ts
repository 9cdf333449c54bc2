// `npm run chaos -- --runs N --seed S` for uploads, `npm run chaos -- edits …` for edits, `npm run chaos --
// signing …` for signing rooms. Each command's file describes it.
const [which = '', ...rest] = process.argv.slice(2);

async function run(): Promise<number> {
  if (which === 'edits') {
    const { runEditsCommand } = await import('./edits-command.ts');
    return runEditsCommand(rest);
  }
  if (which === 'signing') {
    const { runSigningCommand } = await import('./signing/signing-command.ts');
    return runSigningCommand(rest);
  }
  const { runUploadsCommand } = await import('./uploads/uploads-command.ts');
  return runUploadsCommand(process.argv.slice(2));
}

// The engine's BroadcastChannels, which a browser closes with the tab, would keep the process alive.
process.exit(await run());
