import Eye from 'lucide-react/icons/eye';
import { useMirror } from '../session/mirror-context.ts';
import { CLOSING } from './closing-copy.ts';
import { useWatchers } from './use-watchers.ts';
import styles from './closing.module.css';

const MOST_SHOWN = 8;

/** Who has the closing board open now. */
export function WatcherList({ transaction }: { transaction: string }) {
  const { userId } = useMirror();
  const watchers = useWatchers(transaction);
  if (watchers === null) return null;
  const others = watchers.filter(({ userUuid }) => userUuid !== userId);
  const names = others.map(({ fullName, organizationName }) =>
    organizationName === null ? fullName : CLOSING.watcher(fullName, organizationName),
  );
  const more = names.length - MOST_SHOWN;
  const shown = [...names.slice(0, MOST_SHOWN), ...(more > 0 ? [CLOSING.moreWatchers(more)] : [])];
  return (
    <div className={styles.watchers}>
      <Eye aria-hidden="true" />
      {shown.length === 0 ? (
        <p>{CLOSING.watchingAlone}</p>
      ) : (
        <>
          <p id="watchers">{CLOSING.watching}</p>
          <ul aria-labelledby="watchers">
            {shown.map((name, at) => (
              <li key={others[at]?.userUuid ?? 'more'}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
