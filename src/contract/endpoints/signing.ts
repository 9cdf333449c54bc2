import * as z from 'zod';
import { packetFileSchema } from '../entities/packet.ts';
import { uuidSchema } from '../entities/row.ts';
import {
  byToken,
  consentedSchema,
  declinedSchema,
  finishedSchema,
  newSignatureSchema,
  signedPagesSchema,
  signingRoomSchema,
  viewedSchema,
} from '../entities/signing-room.ts';
import { endpoint } from './endpoint.ts';

/** A call of the signing room. The token of the link is all that it needs; each answers with the room as it is then. */
function roomCall<Input extends z.ZodType>(name: string, summary: string, input: Input) {
  return endpoint
    .route({ method: 'POST', path: `/signing/{token}/${name}`, summary })
    .meta({ policy: 'public' })
    .input(input)
    .output(signingRoomSchema);
}

export const signing = {
  room: endpoint
    .route({ method: 'GET', path: '/signing/{token}', summary: 'What the holder of a link signs' })
    .meta({ policy: 'public' })
    .input(z.object(byToken))
    .output(signingRoomSchema),
  viewed: roomCall('viewed', 'Says that the packet was opened', viewedSchema),
  consent: roomCall('consent', 'Agrees to sign electronically', consentedSchema),
  adopt: roomCall('adopt', 'Chooses a signature', newSignatureSchema),
  sign: roomCall('sign', 'Signs pages', signedPagesSchema),
  finish: roomCall('finish', 'Hands in the signatures', finishedSchema),
  decline: roomCall('decline', 'Declines to sign', declinedSchema),
  document: endpoint
    .route({
      method: 'GET',
      path: '/signing/{token}/document/{id}',
      summary: 'A document of the packet to read, or with the id of the packet its signed PDF',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'public' })
    .input(z.object({ ...byToken, id: uuidSchema }))
    .output(packetFileSchema),
};
