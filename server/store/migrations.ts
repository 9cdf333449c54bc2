import type { Migration } from '../postgres/migrate.ts';
import { firstSlice } from './migrations/0001-first-slice.ts';

/** Every step of the schema in order; a released step never changes. */
export const migrations: readonly Migration[] = [firstSlice];
