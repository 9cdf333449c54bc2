import * as z from 'zod';
import { signInSchema } from '../entities/sign-in.ts';
import { endpoint, idParam, noContent } from './endpoint.ts';

const path = '/auth/sessions';

export const sessions = {
  list: endpoint
    .route({ method: 'GET', path, summary: 'Where the user is signed in, what was used last first' })
    .meta({ policy: 'signed_in' })
    .output(z.array(signInSchema)),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: 'End one of the own sessions; for another person’s 404',
    })
    .meta({ policy: 'signed_in' })
    .input(z.object(idParam))
    .output(noContent),
  deleteOthers: endpoint
    .route({ method: 'DELETE', path, successStatus: 204, summary: 'End all own sessions but this one' })
    .meta({ policy: 'signed_in' })
    .output(noContent),
};
