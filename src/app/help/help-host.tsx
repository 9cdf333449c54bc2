import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import { builtInHelp, builtInHelpNow, closeBuiltInHelp, subscribeToBuiltInHelp } from './built-in-help.ts';
import { driveWidget } from './drive-widget.ts';
import { HelpPanel } from './help-panel.tsx';
import { useHelp } from './use-help.ts';

/** Another help desk is put in here. */
const widget = builtInHelp;

/** Keeps the help widget in step with the page and the person, and shows the built-in one. */
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
  // It stands as long as somebody is signed in.
  useEffect(() => () => driver.logOut(), [driver]);

  const isOffered = configuration !== null;
  usePaletteActions(
    useMemo<PaletteAction[]>(
      () => (isOffered ? [{ id: 'help', name: 'Help', run: () => widget.open() }] : []),
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
