import type { Scheduler, Strand } from './scheduler.ts';

type Listener = (event: { data: unknown }) => void;

interface Port {
  name: string;
  strand: Strand;
  listeners: Set<Listener>;
}

/** The BroadcastChannels of one device's browser profile: a message reaches every other channel of its name, in order. */
export class Channels {
  readonly #scheduler: Scheduler;
  #ports: Port[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** `BroadcastChannel` as one strand sees it. */
  seenBy(strand: Strand): new (name: string) => object {
    const open = (name: string): Port => {
      const port = { name, strand, listeners: new Set<Listener>() };
      this.#ports.push(port);
      return port;
    };
    const post = (from: Port, message: unknown): void => this.#post(from, message);
    const close = (port: Port): void => {
      this.#ports = this.#ports.filter((each) => each !== port);
    };
    return class {
      readonly #port: Port;
      onmessage: Listener | null = null;
      constructor(name: string) {
        this.#port = open(name);
        this.#port.listeners.add((event) => this.onmessage?.(event));
      }
      addEventListener(_type: 'message', listener: Listener): void {
        this.#port.listeners.add(listener);
      }
      removeEventListener(_type: 'message', listener: Listener): void {
        this.#port.listeners.delete(listener);
      }
      postMessage(message: unknown): void {
        post(this.#port, message);
      }
      close(): void {
        close(this.#port);
      }
    };
  }

  drop(strand: Strand): void {
    this.#ports = this.#ports.filter((port) => port.strand !== strand);
  }

  #post(from: Port, message: unknown): void {
    if (from.strand.dead) return;
    for (const port of this.#ports) {
      if (port === from || port.name !== from.name) continue;
      const data: unknown = structuredClone(message);
      this.#scheduler.queue(port.strand, () => {
        for (const listener of port.listeners) listener({ data });
      });
    }
  }
}
