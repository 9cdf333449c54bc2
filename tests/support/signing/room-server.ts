import type { OpenRoom, SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { CONTRACT_HEADER } from '../../../src/contract/version.ts';

export const FIRST = '01a20000-0000-7000-8000-000000000001';
export const SECOND = '01a20000-0000-7000-8000-000000000002';
export const LINK = 'a'.repeat(43);
export const CODE = '123456';
export const PAGE_1 = { uuid: FIRST, sha256: 'hash of page 1', values: {} };
export const PAGE_2 = { uuid: SECOND, sha256: 'hash of page 2', values: {} };

/** The server of a signing room: what was signed, and what it sends instead of the room. */
export class RoomServer {
  readonly calls: { path: string; body: Record<string, unknown> }[] = [];
  readonly signed = new Set<string>();
  isFinished = false;
  /** Whether the device has to enter a code, which is `CODE`. */
  isNewDevice = false;
  hasAccessCode = false;
  expiresAt = '2027-01-24T10:00:00Z';
  isDown = false;
  /** Responses to reads are made at once, but arrive only when this resolves. */
  readsArrive: Promise<void> = Promise.resolve();
  /** Sent instead of the signatory's room. */
  instead: SigningRoom | null = null;
  refusal: { status: number; error_message: string } | null = null;
  /** Pages that it rejects, along with everything sent with them. */
  readonly refused = new Set<string>();

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (this.isDown) throw new TypeError('Failed to fetch');
    const path = url.slice(url.lastIndexOf('/') + 1);
    const isRead = init.method === 'GET';
    const body = isRead ? {} : JSON.parse(String(init.body));
    this.calls.push({ path: isRead ? 'read' : path, body });
    const headers = { [CONTRACT_HEADER]: '8' };
    if (this.refusal && !isRead) {
      const { status, error_message } = this.refusal;
      return Response.json({ error_message }, { status, headers });
    }
    if ((body.pages ?? []).some(({ uuid }: { uuid: string }) => this.refused.has(uuid)))
      return Response.json({ error_message: 'This page has changed.' }, { status: 422, headers });
    if (path === 'device' && body.code === CODE) this.isNewDevice = false;
    if (this.isNewDevice) return Response.json(this.room(isRead), { headers });
    for (const { uuid } of body.pages ?? []) this.signed.add(uuid);
    if (path === 'finish') this.isFinished = true;
    const room = this.instead ?? this.room(isRead || path === 'device');
    if (isRead) await this.readsArrive;
    return Response.json(room, { headers });
  };

  called(path: string) {
    return this.calls.filter((call) => call.path === path);
  }

  room(pictures: boolean): SigningRoom {
    const sender = { organization: 'Whitfield & Crane LLP' };
    if (this.isNewDevice)
      return { state: 'new_device', sender, address: 'j•••@alpha.test', code_expires_at: null };
    if (this.isFinished)
      return {
        state: 'completed',
        packet: 'p',
        sender,
        completed_at: '2026-11-24T10:00:00Z',
        has_file: true,
        file_expired: false,
        on_paper: false,
        files: null,
        has_access_code: this.hasAccessCode,
        is_released: false,
      };
    const page = ({ uuid, sha256 }: typeof PAGE_1, index: number): OpenRoom['pages'][number] => ({
      uuid,
      sha256,
      number: index + 1,
      document: null,
      width: 612,
      height: 792,
      svg: pictures ? '<svg/>' : '',
      text: '',
      fields: [],
      witness: null,
      tabs: [],
      groups: [],
      signed: this.signed.has(uuid) ? { values: {}, day: 'November 24, 2026' } : null,
      assignments: [{ uuid, capacity: '', signed_at: this.signed.has(uuid) ? '2026-11-24T10:00:00Z' : null }],
    });
    return {
      state: 'open',
      packet: 'p',
      sender,
      deal: 'Project Rowan',
      signer: 'Jane Doe',
      message: '',
      instructions: '',
      expires_at: this.expiresAt,
      has_access_code: this.hasAccessCode,
      consent: { version: '1', paragraphs: [] },
      consented_at: '2026-11-24T09:00:00Z',
      adopted: null,
      documents: [],
      pages: [PAGE_1, PAGE_2].map(page),
    };
  }
}

/** Returns a `localStorage` backed by a map. Its writes also go to the others. */
export function memoryStorage(map: Map<string, string>, ...others: Map<string, string>[]) {
  const all = [map, ...others];
  return {
    get length() {
      return map.size;
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => all.forEach((each) => each.set(key, text)),
    removeItem: (key: string) => all.forEach((each) => each.delete(key)),
  };
}
