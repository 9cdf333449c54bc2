import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { DocumentServer } from './document-server.ts';
import { UploadRoom } from './upload-room.ts';

/** Gives each test of a file a new device and a reset server. `enter` gets both. */
export function inUploadRoom(enter: (opened: { server: DocumentServer; room: UploadRoom }) => void): void {
  let server: DocumentServer;
  let room: UploadRoom;
  beforeAll(async () => {
    server = await DocumentServer.start();
  });
  afterAll(async () => server.http.close());
  beforeEach(async () => {
    vi.stubGlobal('self', new EventTarget());
    room = await UploadRoom.open(server);
    enter({ server, room });
  });
  afterEach(async () => {
    await room.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
