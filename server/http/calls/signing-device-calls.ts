import type { SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { confirmDevice, emailDeviceCode } from '../../commands/rooms/confirm-device.ts';
import { actorOf, answerRoom, holderOf, slowed, type AtDevice, type RoomCall } from './signing-calls.ts';

/** Emails the signatory a code for the device that this call comes from. */
export async function emailDeviceCodeCall({ input, context }: RoomCall<AtDevice>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services, limits, caller } = context;
    const holder = holderOf(context, input);
    const address = addressKey(caller.address);
    const by = actorOf(context, input.device_at);
    await emailDeviceCode(services, limits.open, { holder, by, address });
    return answerRoom(context, holder, { pictures: true });
  });
}

/** Trusts the device that this call comes from, if the emailed code is right. */
export async function confirmDeviceCall({
  input,
  context,
}: RoomCall<AtDevice & { code: string }>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services, limits, caller } = context;
    const holder = holderOf(context, input);
    const address = addressKey(caller.address);
    const by = actorOf(context, input.device_at);
    await confirmDevice(services, limits.open, { holder, code: input.code, by, address });
    return answerRoom(context, holder, { pictures: true });
  });
}
