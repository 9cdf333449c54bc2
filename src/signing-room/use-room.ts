import { useState, useSyncExternalStore } from 'react';
import { RoomStore, type RoomState } from './store/room-store.ts';

export interface RoomHandle
  extends RoomState, Pick<RoomStore, 'load' | 'editDraft' | 'fillTab' | 'act' | 'see' | 'sign' | 'finish'> {}

/** Returns the room of a link, the signatory's input, and the actions. */
export function useRoom(token: string): RoomHandle {
  const [store] = useState(() => new RoomStore(token));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { load, editDraft, fillTab, act, see, sign, finish } = store;
  return { ...state, load, editDraft, fillTab, act, see, sign, finish };
}
