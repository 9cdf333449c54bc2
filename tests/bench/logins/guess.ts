// Runs in its own process, so that the measurement doesn't wait for the attack. Makes the requested guesses,
// this many in parallel, and reports their statuses.
import * as z from 'zod';
import { signIn } from './sign-in.ts';

const orderSchema = z.object({
  url: z.string(),
  atOnce: z.number(),
  guesses: z.array(z.object({ loginId: z.string(), from: z.string() })),
});
export type Order = z.infer<typeof orderSchema>;

process.once('message', (message) => {
  const { url, atOnce, guesses } = orderSchema.parse(message);
  const statuses: number[] = [];
  const lane = async (): Promise<void> => {
    for (let next = guesses.pop(); next; next = guesses.pop()) {
      const { status } = await signIn(url, next.loginId, `guess ${guesses.length}`, next.from);
      statuses.push(status);
    }
  };
  void Promise.all(Array.from({ length: atOnce }, lane)).then(() =>
    process.send?.(statuses, () => process.exit()),
  );
});
