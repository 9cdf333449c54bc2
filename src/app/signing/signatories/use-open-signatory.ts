import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The URL parameter with the signatory whose details are shown. */
const PARAMETER = 'signatory';

/** The signatory whose details are shown, from the URL; null = none. */
export function useOpenSignatory(): [string | null, (uuid: string | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const open = useCallback(
    (uuid: string | null) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (uuid === null) next.delete(PARAMETER);
          else next.set(PARAMETER, uuid);
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return [parameters.get(PARAMETER), open];
}
