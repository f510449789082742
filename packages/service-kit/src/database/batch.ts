import pg from 'pg';

/** What the driver has but its published types do not tell. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

interface Field {
  name: string;
  dataTypeID: number;
}

/** The connection's side of the driver: each call writes one message of the protocol. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  close(statement: { type: 'S'; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: Record<string, never>): void;
  sync(): void;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

/** Columns of the answers to a connection's prepared statements, by the statements' names. */
export type PreparedStatements = Map<string, readonly Column[]>;

interface NamedStatement {
  name: string;
  text: string;
  values: readonly unknown[];
}

interface Step extends NamedStatement {
  values: readonly (string | Buffer | null)[];
  columns: readonly Column[];
  rows: Record<string, unknown>[];
  tag: string;
  /** Of an answer that cannot be read. */
  error?: Error;
  resolve(result: pg.QueryResult): void;
  reject(error: Error): void;
}

const toColumn = ({ name, dataTypeID }: Field): Column => ({
  name,
  parse: pg.types.getTypeParser(dataTypeID, 'text'),
});

const readRow = (columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const { name, parse } of columns) {
    const field = fields[index++] ?? null;
    row[name] = field === null ? null : parse(field);
  }
  return row;
};

/** `INSERT 0 1`, `UPDATE 3`, `COMMIT` */
const toResult = ({ tag, rows }: Step): pg.QueryResult => {
  const [command = '', ...counts] = tag.split(' ');
  const rowCount = counts.length > 0 ? Number(counts.at(-1)) : null;
  return { command, rowCount, rows, oid: 0, fields: [] };
};

/**
 * Prepared statements that leave in one packet with one `Sync` at their end, so that the server answers them in one, too;
 * the driver would end each with its own. The first that fails is the last that takes place, and the error of all behind
 * it. A statement that the connection has run before is not described again: PostgreSQL refuses it once it would
 * answer other columns.
 */
export class Batch extends pg.Query {
  /** Set by the driver, which stops its clock by it. */
  declare callback?: (error: Error | null) => void;
  readonly #prepared: PreparedStatements;
  readonly #steps: Step[] = [];
  #done = 0;

  constructor(prepared: PreparedStatements) {
    super('');
    this.#prepared = prepared;
  }

  /** Answers when all of the batch is done. Throws for a value that cannot be sent. */
  add({ name, text, values }: NamedStatement): Promise<pg.QueryResult> {
    const written = values.map((value) => prepareValue(value));
    return new Promise((resolve, reject) => {
      this.#steps.push({ name, text, values: written, columns: [], rows: [], tag: '', resolve, reject });
    });
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.#steps) {
      const isPrepared = this.#prepared.has(name);
      if (!isPrepared) {
        // It may be there: known is only what has run to its end.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
      }
      wire.bind({ statement: name, values });
      if (!isPrepared) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  };

  get #current(): Step | undefined {
    return this.#steps[this.#done];
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    if (this.#current) this.#current.columns = fields.map(toColumn);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const step = this.#current;
    if (!step) return;
    const columns = this.#prepared.get(step.name) ?? step.columns;
    try {
      step.rows.push(readRow(columns, fields));
    } catch (error) {
      step.error = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#current;
    if (!step) return;
    step.tag = text;
    this.#done += 1;
    if (!this.#prepared.has(step.name)) this.#prepared.set(step.name, step.columns);
  }

  handleReadyForQuery(): void {
    for (const step of this.#steps) {
      if (step.error) step.reject(step.error);
      else step.resolve(toResult(step));
    }
    this.callback?.(null);
  }

  handleError(error: Error): void {
    for (const [index, step] of this.#steps.entries()) {
      if (index < this.#done && !step.error) step.resolve(toResult(step));
      else step.reject(step.error ?? error);
    }
    this.callback?.(error);
  }
}
