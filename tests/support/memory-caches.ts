/** A cache in memory that keeps the order of its requests. */
class MemoryCache {
  readonly #kept = new Map<string, Response>();
  readonly #hasRoom: (bytes: number) => boolean;

  constructor(hasRoom: (bytes: number) => boolean) {
    this.#hasRoom = hasRoom;
  }

  async match(asked: URL | Request | string, { ignoreSearch = false } = {}): Promise<Response | undefined> {
    const wanted = new URL(hrefOf(asked));
    const found = [...this.#kept].find(([href]) => {
      const { pathname } = new URL(href);
      return ignoreSearch ? pathname === wanted.pathname : href === wanted.href;
    });
    return found?.[1].clone();
  }

  async put(asked: URL | Request | string, response: Response): Promise<void> {
    const bytes = await response.blob();
    if (!this.#hasRoom(bytes.size)) throw new DOMException('The disk is full.', 'QuotaExceededError');
    this.#kept.set(hrefOf(asked), new Response(bytes, { headers: response.headers }));
  }

  async keys(): Promise<Request[]> {
    return [...this.#kept.keys()].map((href) => new Request(href));
  }

  async delete(asked: URL | Request | string): Promise<boolean> {
    return this.#kept.delete(hrefOf(asked));
  }
}

function hrefOf(asked: URL | Request | string): string {
  const href = asked instanceof Request ? asked.url : asked;
  return new URL(href, 'https://counterpart.test').href;
}

/** Caches in memory, as a browser has them for an origin. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();
  /** Whether the disk has room for a file of this many bytes. */
  hasRoom: (bytes: number) => boolean = () => true;

  async open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache((bytes) => this.hasRoom(bytes));
    this.#caches.set(name, cache);
    return cache;
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }
}
