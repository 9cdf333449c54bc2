import * as z from 'zod';
import { presignedUploadSchema } from '../../entities/documents/document.ts';
import { packetFileSchema } from '../../entities/signing/packet.ts';
import { uuidSchema } from '../../entities/row.ts';
import {
  byToken,
  confirmedDeviceSchema,
  consentedSchema,
  declinedSchema,
  deedSubmissionSchema,
  delegatedSchema,
  deviceCodeSchema,
  enteredWitnessCodeSchema,
  finishedSchema,
  newSignatureSchema,
  recipientViewSchema,
  returnedFileSchema,
  roomUploadSchema,
  signedPagesSchema,
  signingRoomSchema,
  unlockedSchema,
  viewedSchema,
  witnessCodeSchema,
  witnessedSchema,
  witnessLinkSchema,
} from '../../entities/signing/signing-room.ts';
import { endpoint } from '../endpoint.ts';

/** A call of the signing room. It needs nothing but the link's token, and returns the updated room. */
function roomCall<Input extends z.ZodType>(name: string, summary: string, input: Input) {
  return endpoint
    .route({ method: 'POST', path: `/signing/{token}/${name}`, summary })
    .meta({ policy: 'public' })
    .input(input)
    .output(signingRoomSchema);
}

export const signing = {
  room: endpoint
    .route({ method: 'GET', path: '/signing/{token}', summary: 'What the holder of a link has to sign' })
    .meta({ policy: 'public' })
    .input(z.object(byToken))
    .output(signingRoomSchema),
  unlock: roomCall('unlock', 'Enter the access code', unlockedSchema),
  emailDeviceCode: roomCall('device_code', 'Email a code for a new device', deviceCodeSchema),
  confirmDevice: roomCall(
    'device',
    'Enter the code that was emailed for a new device',
    confirmedDeviceSchema,
  ),
  viewed: roomCall('viewed', 'Record that the packet was opened', viewedSchema),
  consent: roomCall('consent', 'Agree to sign electronically', consentedSchema),
  adopt: roomCall('adopt', 'Choose a signature', newSignatureSchema),
  sign: roomCall('sign', 'Signs pages', signedPagesSchema),
  submitDeed: roomCall(
    'deed_submission',
    'Sign pages of a deed together with the whole document',
    deedSubmissionSchema,
  ),
  witness: roomCall('witness', 'Witness signed pages', witnessedSchema),
  witnessCode: endpoint
    .route({
      method: 'POST',
      path: '/signing/{token}/witness_code',
      summary: 'Get a code that opens the signed pages on a device of the witness',
    })
    .meta({ policy: 'public' })
    .input(viewedSchema)
    .output(witnessCodeSchema),
  enterWitnessCode: endpoint
    .route({ method: 'POST', path: '/signing/witness', summary: 'Enter the code of a witness' })
    .meta({ policy: 'public' })
    .input(enteredWitnessCodeSchema)
    .output(witnessLinkSchema),
  finish: roomCall('finish', 'Submit the signatures', finishedSchema),
  decline: roomCall('decline', 'Decline to sign', declinedSchema),
  delegate: roomCall('delegate', 'Say that the packet is for someone else', delegatedSchema),
  upload: endpoint
    .route({
      method: 'POST',
      path: '/signing/{token}/upload',
      summary: 'Where a file of pages that were signed on paper is uploaded',
    })
    .meta({ policy: 'public' })
    .input(roomUploadSchema)
    .output(presignedUploadSchema),
  returnFile: roomCall(
    'returned_file',
    'Hand in an uploaded file of pages that were signed on paper',
    returnedFileSchema,
  ),
  recipientView: endpoint
    .route({
      method: 'POST',
      path: '/signing/{token}/recipient_view',
      summary: 'Where the holder of a link signs at DocuSign',
    })
    .meta({ policy: 'public' })
    .input(z.strictObject(byToken))
    .output(recipientViewSchema),
  document: endpoint
    .route({
      method: 'GET',
      path: '/signing/{token}/document/{id}',
      summary: 'A document of the packet or, with the packet’s id, its signed PDF',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'public' })
    .input(z.object({ ...byToken, id: uuidSchema }))
    .output(packetFileSchema),
};
