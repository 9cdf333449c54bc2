/** The name of a field that a row has on the wire. */
type FieldOf<Row> = keyof Row & string;

/** The actions that most collections support. */
export type StandardVerb = 'create' | 'update' | 'move' | 'delete';

/**
 * What each layer knows about a collection of a deal. It is plain data without zod, so the page may load it; the schemas of
 * the rows are in ../entities/.
 */
interface CollectionFacts<Row> {
  /** The name in code: of the table on the device, the group of endpoints (`contract.customKeys`), the cursor. */
  name: string;
  /** On the wire and in PostgreSQL: the list in the change feed, the table, `collection` in the change log. */
  wire: string;
  /** The path of its endpoints, below /api. */
  path: string;
  /** The noun of its commands: `custom-key` in `custom-key.rename`. */
  command: string;
  /** The user-facing noun, singular and plural. */
  nouns: { one: string; many: string };
  /** The kind of subject in the activity log. */
  subject: string;
  /** The topic under which the activity log lists its events. */
  topic: 'checklist' | 'files' | 'tasks' | 'fields' | 'signing';
  /**
   * The address of the page that shows a row, relative to its deal's: `signatories?signatory={id}`. Null if no page does.
   */
  page: string | null;
  /** The kind under which `transactions.restore` brings a deleted row back; null if it can't. */
  restorable: string | null;
  /**
   * The field by which people recognize a row: its name, or the beginning of its text. Null if none of its own fields
   * does.
   */
  title: FieldOf<Row> | null;
  /** The fields that people edit. Only these can conflict. */
  fields: readonly FieldOf<Row>[];
  /**
   * The fields that name other rows in the same deal. Null names none. With `together`, the row is deleted and restored along
   * with the row that it names.
   */
  parents: readonly { field: FieldOf<Row>; collection: string; together: boolean }[];
  /** Fields for a row's place on the checklist. The device keeps them in child lists instead. */
  placeFields: readonly FieldOf<Row>[];
  /** The field whose rows share one `order`, 0-based and without gaps: `transaction`, or a parent's field. Null without an order. */
  orderedWithin: FieldOf<Row> | null;
  /** The field whose text must be unique in the deal, ignoring case. Null if duplicates are allowed. */
  unique: FieldOf<Row> | null;
  /**
   * The commands derived from this declaration. src/db/commands/collections/standard-commands.ts defines them; `delete` comes
   * with `restore`, which undoes it. Commands that do more have their own files.
   */
  standard: readonly StandardVerb[];
  /** Rows are created only with `bulk_create`. The API has no other call that creates them. */
  createdInBulk?: true;
  /**
   * Whether the server's commands behind the standard endpoints, and the command that restores rows, also derive from this
   * declaration (server/commands/standard/). server/http/router.ts lists those that check or change more.
   */
  standardOnServer?: true;
  /** Indexes of its table on the device, besides `uuid` and `transaction`. */
  indexes: readonly string[];
  /**
   * The version of its rows' format on the device. Increase it with each new field: every device then pulls
   * everything again.
   */
  form: number;
}

/** Declares a collection. The type of its rows comes first, so that the compiler checks the names of fields. */
export function defineCollection<Row>() {
  return <const Facts extends CollectionFacts<Row>>(facts: Facts): Facts & { readonly row?: Row } => facts;
}
