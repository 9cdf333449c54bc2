import type { Scheduler, Strand } from './scheduler.ts';

/** One end of a channel. It receives what is posted at the other ends with the same name. */
export interface Port {
  post(message: unknown): void;
  close(): void;
}

interface OpenPort {
  name: string;
  strand: Strand;
  receive: (message: unknown) => void;
}

/** The BroadcastChannels of one device's browser profile. A message reaches every other channel with its name, in order. */
export class Channels {
  readonly #scheduler: Scheduler;
  #ports: OpenPort[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  open(strand: Strand, name: string, receive: (message: unknown) => void): Port {
    const port = { name, strand, receive };
    this.#ports.push(port);
    return {
      post: (message) => this.#post(port, message),
      close: () => {
        this.#ports = this.#ports.filter((each) => each !== port);
      },
    };
  }

  drop(strand: Strand): void {
    this.#ports = this.#ports.filter((port) => port.strand !== strand);
  }

  #post(from: OpenPort, message: unknown): void {
    if (from.strand.dead) return;
    for (const port of this.#ports) {
      if (port === from || port.name !== from.name) continue;
      const copy: unknown = structuredClone(message);
      this.#scheduler.queue(port.strand, () => {
        if (this.#ports.includes(port)) port.receive(copy);
      });
    }
  }
}
