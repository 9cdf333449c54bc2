import type { SignIn } from '../../src/contract/entities/account/sign-in.ts';
import type { SignInRow } from '../store/tables.ts';
import { deviceInWords } from './device-in-words.ts';
import { instant } from './present-row.ts';

export function presentSignIn(row: SignInRow, current: string): SignIn {
  return {
    uuid: row.uuid,
    device: deviceInWords(row.user_agent),
    address: row.address,
    created_at: instant(row.created_at),
    last_used_at: instant(row.last_used_at),
    current: row.uuid === current,
  };
}
