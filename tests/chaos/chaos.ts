// `npm run chaos -- --runs N --seed S` for uploads, `npm run chaos -- edits --runs N --seed S` for edits: what each does
// stands in its command.
const args = process.argv.slice(2);

async function run(): Promise<number> {
  if (args[0] === 'edits') {
    const { runEditsCommand } = await import('./edits-command.ts');
    return runEditsCommand(args.slice(1));
  }
  const { runUploadsCommand } = await import('./uploads/uploads-command.ts');
  return runUploadsCommand(args);
}

// The engine's channels between tabs, which a browser closes with the tab, would keep the process alive.
process.exit(await run());
