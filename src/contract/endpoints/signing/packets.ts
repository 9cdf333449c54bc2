import * as z from 'zod';
import { packetCollection } from '../../collections/packets.ts';
import {
  canceledPacketSchema,
  newPacketsSchema,
  packetCreationSchema,
  packetFileSchema,
  packetSchema,
  queuedPacketSchema,
  sentPacketSchema,
  sentPacketsSchema,
} from '../../entities/signing/packet.ts';
import { packetDetailSchema, packetPictureSchema } from '../../entities/signing/packet-detail.ts';
import { roomPreviewSchema } from '../../entities/signing/signing-room.ts';
import { uuidSchema } from '../../entities/row.ts';
import { listEndpoint } from '../collection-endpoints.ts';
import { endpoint, idParam } from '../endpoint.ts';

const CREATION = '/assignments/create_packet';
const { path } = packetCollection;

export const packets = {
  list: listEndpoint(packetCollection, packetSchema),
  create: endpoint
    .route({
      method: 'POST',
      path: CREATION,
      successStatus: 201,
      summary: 'Create a packet for each person who signs',
      description:
        'A job makes the PDFs; use GET to see its progress. Unsent packets of the same pages are replaced.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newPacketsSchema)
    .output(packetCreationSchema),
  creation: endpoint
    .route({ method: 'GET', path: `${CREATION}/{id}`, summary: 'The progress of creating packets' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(packetCreationSchema),
  detail: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'The pages of a packet and what happened to it' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(packetDetailSchema),
  page: endpoint
    .route({ method: 'GET', path: `${path}/{id}/page/{page}`, summary: 'The picture of a page of a packet' })
    .meta({ policy: 'deal' })
    .input(z.object({ ...idParam, page: uuidSchema }))
    .output(packetPictureSchema),
  preview: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/preview`,
      summary: 'What the signatory of a packet sees in their room',
      description: 'It is read-only, leaves no trace in the evidence, and contains no link.',
    })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(roomPreviewSchema),
  previewDocument: endpoint
    .route({
      method: 'GET',
      path: `${path}/{id}/preview/document/{item}`,
      summary: 'A document that the signatory of a packet reads in their room',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.object({ ...idParam, item: uuidSchema }))
    .output(packetFileSchema),
  send: endpoint
    .route({ method: 'POST', path: `${path}/{id}/send`, summary: 'Email a packet to its signatory' })
    .meta({ policy: 'deal', idempotent: true })
    .input(sentPacketSchema.extend(idParam))
    .output(packetSchema),
  bulkSend: endpoint
    .route({
      method: 'POST',
      path: `${path}/send`,
      summary: 'Email packets to their signatories, all or none',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(sentPacketsSchema)
    .output(z.array(packetSchema)),
  queue: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/queue`,
      summary: 'Queue a packet to be emailed to its signatory once it is created, or undo that',
      description:
        'A packet with something that its sender hasn’t seen stays ready, and the sender is notified.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(queuedPacketSchema.extend(idParam))
    .output(packetSchema),
  cancel: endpoint
    .route({ method: 'POST', path: `${path}/{id}/cancel`, summary: 'Cancel a packet' })
    .meta({ policy: 'deal', idempotent: true })
    .input(canceledPacketSchema.extend(idParam))
    .output(packetSchema),
  download: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/download`,
      summary: "The PDF of a packet, with signatures only for the sender's organization",
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.strictObject(idParam))
    .output(packetFileSchema),
};
