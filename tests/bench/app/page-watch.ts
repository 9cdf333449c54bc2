/** What the page saw of one act of the person; ms since the event that began it. */
export interface ActPainted {
  /** When the event was, ms since the page's start. */
  began: number;
  /** Until a frame was painted that shows what it did. */
  painted: number;
  /** How many frames that took, including the last one. */
  frames: number;
}

/** The times of an act that writes. */
export interface ActSeen extends ActPainted {
  /** How long it took until the change was committed. */
  committed: number;
}

/** In the page being measured. A wait fails after a minute, with an error that says what it was for. */
export interface PageWatch {
  /**
   * Waits, once it has returned, for the next event of a type, and then for a frame in which `state` is another than it was before; marks both ends
   * in the trace.
   */
  act(type: string, state: () => unknown): void;
  /** The same up to the last frame in which anything changed in the dialog, or on the page: 100 ms of rest end it. */
  settle(type: string): void;
  /** What came of the last `act`. */
  seen: Promise<ActSeen>;
  /** The same without the commit, for what only reads. */
  painted: Promise<ActPainted>;
  /** How long the last `settle` took: ms from the event to that frame. */
  settled: Promise<number>;
  /** When a frame has shown that this holds, ms since the page's start. */
  shown(holds: () => boolean): Promise<number>;
  /** Resolves when for a quarter of a second no task was longer than a few milliseconds; after five seconds in any case. */
  rest(): Promise<void>;
  /** The longest task since the last call, ms; 0 = none over 50 ms, because the browser doesn't report shorter ones. */
  takeLongestTask(): number;
}

declare global {
  var bench: PageWatch;
}

/** To be run in the page before anything else: makes `bench`. */
export function watchPage(): void {
  /** When something was committed, ms since the page's start, and who waits for the next. */
  const commits: number[] = [];
  const waiting: ((at: number) => void)[] = [];
  const noteCommit = (): void => {
    const at = performance.now();
    commits.push(at);
    for (const resolve of waiting.splice(0)) resolve(at);
  };
  const firstCommitAfter = async (began: number): Promise<number> =>
    commits.find((at) => at > began) ?? new Promise((resolve) => waiting.push(resolve));
  const transaction = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction');
  const begin: IDBDatabase['transaction'] = transaction?.value;
  IDBDatabase.prototype.transaction = function transactionThatIsWatched(...args) {
    const begun = begin.apply(this, args);
    if (begun.mode === 'readwrite') begun.addEventListener('complete', noteCommit);
    return begun;
  };

  const withinAMinute = async <Value>(what: string, wait: Promise<Value>): Promise<Value> => {
    let timer = 0;
    const late = new Promise<never>((_, reject) => {
      timer = window.setTimeout(() => reject(new Error(`Gave up after a minute of waiting ${what}`)), 60_000);
    });
    return Promise.race([wait, late]).finally(() => clearTimeout(timer));
  };

  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ type: 'longtask' });

  /** A task of its own comes after the frame that is being made. */
  const afterFrame = (run: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      run();
    });
    port1.start();
    port2.postMessage(null);
  };
  const nextEvent = async (type: string): Promise<number> =>
    new Promise((resolve) => {
      addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });

  const seePainted = async (type: string, state: () => unknown): Promise<ActPainted> => {
    const before = state();
    const began = await nextEvent(type);
    performance.mark('bench-began');
    return new Promise((resolve) => {
      let frames = 0;
      const look = (): void => {
        frames += 1;
        if (state() === before) {
          requestAnimationFrame(look);
          return;
        }
        afterFrame(() => {
          performance.mark('bench-painted');
          resolve({ began, painted: performance.now() - began, frames });
        });
      };
      requestAnimationFrame(look);
    });
  };
  const seeCommitted = async (painting: Promise<ActPainted>): Promise<ActSeen> => {
    const painted = await painting;
    return { ...painted, committed: (await firstCommitAfter(painted.began)) - painted.began };
  };
  const seeSettled = async (type: string): Promise<number> => {
    let changed = false;
    const changes = new MutationObserver(() => (changed = true));
    const within = document.querySelector('[data-modal]') ?? document;
    changes.observe(within, { subtree: true, childList: true, attributes: true, characterData: true });
    const began = await nextEvent(type);
    return new Promise((resolve) => {
      let painted = began;
      let last = began;
      const look = (): void => {
        if (changed) {
          changed = false;
          last = performance.now();
          afterFrame(() => (painted = performance.now()));
        } else if (performance.now() - last > 100) {
          changes.disconnect();
          resolve(painted - began);
          return;
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  };

  globalThis.bench = {
    seen: new Promise(() => undefined),
    painted: new Promise(() => undefined),
    settled: new Promise(() => undefined),
    act(type, state) {
      const change = `after a ${type}, for another result of ${String(state)}`;
      this.painted = withinAMinute(change, seePainted(type, state));
      this.seen = withinAMinute(`for a commit ${change}`, seeCommitted(this.painted));
      // The benchmark awaits only one of them.
      for (const each of [this.painted, this.seen]) each.catch(() => undefined);
    },
    settle(type) {
      this.settled = withinAMinute(`for the page to settle after a ${type}`, seeSettled(type));
      this.settled.catch(() => undefined);
    },
    async shown(holds) {
      const showing = new Promise<number>((resolve) => {
        const look = (): void => {
          if (holds()) afterFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      });
      return withinAMinute(`for ${String(holds)} to hold`, showing);
    },
    async rest() {
      return new Promise((resolve) => {
        const asked = performance.now();
        let busyAt = asked;
        let last = asked;
        const look = (): void => {
          const now = performance.now();
          // Timers are a few milliseconds apart; more means that something else had the page.
          if (now - last > 25) busyAt = now;
          last = now;
          if (now - busyAt > 250 || now - asked > 5000) resolve();
          else setTimeout(look, 5);
        };
        look();
      });
    },
    takeLongestTask() {
      for (const { duration } of tasks.takeRecords()) longest = Math.max(longest, duration);
      const found = longest;
      longest = 0;
      return found;
    },
  };
}
