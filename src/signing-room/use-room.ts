import { useCallback, useEffect, useRef, useState } from 'react';
import type { SigningRoom } from '../contract/entities/signing-room.ts';
import { mergeRoom, stillPending } from './merge-room.ts';
import { actInRoom, readRoom, type RoomAct, type RoomAnswer } from './room-calls.ts';
import { forgetDraft, keepDraft, readDraft, type RoomDraft } from './room-draft.ts';

/** How often signed pages are sent again while the server can't be reached. Milliseconds. */
const RETRY = 10_000;

export interface RoomHandle {
  room: SigningRoom | null;
  draft: RoomDraft;
  /** The last problem, as a sentence. */
  problem: string | null;
  isBusy: boolean;
  /** The server could not be reached at the last attempt. */
  isOffline: boolean;
  load: () => Promise<void>;
  fill: (change: Partial<RoomDraft>) => void;
  act: (act: RoomAct) => Promise<boolean>;
  /** Signs a page on this device and sends it, now or when the server can be reached. */
  sign: (page: { uuid: string; sha256: string }) => Promise<void>;
}

const OFFLINE = 'We can’t reach the server. Check your connection and try again.';

/** The room of a link, the signatory's input, and the acts. */
export function useRoom(token: string): RoomHandle {
  const [room, setRoom] = useState<SigningRoom | null>(null);
  const [draft, setDraft] = useState(() => readDraft(token));
  const [problem, setProblem] = useState<string | null>(null);
  const [calls, setCalls] = useState(0);
  const [isOffline, setOffline] = useState(false);
  const latest = useRef(draft);

  const fill = useCallback(
    (change: Partial<RoomDraft>) => {
      latest.current = { ...latest.current, ...change };
      keepDraft(token, latest.current);
      setDraft(latest.current);
    },
    [token],
  );

  /** @returns whether the server accepted the act */
  const take = useCallback(
    (answer: RoomAnswer): boolean => {
      setOffline(answer.kind === 'unreachable');
      switch (answer.kind) {
        case 'room':
          setProblem(null);
          setRoom((before) => mergeRoom(before, answer.room));
          if (answer.room.state === 'open')
            fill({ pending: stillPending(answer.room, latest.current.pending) });
          else forgetDraft(token);
          return true;
        case 'refused':
          setProblem(answer.message);
          return false;
        case 'unreachable':
          setProblem(OFFLINE);
          return false;
      }
    },
    [fill, token],
  );

  const run = useCallback(
    async (call: () => Promise<RoomAnswer>): Promise<boolean> => {
      setCalls((before) => before + 1);
      try {
        return take(await call());
      } finally {
        setCalls((before) => before - 1);
      }
    },
    [take],
  );

  /** Sends the pages that were signed on this device. */
  const flush = useCallback(async (): Promise<boolean> => {
    const { pending } = latest.current;
    const last = pending.at(-1);
    if (!last) return true;
    const pages = pending.map(({ uuid, sha256 }) => ({ uuid, sha256 }));
    const answer = await actInRoom(token, { name: 'sign', body: { pages } }, last.at);
    // Pages that the server refuses are not signed: they have to be read and signed again.
    if (answer.kind === 'refused') fill({ pending: [] });
    return take(answer);
  }, [fill, take, token]);

  const enter = useCallback(
    async (answer: RoomAnswer) => {
      if (!take(answer) || answer.kind !== 'room' || answer.room.state !== 'open') return;
      take(await actInRoom(token, { name: 'viewed' }, instant()));
      await flush();
    },
    [flush, take, token],
  );

  const load = async () => {
    setCalls((before) => before + 1);
    await enter(await readRoom(token));
    setCalls((before) => before - 1);
  };

  const act = useCallback(
    async (what: RoomAct): Promise<boolean> =>
      (await flush()) && run(() => actInRoom(token, what, instant())),
    [flush, run, token],
  );

  const sign = useCallback(
    async ({ uuid, sha256 }: { uuid: string; sha256: string }) => {
      const others = latest.current.pending.filter((each) => each.uuid !== uuid);
      fill({ pending: [...others, { uuid, sha256, at: instant() }] });
      await flush();
    },
    [fill, flush],
  );

  useEffect(() => {
    void readRoom(token).then(enter);
  }, [enter, token]);

  const isWaiting = draft.pending.length > 0 && isOffline;
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => void flush();
    const timer = setInterval(again, RETRY);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [flush, isWaiting]);

  return { room, draft, problem, isBusy: calls > 0, isOffline, load, fill, act, sign };
}

function instant(): string {
  return new Date().toISOString();
}
