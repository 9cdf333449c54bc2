import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

// Acts are hashed when their transaction commits. That way, the row lock on audit_head, which puts commits in one order, is
// held only during the commit and never while a transaction waits for anything else.
const statements = [
  `create table audit_log (
    uuid uuid primary key,
    seq bigint unique,
    at timestamptz(3) not null,
    act text not null,
    actor uuid,
    organization uuid,
    transaction uuid,
    subject uuid,
    address text,
    detail json not null,
    previous text,
    hash text
  )`,
  `create index audit_log_at on audit_log (at)`,
  // The end of the chain, and where it begins since old rows were removed.
  `create table audit_head (
    only_one boolean primary key default true check (only_one),
    seq bigint not null,
    hash text not null,
    removed_through bigint not null default 0,
    removed_hash text not null default '',
    printed_through bigint
  )`,
  `insert into audit_head (seq, hash) values (0, '')`,
  `create function audit_seal() returns trigger language plpgsql as $$
    declare
      head audit_head;
      sealed text;
    begin
      select * into strict head from audit_head for update;
      sealed := encode(sha256(convert_to(json_build_array(
        head.seq + 1, head.hash, new.uuid, (extract(epoch from new.at) * 1000)::bigint, new.act, new.actor,
        new.organization, new.transaction, new.subject, new.address, new.detail::text
      )::text, 'UTF8')), 'hex');
      update audit_log set seq = head.seq + 1, previous = head.hash, hash = sealed where uuid = new.uuid;
      update audit_head set seq = head.seq + 1, hash = sealed;
      return null;
    end
  $$`,
  // A row that is restored from a backup already has its hash.
  `create constraint trigger audit_log_seal after insert on audit_log
    deferrable initially deferred for each row when (new.hash is null) execute function audit_seal()`,
  `create function audit_refuse() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.hash is null and new.hash is not null then return new; end if;
      elsif tg_op = 'DELETE' then
        if current_setting('counterpart.audit_retention', true) = 'on' then return old; end if;
      end if;
      raise exception 'The audit log is append-only.';
    end
  $$`,
  `create trigger audit_log_refuse before update or delete on audit_log
    for each row execute function audit_refuse()`,
  `create trigger audit_log_refuse_truncate before truncate on audit_log
    for each statement execute function audit_refuse()`,
];

/** Security-relevant acts: append-only, each row with the previous row's hash (docs/adr/0024-audit-log.md). */
export const auditLog: Migration = {
  name: '0063-audit-log',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
