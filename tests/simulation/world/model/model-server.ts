import { newOrganization } from '../../../support/organization.ts';
import type { Organization } from '../../../../src/contract/entities/account/organization.ts';
import type { User } from '../../../../src/contract/entities/account/user.ts';
import { ERRORS, errorBodySchema, type ErrorBody, type ErrorCode } from '../../../../src/contract/errors.ts';
import type { Config } from '../../../../src/contract/endpoints/account/auth.ts';
import type { DealMoved } from '../../../../src/contract/events.ts';
import { membersOf, openDeal, putPerson, type DealState, type Writer } from './model-deal.ts';
import { newFeatures, newUser } from './model-people.ts';
import { DealsOfPerson, effectOf, listOf, type Input } from './model-endpoints.ts';
import { activitySince, changesSince } from './model-feed.ts';
import { markRead, notify, type Inbox } from './model-notifications.ts';
import { DealWrite, Refusal } from './model-write.ts';

/**
 * A request as it arrives: an endpoint of the contract as `group.name`, its input, and the relevant headers.
 */
export interface Request {
  endpoint: string;
  input: unknown;
  device: string;
  userId: string | undefined;
  /** The number of the device's session at that time; 0 = none. */
  session: number;
  idempotencyKey: string | undefined;
  baseVersion: number | undefined;
  origin: string | undefined;
  etag: string | null | undefined;
}

/** The server's response, before any network faults. */
export interface Response {
  status: number;
  body: unknown;
  etag: string | null;
}

/** The lowest HTTP status of a refusal. */
const REFUSED_FROM = 400;

/** How long a session lasts, in milliseconds. */
const SESSION_MS = 12 * 60 * 60_000;

interface State {
  deals: Map<string, DealState>;
  /** The response for each key, stored in the transaction of its effect. */
  answers: Map<string, { status: number; body: string }>;
  /** The keys of applied edits, each once, in order. */
  applied: string[];
  /** The write under each key: its deal, and the deal's version after it. */
  written: Map<string, { deal: string; version: number }>;
  /** By user id. */
  inboxes: Map<string, Inbox>;
  epoch: string;
}

/** A model of the server: the contract's rules over maps, idempotent by key, with sessions. */
export class ModelServer {
  readonly users = new Map<string, User>();
  #state: State = nothingYet('epoch 1');
  #backup: State | null = null;
  /** Called when a deal has changed, with the people who can see it. */
  onMoved: (moved: DealMoved, readers: ReadonlySet<string>) => void = () => undefined;
  /** The person who is signed in on each device, and the end of their session. */
  readonly #sessions = new Map<string, { userId: string; until: number; number: number }>();
  #signIns = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get deals(): ReadonlyMap<string, DealState> {
    return this.#state.deals;
  }

  get applied(): readonly string[] {
    return this.#state.applied;
  }

  /** The writes of edits since the last restore, by key. */
  get written(): State['written'] {
    return this.#state.written;
  }

  addUser(uuid: string, name: string): User {
    const user = newUser(uuid, name, this.#at());
    this.users.set(uuid, user);
    return user;
  }

  /** Creates a deal with all of these people. */
  addDeal(uuid: string, members: readonly string[]): DealState {
    const [first = ''] = members;
    const fields = { name: 'Project Alder', client_name: '', matter_number: '', closing_date: null };
    const by = this.#writer(first);
    const deal = openDeal(uuid, fields, by, this.#user(first));
    for (const member of members) putPerson(deal, this.#user(member), { ...by, version: 1 });
    this.#state.deals.set(uuid, deal);
    return deal;
  }

  /** Writes to a deal as a person elsewhere, or as the server itself. A refused write has no effect. */
  write(deal: DealState, user: string, act: (write: DealWrite) => void): void {
    if (deal.deleted) return;
    try {
      this.#runCommand(deal, act, this.#writer(user));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Adds a person to a deal, or removes them. */
  setMember(deal: DealState, user: string, member: boolean): void {
    const at = this.#at();
    deal.version += 1;
    if (member) putPerson(deal, this.#user(user), { user, at, version: deal.version });
    const row = deal.people.get(user);
    if (!member && row) deal.people.set(user, { ...row, deleted: true, version: deal.version });
    this.onMoved({ deal: deal.row.uuid, version: deal.version }, new Set([...membersOf(deal), user]));
  }

  /** Makes the feed forget its changes, so that every earlier cursor is too old from now on. */
  forgetChanges(): void {
    for (const deal of this.#state.deals.values()) deal.forgottenTo = deal.version;
  }

  /** Returns the deals that a person can see, as in the list. */
  dealsOf(userId: string): DealState[] {
    return this.#dealsOf(userId).list();
  }

  clear(): void {
    this.#state = nothingYet('');
    this.#backup = null;
  }

  /** Sends a person a notification. */
  notify(user: string, uuid: string): void {
    notify(this.inboxOf(user), user, uuid, this.#at());
  }

  /** All users are in one firm. */
  organizationOf(user: string): Organization {
    const members = [...this.users.values()].map(({ uuid, email, full_name }) => ({
      uuid,
      email,
      full_name,
      is_org_admin: false,
    }));
    return newOrganization({ uuid: this.#user(user).organization, name: 'Whitfield LLP', members });
  }

  inboxOf(user: string): Inbox {
    const { inboxes } = this.#state;
    const inbox = inboxes.get(user) ?? [];
    inboxes.set(user, inbox);
    return inbox;
  }

  endSession(device: string): void {
    this.#sessions.delete(device);
  }

  /** Returns the number of the device's session; 0 = none. */
  sessionOf(device: string): number {
    return this.#sessions.get(device)?.number ?? 0;
  }

  backUp(): void {
    this.#backup = structuredClone(this.#state);
  }

  /** Restores the backup. Returns the keys of undone edits and of forgotten responses. */
  restore(): { undone: string[]; forgotten: string[] } {
    if (!this.#backup) return { undone: [], forgotten: [] };
    const before = this.#state;
    const epoch = `${before.epoch} restored`;
    // Devices that have seen later changes show them until they learn of the restore.
    this.#state = { ...structuredClone(this.#backup), written: new Map(), epoch };
    return {
      undone: before.applied.filter((key) => !this.#state.applied.includes(key)),
      forgotten: [...before.answers.keys()].flatMap((key) =>
        this.#state.answers.has(key) ? [] : [key.slice(key.indexOf(' ') + 1)],
      ),
    };
  }

  answer(request: Request): Response {
    try {
      return this.#respond(request);
    } catch (error) {
      if (error instanceof Refusal) return refused(error.body);
      throw error;
    }
  }

  /** Returns whether the request has a stored response, which is sent in any case. */
  hasAnswered({ userId, idempotencyKey: key }: Request): boolean {
    return key !== undefined && this.#state.answers.has(`${userId} ${key}`);
  }

  /** Stores a refusal of an edit for a reason that the model doesn't know. Refusals of other requests are not stored. */
  keepRefusal({ userId, idempotencyKey: key }: Request, { status, body }: Response): void {
    if (key !== undefined)
      this.#state.answers.set(`${userId} ${key}`, { status, body: JSON.stringify(body) });
  }

  #respond(request: Request): Response {
    const { endpoint, device } = request;
    const input: Input = JSON.parse(JSON.stringify(request.input ?? {}));
    if (endpoint === 'config.get') return ok(this.#config());
    if (endpoint === 'auth.login') return this.#signIn(device, String(input['loginId']));
    const { userId } = request;
    if (userId === undefined || !this.isSignedIn(device, userId))
      throw new Refusal('signed_out', 'Please sign in again.');
    if (endpoint === 'auth.logout') return this.#signOut(request);
    if (endpoint === 'auth.refresh') return ok(this.#prolong(device, userId));
    if (endpoint === 'transactions.changes') return ok(this.#changes(input, userId));
    if (endpoint === 'transactions.activity') return ok(this.#activity(input, userId));
    if (endpoint === 'edits.unknown') return ok(this.#unknownEdits(input, userId));
    if (endpoint === 'transactions.viewed') return ok(this.#dealsOf(userId).get(input['id']) && null);
    const content = this.#read(endpoint, input, userId);
    if (content !== null) {
      const etag = JSON.stringify(content);
      return etag === request.etag ? { status: 304, body: null, etag } : { ...ok(content), etag };
    }
    return this.#once(request, input, userId);
  }

  /** Returns whether the device's session is this person's. */
  isSignedIn(device: string, userId: string): boolean {
    const session = this.#sessions.get(device);
    return session?.userId === userId && session.until >= this.#now();
  }

  #changes(input: Input, user: string): unknown {
    return changesSince(this.#dealsOf(user).get(input['id']), user, this.#state.epoch, {
      since: input['since'] === undefined ? null : Number(input['since']),
      epoch: String(input['epoch'] ?? ''),
      checksum: input['checksum'] === 'true',
    });
  }

  #activity(input: Input, user: string): unknown {
    return activitySince(this.#dealsOf(user).get(input['id']), this.#state.epoch, {
      since: input['since'] === undefined ? null : Number(input['since']),
      epoch: String(input['epoch'] ?? ''),
    });
  }

  #unknownEdits(input: Input, user: string): unknown {
    const asked = (input['edits'] ?? []) as { key: string }[];
    const isKnown = (key: string) =>
      (this.#state.answers.get(`${user} ${key}`)?.status ?? REFUSED_FROM) < REFUSED_FROM;
    const unknown = asked.map(({ key }) => key).filter((key) => !isKnown(key));
    return { unknown, restored_to: null };
  }

  /** People who were removed by the change are notified, too. */
  #announce(deal: DealState): void {
    const { uuid } = deal.row;
    const { version } = deal;
    const gone = [...deal.people.values()].filter((each) => each.deleted && each.version === version);
    const readers = new Set([...membersOf(deal), ...gone.map(({ user_uuid }) => user_uuid)]);
    this.onMoved({ deal: uuid, version }, readers);
  }

  #user(uuid: string): User {
    const user = this.users.get(uuid);
    if (!user) throw new Refusal('invalid', 'There is no such person.');
    return user;
  }

  #config(): Config {
    return {
      application_id: 'counterpart',
      tenant_id: 'counterpart',
      hide_support: 'False',
      support_email: null,
      takes_messages: false,
      sends_email: true,
      page_conversion_ms: 400,
      poll_documents_ms: 3000,
      stale_transaction_ms: 30_000,
      stale_items_ms: 10_000,
      stale_documents_ms: 20_000,
      change_feed: true,
      event_stream: true,
      esigning_services: ['counterpart'],
      resumable_uploads: false,
    };
  }

  #signIn(device: string, email: string): Response {
    const user = [...this.users.values()].find((each) => each.email === email);
    if (!user) throw new Refusal('wrong_credentials', 'This address or password is wrong.');
    this.#signIns += 1;
    this.#sessions.delete(device);
    return ok({ ...this.#prolong(device, user.uuid), user });
  }

  /** A late sign-out does not end a newer session. */
  #signOut({ device, session }: Request): Response {
    if (this.sessionOf(device) === session) this.endSession(device);
    return ok(null);
  }

  #prolong(device: string, userId: string): { expires_at: number } {
    const until = this.#now() + SESSION_MS;
    const number = this.#sessions.get(device)?.number ?? this.#signIns;
    this.#sessions.set(device, { userId, until, number });
    return { expires_at: Math.round(until / 1000) };
  }

  #read(endpoint: string, input: Input, user: string): unknown {
    if (endpoint === 'organization.get') return this.organizationOf(user);
    if (endpoint === 'user.me') return this.#user(user);
    if (endpoint === 'featureStatus.get') return newFeatures();
    if (endpoint === 'notifications.list') return this.inboxOf(user);
    return listOf(endpoint, input, this.#dealsOf(user));
  }

  #once(request: Request, input: Input, user: string): Response {
    const key = request.idempotencyKey;
    const known = key === undefined ? undefined : this.#state.answers.get(`${user} ${key}`);
    if (known) return { status: known.status, body: JSON.parse(known.body), etag: null };
    const { baseVersion = null, origin = null } = request;
    const writer = { ...this.#writer(user), baseVersion, origin };
    const response = this.#attempt(request, input, writer);
    if (key !== undefined) {
      const { status, body } = response;
      this.#state.answers.set(`${user} ${key}`, { status, body: JSON.stringify(body) });
      // The refusal to delete a document from the queue because it is on the checklist also settles the edit.
      const isKept = errorBodySchema.safeParse(body).data?.code === ('on_checklist' satisfies ErrorCode);
      if (status === 200 || isKept) this.#state.applied.push(key);
    }
    return response;
  }

  #attempt({ endpoint, idempotencyKey }: Request, input: Input, by: Writer): Response {
    try {
      return ok(this.#write(endpoint, input, by, idempotencyKey));
    } catch (error) {
      if (error instanceof Refusal) return refused(error.body);
      throw error;
    }
  }

  #write(endpoint: string, input: Input, by: Writer, key: string | undefined): unknown {
    if (endpoint === 'transactions.create') return this.#open(input, by);
    if (endpoint === 'notifications.update') {
      if (markRead(this.inboxOf(by.user), String(input['id']))) return null;
      throw new Refusal('not_found', 'There is no such notification.');
    }
    const { deal, runCommand } = effectOf(endpoint, input, this.#dealsOf(by.user));
    const { answer, version } = this.#runCommand(deal, runCommand, by);
    if (version !== null && key !== undefined) this.#state.written.set(key, { deal: deal.row.uuid, version });
    return answer ?? null;
  }

  /** Returns the write's response, and the deal's version after it; null if it changed nothing. */
  #runCommand(
    deal: DealState,
    act: (write: DealWrite) => unknown,
    by: Writer,
  ): { answer: unknown; version: number | null } {
    const write = new DealWrite(deal, by);
    let answer: unknown;
    try {
      answer = act(write);
    } catch (error) {
      // The model can't roll back, so refusals must come before any write.
      if (write.close()) throw new Error('the model refused what it had done in part', { cause: error });
      throw error;
    }
    const wrote = write.close();
    if (wrote) this.#announce(deal);
    for (const user of write.held) notify(this.inboxOf(user), user, write.newId(), by.at, 'packet_held');
    return { answer, version: wrote ? write.version : null };
  }

  #open(input: Input, by: Writer): null {
    const uuid = String(input['uuid']);
    const existing = this.#state.deals.get(uuid);
    if (existing && existing.row.created_by.uuid !== by.user)
      throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.');
    const fields = {
      name: String(input['name']),
      client_name: '',
      matter_number: '',
      closing_date: null,
    };
    if (!existing) this.#state.deals.set(uuid, openDeal(uuid, fields, by, this.#user(by.user)));
    return null;
  }

  #dealsOf(user: string): DealsOfPerson {
    return new DealsOfPerson(this.#state.deals, user, this.users);
  }

  #writer(user: string): Writer {
    return { user, at: this.#at(), baseVersion: null, origin: null };
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

function nothingYet(epoch: string): State {
  return { deals: new Map(), answers: new Map(), applied: [], written: new Map(), inboxes: new Map(), epoch };
}

/** Returns a refusal as a response. */
export function refused(body: ErrorBody): Response {
  const status = ERRORS[body.code as ErrorCode]?.status ?? 422;
  return { status, body, etag: null };
}

function ok(body: unknown): Response {
  return { status: 200, body, etag: null };
}
