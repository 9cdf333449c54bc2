/** What the page measured for one user action. Times are in milliseconds since the event that started it. */
export interface ActPainted {
  /** The time of the event, in milliseconds since the page's start. */
  began: number;
  /** When a frame that shows the result was painted. */
  painted: number;
  /** How many frames that took, including the last one. */
  frames: number;
}

/** The measurements of an action that writes. */
export interface ActSeen extends ActPainted {
  /** When the change was committed. */
  committed: number;
}

/** Measures inside the page. A wait that takes a minute fails with an error that names what it waited for. */
export interface PageWatch {
  /**
   * Returns at once. Waits for the next event of a type, and then for a frame in which `state` returns a
   * different value. Marks both times in the trace.
   */
  act(type: string, state: () => unknown): void;
  /**
   * Like `act`, but waits for the last frame in which the open dialog (or the page, without a dialog)
   * changed. It ends after 100 ms without a change.
   */
  settle(type: string): void;
  /** The result of the last `act`. */
  seen: Promise<ActSeen>;
  /** The same without the commit, for actions that only read. */
  painted: Promise<ActPainted>;
  /** The result of the last `settle`: milliseconds from the event to the last changed frame. */
  settled: Promise<number>;
  /**
   * Resolves once a frame has shown that the condition holds, with the milliseconds since the page's start.
   */
  shown(holds: () => boolean): Promise<number>;
  /**
   * Resolves once no task has taken more than a few milliseconds for a quarter of a second, or after five
   * seconds.
   */
  rest(): Promise<void>;
  /**
   * Returns the longest task since the last call, in milliseconds. 0 means none over 50 ms, because the
   * browser doesn't report shorter ones.
   */
  takeLongestTask(): number;
}

declare global {
  var bench: PageWatch;
}

/** Runs in the page before its own scripts. Creates `bench`. */
export function watchPage(): void {
  /** The times of commits, in milliseconds since the page's start, and the waits for the next commit. */
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

  /** Runs after the current frame, in a separate task. */
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
      // The benchmark awaits only one of the two. The other must not reject unhandled.
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
          // The timer fires every few milliseconds. A larger gap means that a task kept the page busy.
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
