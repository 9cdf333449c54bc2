import { returnedFileProblem } from '../../contract/rules/signing/pages/returned-file.ts';
import { forgetFile, keepFile, readKeptFiles } from '../store/kept-files.ts';
import { sendFile, type SendResult } from './send-file.ts';

/** How often unsent files are retried while the server can't be reached, ms. */
const RETRY = 10_000;

/** A chosen file that the server doesn't have yet. Pictures are `unchecked` until the signatory has checked them. */
export interface ChosenFile {
  readonly uuid: string;
  readonly name: string;
  readonly file: Blob;
  readonly state: 'unchecked' | 'waiting' | 'sending' | 'unsent' | 'refused';
  /** Whether it was taken with the camera from the room's page. */
  readonly isTaken: boolean;
  readonly chosenAt: number;
  readonly isUploaded: boolean;
  /** Why it was refused, or can't be sent now, as a sentence. */
  readonly problem: string | null;
}

const queues = new Map<string, UploadQueue>();

/** Returns the queue of a link. It outlives the components that show it, for example while the room asks for a code. */
export function queueOf(token: string): UploadQueue {
  const queue = queues.get(token) ?? new UploadQueue(token);
  queues.set(token, queue);
  return queue;
}

/**
 * Sends files one after another, pictures only once the signatory has looked at them. Each file stays in the list until the server has it
 * or the signatory removes it. If the server can't be reached, the queue tries again every 10 seconds and as soon as the device is online.
 * If the server asks for a pause, it tries again after that; if it asks for a code, once the code is entered. Files that this device keeps
 * (`keepUnder`) outlast a reload.
 */
export class UploadQueue {
  state: readonly ChosenFile[] = [];
  #onChange: () => void = () => undefined;
  readonly #send: (file: ChosenFile) => Promise<SendResult>;
  #isListening = false;
  #isSending = false;
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The packet under which files are stored on this device; null if they aren't stored. */
  #keptUnder: string | null = null;
  /** Resolves once the disk is up to date. */
  #disk: Promise<unknown> = Promise.resolve();
  /** Files that left the list. If copies of them are read from disk later, they must not come back. */
  readonly #gone = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(
    token: string,
    send: (file: ChosenFile) => Promise<SendResult> = (file) => sendFile(token, file),
  ) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (!this.#isListening) {
      this.#isListening = true;
      globalThis.addEventListener('online', this.retry);
      globalThis.addEventListener('beforeunload', this.#warn);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getState = (): readonly ChosenFile[] => this.state;

  /**
   * Adds files.
   * @param nameOf returns the name of a file
   */
  add(
    files: readonly File[],
    { nameOf, isTaken = false }: { nameOf: (file: File, at: number) => string; isTaken?: boolean },
  ): void {
    const chosen = files.map((file, at): ChosenFile => {
      const problem = returnedFileProblem(file);
      const state = problem !== null ? 'refused' : isPicture(file) ? 'unchecked' : 'waiting';
      const name = nameOf(file, this.state.length + at);
      const about = { uuid: crypto.randomUUID(), name, file, isTaken, chosenAt: Date.now() + at };
      return { ...about, state, isUploaded: false, problem };
    });
    this.#set([...this.state, ...chosen]);
    for (const each of chosen) this.#keep(each);
    void this.#run();
  }

  /**
   * Sends a picture that the signatory has checked.
   * @param file the version to send
   */
  readonly use = (uuid: string, file: Blob): void => {
    this.#change(uuid, { state: 'waiting', file });
    const used = this.state.find((each) => each.uuid === uuid);
    if (used) this.#keep(used);
    void this.#run();
  };

  readonly remove = (uuid: string): void => {
    this.#set(this.state.filter((each) => each.uuid !== uuid));
    this.#gone.add(uuid);
    this.#forget(uuid);
  };

  /**
   * Stores files on this device from now on, and restores those that were stored before. Files of a packet with an access code
   * aren't stored.
   */
  async keepUnder(packet: string, { hasAccessCode }: { hasAccessCode: boolean }): Promise<void> {
    if (hasAccessCode) return;
    this.#keptUnder = packet;
    const files = await readKeptFiles(packet);
    const known = new Set(this.state.map(({ uuid }) => uuid));
    const back = files.flatMap(({ isChecked, ...file }): ChosenFile[] => {
      if (known.has(file.uuid) || this.#gone.has(file.uuid)) return [];
      return [{ ...file, state: isChecked ? 'waiting' : 'unchecked', isUploaded: false, problem: null }];
    });
    if (back.length === 0) return;
    this.#set([...this.state, ...back]);
    void this.#run();
  }

  /** Retries files that couldn't be sent. */
  readonly retry = (): void => {
    this.#isPaused = false;
    this.#set(this.state.map((each) => (each.state === 'unsent' ? { ...each, state: 'waiting' } : each)));
    void this.#run();
  };

  /**
   * Retries unsent files.
   * @param onChange called after each file that the server has accepted, and when the signatory must enter a code
   */
  resume(onChange: () => void): void {
    this.#onChange = onChange;
    this.retry();
  }

  async #run(): Promise<void> {
    if (this.#isSending || this.#isPaused) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    let isLocked = false;
    let pause = RETRY;
    while (!this.#isPaused) {
      const next = this.state.find(({ state }) => state === 'waiting');
      if (!next) break;
      this.#change(next.uuid, { state: 'sending', problem: null });
      const result = await this.#send(next);
      switch (result.kind) {
        case 'sent':
          this.remove(next.uuid);
          this.#onChange();
          break;
        case 'refused':
          // The file stays on the device: a newer link to the packet, or this link after a reload, may accept it.
          this.#change(next.uuid, { state: 'refused', problem: result.problem });
          break;
        case 'locked':
          isLocked = true;
          this.#isPaused = true;
          this.#change(next.uuid, { state: 'unsent', isUploaded: result.isUploaded });
          this.#onChange();
          break;
        case 'unsent': {
          const { isUploaded, wait = 0, problem = null } = result;
          this.#isPaused = wait > 0;
          pause = Math.max(RETRY, wait);
          this.#change(next.uuid, { state: 'unsent', isUploaded, problem });
        }
      }
    }
    this.#isSending = false;
    // Once the code is entered, the room resumes the queue.
    if (!isLocked && this.state.some(({ state }) => state === 'unsent'))
      this.#timer = setTimeout(this.retry, pause);
  }

  #keep({ uuid, name, file, isTaken, chosenAt, state }: ChosenFile): void {
    const packet = this.#keptUnder;
    if (packet === null || state === 'refused') return;
    const kept = { uuid, name, file, isTaken, isChecked: state !== 'unchecked', chosenAt };
    this.#disk = this.#disk.then(() => keepFile(packet, kept));
  }

  #forget(uuid: string): void {
    const packet = this.#keptUnder;
    if (packet !== null) this.#disk = this.#disk.then(() => forgetFile(packet, uuid));
  }

  /** Warns before the page closes, because files are sent only while it is open and not every browser stores them. */
  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.state.some(({ state }) => state !== 'refused')) event.preventDefault();
  };

  #change(uuid: string, change: Partial<ChosenFile>): void {
    this.#set(this.state.map((each) => (each.uuid === uuid ? { ...each, ...change } : each)));
  }

  #set(state: readonly ChosenFile[]): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isPicture({ name, type }: File): boolean {
  return /^image\/(jpeg|png)$/.test(type) || /\.(jpe?g|png)$/i.test(name);
}
