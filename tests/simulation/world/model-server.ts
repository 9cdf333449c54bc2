import { newOrganization } from '../../support/organization.ts';
import type { Organization } from '../../../src/contract/entities/organization.ts';
import type { User } from '../../../src/contract/entities/user.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../../src/contract/errors.ts';
import { TOP } from '../../../src/contract/rules/child-lists.ts';
import type { Config } from '../../../src/contract/endpoints/auth.ts';
import type { DealMoved } from '../../../src/contract/events.ts';
import {
  DealWriter,
  isMember,
  membersOf,
  openDeal,
  putPerson,
  Refusal,
  wireDeal,
  wireElements,
  wireItems,
  type DealState,
  type Writer,
} from './model-deal.ts';
import { activitySince, changesSince } from './model-feed.ts';
import { markRead, notify, type Inbox } from './model-notifications.ts';

/** A request as it arrives: an endpoint of the contract as `group.name`, its input, and the headers that count. */
export interface Request {
  endpoint: string;
  input: unknown;
  device: string;
  userId: string | undefined;
  idempotencyKey: string | undefined;
  baseVersion: number | undefined;
  etag: string | null | undefined;
}

/** What the server answers, before anything happens to it on the way. */
export interface Response {
  status: number;
  body: unknown;
  etag: string | null;
}

/** A session lasts so long, milliseconds. */
const SESSION_MS = 12 * 60 * 60_000;

interface State {
  deals: Map<string, DealState>;
  /** What was answered to a key, in the transaction of the effect. */
  answers: Map<string, { status: number; body: string }>;
  /** The keys of what was done, in the order of doing: each once. */
  applied: string[];
  /** By person. */
  inboxes: Map<string, Inbox>;
  epoch: string;
}

/**
 * A model of the server: the contract's rules over maps, idempotent by key, with sessions. `feed` says which of the two
 * ways of reading it offers.
 */
export class ModelServer {
  readonly feed: boolean;
  readonly users = new Map<string, User>();
  #state: State = nothingYet('epoch 1');
  #backup: State | null = null;
  /** Told when a deal has moved, with those who may know. */
  onMoved: (moved: DealMoved, readers: ReadonlySet<string>) => void = () => undefined;
  /** The person who is signed in on each device, and until when. */
  readonly #sessions = new Map<string, { userId: string; until: number }>();
  readonly #now: () => number;

  constructor(feed: boolean, now: () => number) {
    this.feed = feed;
    this.#now = now;
  }

  get deals(): ReadonlyMap<string, DealState> {
    return this.#state.deals;
  }

  get applied(): readonly string[] {
    return this.#state.applied;
  }

  addUser(uuid: string, name: string): User {
    const at = this.#at();
    const user: User = {
      uuid,
      email: `${name.toLowerCase()}@counterpart.test`,
      first_name: name,
      last_name: 'Whitfield',
      full_name: `${name} Whitfield`,
      created_at: at,
      organization: uuid,
      organization_name: 'Whitfield LLP',
      role: 'member',
      experience: null,
      fusion_url: null,
      net_docs_config: null,
      imanage_configs: [],
      binder_format_structure: {
        index_style: 'table_of_contents',
        primary_header: 'uppercase_roman',
        second_header: 'uppercase_alphabetic',
        third_header: 'lowercase_roman',
        last_documents: 'lowercase_alphabetic',
        attachment_marker: 'none',
        numbering: 'tabs',
        reset_tabs: false,
      },
      beacon_signature: null,
      hide_support: false,
      version: 1,
      modified_at: at,
      modified_by: uuid,
    };
    this.users.set(uuid, user);
    return user;
  }

  /** Opens a deal for all of these people. */
  addDeal(uuid: string, members: readonly string[]): DealState {
    const [first = ''] = members;
    const fields = { name: 'Project Alder', client_name: '', matter_number: '', closing_date: null };
    const by = this.#writer(first);
    const deal = openDeal(uuid, fields, by, this.#user(first));
    for (const member of members) putPerson(deal, this.#user(member), { ...by, version: 1 });
    this.#state.deals.set(uuid, deal);
    return deal;
  }

  /** Something that a person does elsewhere; what the server refuses has not happened. */
  write(deal: DealState, user: string, act: (writer: DealWriter) => void): void {
    const writer = new DealWriter(deal, this.#writer(user));
    try {
      act(writer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    if (writer.close()) this.#tell(deal);
  }

  /** Lets someone into a deal, or out of it. */
  setMember(deal: DealState, user: string, member: boolean): void {
    const at = this.#at();
    deal.version += 1;
    if (member) putPerson(deal, this.#user(user), { user, at, version: deal.version });
    const row = deal.people.get(user);
    if (!member && row) deal.people.set(user, { ...row, deleted: true, version: deal.version });
    this.onMoved({ deal: deal.row.uuid, version: deal.version }, new Set([...membersOf(deal), user]));
  }

  /** The feed forgets what it has told: every cursor before now is too old. */
  forgetChanges(): void {
    for (const deal of this.#state.deals.values()) deal.forgottenTo = deal.version;
  }

  /** The deals that a person may see, as the list says. */
  dealsOf(userId: string): DealState[] {
    return [...this.#state.deals.values()].filter((deal) => !deal.deleted && isMember(deal, userId));
  }

  clear(): void {
    this.#state = nothingYet('');
    this.#backup = null;
  }

  /** Tells a person something, by a notification. */
  notify(user: string, uuid: string): void {
    notify(this.inboxOf(user), user, uuid, this.#at());
  }

  /** All are of one firm. */
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

  backUp(): void {
    this.#backup = structuredClone(this.#state);
  }

  /** Everything is again as it was at the backup; says by their keys what is undone by it, and which answers are forgotten. */
  restore(): { undone: string[]; forgotten: string[] } {
    if (!this.#backup) return { undone: [], forgotten: [] };
    const before = this.#state;
    this.#state = { ...structuredClone(this.#backup), epoch: `${before.epoch} restored` };
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

  /** Whether this has been answered: then it is answered from memory, whatever it would be now. */
  hasAnswered({ userId, idempotencyKey: key }: Request): boolean {
    return key !== undefined && this.#state.answers.has(`${userId} ${key}`);
  }

  /** Refuses an edit for a reason of which the model knows nothing; other requests are refused as they come. */
  keepRefusal({ userId, idempotencyKey: key }: Request, { status, body }: Response): void {
    if (key !== undefined)
      this.#state.answers.set(`${userId} ${key}`, { status, body: JSON.stringify(body) });
  }

  #respond(request: Request): Response {
    const { endpoint, device } = request;
    const input: Record<string, unknown> = JSON.parse(JSON.stringify(request.input ?? {}));
    if (endpoint === 'config.get') return ok(this.#config());
    if (endpoint === 'auth.login') return this.#signIn(device, String(input['loginId']));
    const { userId } = request;
    if (userId === undefined || !this.isSignedIn(device, userId))
      throw new Refusal('signed_out', 'Please sign in again.');
    if (endpoint === 'auth.refresh') return ok(this.#prolong(device, userId));
    if (endpoint === 'transactions.changes') return ok(this.#changes(input, userId));
    if (endpoint === 'transactions.activity') return ok(this.#activity(input, userId));
    const told = this.#read(endpoint, input, userId);
    if (told !== null) {
      const etag = JSON.stringify(told);
      return etag === request.etag ? { status: 304, body: null, etag } : { ...ok(told), etag };
    }
    return this.#once(request, input, userId);
  }

  /** Whether the device's session is this person's. */
  isSignedIn(device: string, userId: string): boolean {
    const session = this.#sessions.get(device);
    return session?.userId === userId && session.until >= this.#now();
  }

  #changes(input: Record<string, unknown>, user: string): unknown {
    if (!this.feed) throw new Refusal('not_found', 'There is no change feed.');
    return changesSince(this.#deal(input['id'], user), user, this.#state.epoch, {
      since: input['since'] === undefined ? null : Number(input['since']),
      epoch: String(input['epoch'] ?? ''),
      checksum: input['checksum'] === 'true',
    });
  }

  #activity(input: Record<string, unknown>, user: string): unknown {
    return activitySince(this.#deal(input['id'], user), this.#state.epoch, {
      since: input['since'] === undefined ? null : Number(input['since']),
      epoch: String(input['epoch'] ?? ''),
    });
  }

  /** Who was taken off by the move hears of it as well. */
  #tell(deal: DealState): void {
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
      page_conversion_ms: 400,
      poll_documents_ms: 3000,
      stale_transaction_ms: 30_000,
      stale_items_ms: 10_000,
      stale_documents_ms: 20_000,
      change_feed: this.feed,
      event_stream: this.feed,
      resumable_uploads: false,
    };
  }

  #signIn(device: string, email: string): Response {
    const user = [...this.users.values()].find((each) => each.email === email);
    if (!user) throw new Refusal('wrong_credentials', 'This address or password is wrong.');
    return ok({ ...this.#prolong(device, user.uuid), user });
  }

  #prolong(device: string, userId: string): { expires_at: number } {
    const until = this.#now() + SESSION_MS;
    this.#sessions.set(device, { userId, until });
    return { expires_at: Math.round(until / 1000) };
  }

  #read(endpoint: string, input: Record<string, unknown>, user: string): unknown {
    switch (endpoint) {
      case 'transactions.list':
        return this.dealsOf(user)
          .map((deal) => wireDeal(deal, user))
          .filter(({ archived }) => archived === (input['archived'] === 'true'));
      case 'transactions.get':
        return wireDeal(this.#deal(input['id'], user), user);
      case 'organization.get':
        return this.organizationOf(user);
      case 'user.me':
        return this.#user(user);
      case 'elements.list':
        return wireElements(this.#deal(input['transaction'], user));
      case 'items.list':
        return wireItems(this.#deal(input['transaction'], user));
      case 'documents.list':
        this.#deal(input['transaction'], user);
        return [];
      case 'tasks.list':
        return [...this.#deal(input['transaction'], user).tasks.values()];
      case 'notes.list':
        return [...this.#deal(input['transaction'], user).notes.values()];
      case 'customKeys.list':
        return [...this.#deal(input['transaction'], user).custom_keys.values()];
      case 'notifications.list':
        return this.inboxOf(user);
      default:
        return null;
    }
  }

  #once(request: Request, input: Record<string, unknown>, user: string): Response {
    const key = request.idempotencyKey;
    const known = key === undefined ? undefined : this.#state.answers.get(`${user} ${key}`);
    if (known) return { status: known.status, body: JSON.parse(known.body), etag: null };
    const writer = { ...this.#writer(user), baseVersion: request.baseVersion ?? null };
    const response = this.#attempt(request.endpoint, input, writer);
    if (key !== undefined) {
      const { status, body } = response;
      this.#state.answers.set(`${user} ${key}`, { status, body: JSON.stringify(body) });
      if (status === 200) this.#state.applied.push(key);
    }
    return response;
  }

  #attempt(endpoint: string, input: Record<string, unknown>, by: Writer): Response {
    try {
      return ok(this.#write(endpoint, input, by));
    } catch (error) {
      if (error instanceof Refusal) return refused(error.body);
      throw error;
    }
  }

  #write(endpoint: string, input: Record<string, unknown>, by: Writer): unknown {
    const { params, body, query } = input as {
      params?: { id: string };
      body?: { label: string };
      query?: { transaction?: string };
    };
    const parent = input['parent_element'] == null ? TOP : String(input['parent_element']);
    const order = typeof input['order'] === 'number' ? input['order'] : undefined;
    const act = (deal: DealState, effect: (writer: DealWriter) => void): null => {
      const writer = new DealWriter(deal, by);
      effect(writer);
      if (writer.close()) this.#tell(deal);
      return null;
    };
    switch (endpoint) {
      case 'transactions.create':
        return this.#open(input, by);
      case 'transactions.update':
        return act(this.#deal(input['id'], by.user), (writer) => writer.update(input));
      case 'transactions.restore':
        return act(this.#deal(input['id'], by.user), (writer) => writer.restore(String(input['uuid'])));
      case 'transactions.participantSettings':
        return act(this.#deal(input['id'], by.user), (writer) => writer.archive(input['archived'] === true));
      case 'transactions.participantLeave':
        return act(this.#deal(input['id'], by.user), (writer) => writer.leave());
      case 'participants.create': {
        const deal = this.#deal(input['transaction_uuid'], by.user);
        const user = this.#user(String(input['user_uuid']));
        act(deal, (writer) => writer.addPerson(user, String(input['uuid'])));
        return deal.people.get(user.uuid);
      }
      case 'participants.delete':
        return act(this.#dealOfParticipant(String(input['id']), by.user), (writer) =>
          writer.removePerson(String(input['id'])),
        );
      case 'elements.create':
        return act(this.#deal(input['transaction'], by.user), (writer) =>
          writer.createHeader(String(input['uuid']), String(input['label']), parent, order),
        );
      case 'elements.bulkUpdate': {
        const ids = (input['element_uuids'] as unknown[]).map(String);
        return act(this.#dealOfElement(ids[0], by.user), (writer) => writer.move(ids, parent, order));
      }
      case 'elements.update':
        return act(this.#deal(query?.transaction, by.user), (writer) =>
          writer.rename(String(params?.id), String(body?.label)),
        );
      case 'elements.delete':
        return act(this.#deal(query?.transaction, by.user), (writer) => writer.remove(String(params?.id)));
      case 'items.create':
      case 'tasks.create': {
        const [uuid, element, name] = [input['uuid'], input['element_uuid'], input['name']].map(String);
        const above = input['element_parent'] == null ? TOP : String(input['element_parent']);
        const at = typeof input['element_order'] === 'number' ? input['element_order'] : undefined;
        const place = { parent: above, order: at };
        return act(this.#deal(input['transaction'], by.user), (writer) => {
          if (endpoint === 'tasks.create') writer.createTask(uuid ?? '', element ?? '', name ?? '', place);
          else writer.createItem(uuid ?? '', element ?? '', name ?? '', place);
        });
      }
      case 'items.update':
        return act(this.#dealOfRow('items', input['id'], by.user), (writer) =>
          writer.updateItem(String(input['id']), input),
        );
      case 'tasks.update':
        return act(this.#dealOfRow('tasks', input['id'], by.user), (writer) =>
          writer.updateTask(String(input['id']), input),
        );
      case 'notes.create': {
        const element = input['element'] === null ? null : String(input['element']);
        return act(this.#deal(input['transaction'], by.user), (writer) =>
          writer.createNote(String(input['uuid']), element, String(input['note'])),
        );
      }
      case 'customKeys.bulkCreate': {
        const keys = input['custom_keys'] as { uuid: string; key: string }[];
        return act(this.#deal(input['transaction'], by.user), (writer) => {
          for (const { uuid, key } of keys) writer.createCustomKey(uuid, key);
        });
      }
      case 'customKeys.update':
        return act(this.#dealOfRow('custom_keys', input['id'], by.user), (writer) =>
          writer.updateCustomKey(String(input['id']), input),
        );
      case 'customKeys.delete':
        return act(this.#dealOfRow('custom_keys', input['id'], by.user), (writer) =>
          writer.deleteCustomKey(String(input['id'])),
        );
      case 'notifications.update':
        if (!markRead(this.inboxOf(by.user), String(input['id'])))
          throw new Refusal('not_found', 'There is no such notification.');
        return null;
      default:
        throw new Error(`the model has no ${endpoint}`);
    }
  }

  #open(input: Record<string, unknown>, by: Writer): null {
    const uuid = String(input['uuid']);
    const existing = this.#state.deals.get(uuid);
    if (existing && existing.row.created_by.uuid !== by.user)
      throw new Refusal('uuid_taken', 'This id is taken already.');
    const fields = {
      name: String(input['name']),
      client_name: '',
      matter_number: '',
      closing_date: null,
    };
    if (!existing) this.#state.deals.set(uuid, openDeal(uuid, fields, by, this.#user(by.user)));
    return null;
  }

  #deal(uuid: unknown, user: string): DealState {
    const deal = this.#state.deals.get(String(uuid));
    if (!deal || deal.deleted || !isMember(deal, user))
      throw new Refusal('not_found', 'There is no such transaction.');
    return deal;
  }

  #dealOfElement(uuid: string | undefined, user: string): DealState {
    const deal = this.dealsOf(user).find(({ elements }) => uuid !== undefined && elements.has(uuid));
    if (!deal) throw new Refusal('not_found', 'There is no such line on the checklist.');
    return deal;
  }

  #dealOfRow(table: 'items' | 'tasks' | 'custom_keys', uuid: unknown, user: string): DealState {
    const deal = this.dealsOf(user).find(
      (each) => each[table].has(String(uuid)) || each.bin.has(String(uuid)),
    );
    if (!deal) throw new Refusal('not_found', 'There is no such row.');
    return deal;
  }

  #dealOfParticipant(uuid: string, user: string): DealState {
    const deals = this.dealsOf(user);
    const deal = deals.find(({ people }) => [...people.values()].some((each) => each.uuid === uuid));
    if (!deal) throw new Refusal('not_found', 'There is no such participant.');
    return deal;
  }

  #writer(user: string): Writer {
    return { user, at: this.#at(), baseVersion: null };
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

function nothingYet(epoch: string): State {
  return { deals: new Map(), answers: new Map(), applied: [], inboxes: new Map(), epoch };
}

/** An answer of the server's that refuses. */
export function refused(body: ErrorBody): Response {
  const status = ERRORS[body.code as ErrorCode]?.status ?? 422;
  return { status, body, etag: null };
}

function ok(body: unknown): Response {
  return { status: 200, body, etag: null };
}
