import type * as z from 'zod';
import type { PresignedUpload } from '../../../src/contract/entities/documents/document.ts';
import type { returnedFileSchema, SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { clearUpload, stageBytesInTurn } from '../../commands/documents/stage-upload.ts';
import { writeByLink } from '../../commands/packets/room/sign-packet.ts';
import { findUploadedFile, prepareReturnedFile, returnFile } from '../../commands/rooms/return-file.ts';
import { actorOf, answerRoom, holderOf, slowed, type ByToken, type RoomCall } from './signing-calls.ts';

/** Returns the form with which the holder of a link uploads a file of pages that were signed on paper. */
export async function uploadFromRoom({
  input,
  context,
}: RoomCall<ByToken & { uuid: string }>): Promise<PresignedUpload> {
  return slowed(context, input.token, async () => {
    const { services, limits, answer } = context;
    answer.headers['cache-control'] = 'no-store';
    const asked = { holder: holderOf(context, input), uuid: input.uuid };
    const request = await prepareReturnedFile(services, limits.open, asked);
    const { url, fields } = await services.objects.presignUpload(request);
    return { url, fields };
  });
}

/**
 * Submits an uploaded file, and returns the updated room. The file is moved before the deal is locked, because a move may be
 * slow.
 */
export async function returnFileCall({
  input,
  context,
}: RoomCall<z.output<typeof returnedFileSchema>>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services } = context;
    const holder = holderOf(context, input);
    const by = actorOf(context, input.device_at);
    const uploaded = await findUploadedFile(services, { holder, uuid: input.uuid });
    const staged = uploaded && (await stageBytesInTurn(services, uploaded.organization, uploaded.key));
    const act = { holder, command: 'signing.return_file', by, inStates: ['paper', 'completed'] as const };
    let isTaken = false;
    await writeByLink(services, act, async (signing) => {
      await returnFile(signing, input, staged);
      isTaken = true;
    });
    // Runs after the commit, in parallel with the response.
    if (uploaded && isTaken) void clearUpload(services.objects, uploaded.key);
    return answerRoom(context, holder, { pictures: false });
  });
}
