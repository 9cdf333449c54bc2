import * as z from 'zod';
import { endpoint, noContent } from '../endpoint.ts';

export const contact = {
  send: endpoint
    .route({
      method: 'POST',
      path: '/contact',
      successStatus: 204,
      summary: 'Write to this installation’s support',
    })
    .meta({ policy: 'public' })
    .input(
      z.strictObject({
        name: z.string().trim().min(1, 'Enter your name.').max(200),
        email: z.email('Enter an email address, such as name@firm.com.').max(320),
        message: z.string().trim().min(1, 'Enter a message.').max(10_000),
      }),
    )
    .output(noContent),
};
