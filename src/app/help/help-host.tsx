import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import { HELP } from './help-copy.ts';
import { builtInHelp, builtInHelpNow, closeBuiltInHelp, subscribeToBuiltInHelp } from './built-in-help.ts';
import { driveWidget } from './drive-widget.ts';
import { HelpPanel } from './help-panel.tsx';
import { useHelp } from './use-help.ts';

/** Replace this to use another help desk. */
const widget = builtInHelp;

/** Keeps the help widget in sync with the page and the user, and renders the built-in help. */
export function HelpHost() {
  const { help, who } = useHelp();
  const [driver] = useState(() => driveWidget(widget));
  const configuration = help.kind === 'widget' ? help.configuration : null;
  const user = who?.user;
  useEffect(() => {
    if (configuration === null || !user) return driver.want(null);
    const { fullName: name, email, beaconSignature: signature } = user;
    driver.want({ configuration, person: { name, email, signature } });
  }, [driver, configuration, user]);
  // The host unmounts when the user signs out.
  useEffect(() => () => driver.logOut(), [driver]);

  const isOffered = configuration !== null;
  usePaletteActions(
    useMemo<PaletteAction[]>(
      () => (isOffered ? [{ id: 'help', name: HELP.title, run: () => widget.open() }] : []),
      [isOffered],
    ),
  );
  const { isOpen, configuration: shown } = useSyncExternalStore(subscribeToBuiltInHelp, builtInHelpNow);
  if (!isOpen || shown === null) return null;
  return (
    <HelpPanel
      configuration={shown}
      contact={who?.organization?.customHelpEmail ?? who?.supportEmail ?? null}
      onClose={closeBuiltInHelp}
    />
  );
}
