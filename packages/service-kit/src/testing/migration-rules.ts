import { readLastRelease } from '@obieg/local';
import knexFactory from 'knex';
import type { Migration } from '../database/migrations';
import { createTestDatabase } from './database';

/** Removes comments, texts and function bodies, which are not statements of the migration. */
const normalize = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/^(\s*create\s+(?:or\s+replace\s+)?function[\s\S]*?)(\$\w*\$)[\s\S]*?\2/i, '$1')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/["`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Splits the actions of `alter table` at commas outside of parentheses. */
const splitActions = (text: string): string[] => {
  const actions = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
};

const tableName = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?(\w+)`;
const createdTable = new RegExp(`^create (?:unlogged )?table ${tableName}`);
const alteredTable = new RegExp(String.raw`^alter table ${tableName}\*? (.*)$`);
const indexedTable = new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${tableName}`);

interface Seen {
  /** Tables that this migration creates. They are empty, and the last release does not use them. */
  created: Set<string>;
  /** Tables with a constraint that this migration validates. */
  validated: Set<string>;
}

/** Rules for an action on a table that exists. */
const actionRules: readonly [
  matches: (action: string, table: string, seen: Seen) => boolean,
  reason: string,
][] = [
  [
    (action) => /^drop (column )?(?!constraint|default|not null|expression|identity)\w/.test(action),
    'drops a column that the last release uses',
  ],
  [(action) => /^rename /.test(action), 'renames what the last release uses'],
  [
    (action) => /^alter (column )?\w+ (set data )?type /.test(action),
    'changes a type, which rewrites the table under an exclusive lock',
  ],
  [
    (action, table, { validated }) =>
      /^alter (column )?\w+ set not null/.test(action) && !validated.has(table),
    'sets not null without a validated check, which scans the table under an exclusive lock',
  ],
  [
    (action) =>
      /^add (column )?(?!constraint|check|foreign|unique|primary|exclude)\w+ /.test(action) &&
      / not null/.test(action) &&
      !/ default /.test(action),
    'adds a required column without a default, so inserts of the last release fail',
  ],
  [
    (action) =>
      /^add (column )?(?!constraint|check|foreign|unique|primary|exclude)\w+ .*(default [^,]*(random|clock_timestamp|nextval|uuid)|serial|generated)/.test(
        action,
      ),
    'adds a column with a volatile default, which rewrites the table under an exclusive lock',
  ],
  [
    (action) =>
      /^add .*(\bcheck \(|\bforeign key\b|\breferences\b)/.test(action) && !/ not valid$/.test(action),
    'adds a constraint that is validated under a lock; add it not valid and validate it',
  ],
  [
    (action) => /^add .*\b(unique|primary key|exclude)\b/.test(action) && !/ using index /.test(action),
    'builds an index under an exclusive lock; build it concurrently and add the constraint using it',
  ],
  [
    (action) => /^set (tablespace|logged|unlogged)/.test(action),
    'rewrites the table under an exclusive lock',
  ],
];

const statementRules: readonly [pattern: RegExp, reason: string][] = [
  [/^drop (table|view|materialized view|sequence|function|type) /, 'drops what the last release uses'],
  [/^alter (type|view|sequence|function) .* rename /, 'renames what the last release uses'],
  [/^(vacuum full|cluster|truncate|lock)\b/, 'locks a table exclusively'],
  [/^reindex (?!.*concurrently)/, 'rebuilds an index under a lock'],
  [/^drop index (?!concurrently)/, 'locks its table; drop the index concurrently'],
  [/^refresh materialized view (?!concurrently)/, 'locks its view'],
  [/^do\b/, 'runs a block that cannot be checked; use statements'],
];
const wholeTable = /^(?:update|delete from) (?:only )?(?:public\.)?(\w+)(?!.* where )/;

const checkStatement = (statement: string, seen: Seen): string[] => {
  const isNew = (table: string | undefined): boolean => table !== undefined && seen.created.has(table);
  const created = createdTable.exec(statement)?.[1];
  if (created !== undefined) seen.created.add(created);
  const altered = alteredTable.exec(statement);
  const [, table = '', actions = ''] = altered ?? [];
  if (altered && !isNew(table)) {
    const problems = splitActions(actions).flatMap((action) =>
      actionRules.flatMap(([matches, reason]) => (matches(action, table, seen) ? [reason] : [])),
    );
    if (/validate constraint/.test(actions)) seen.validated.add(table);
    return problems;
  }
  const indexed = indexedTable.exec(statement)?.[1];
  if (indexed !== undefined && !isNew(indexed))
    return ['builds an index while writes wait; build it concurrently in a migration without transaction'];
  const changed = wholeTable.exec(statement)?.[1];
  if (changed !== undefined && !isNew(changed))
    return ['changes every row of a table at once; change them in batches'];
  return statementRules.flatMap(([pattern, reason]) => (pattern.test(statement) ? [reason] : []));
};

/**
 * Finds statements that lock a large table for long, or break the last release, which runs beside this one during a
 * rolling update. Several statements in one text are checked each.
 */
export const findMigrationProblems = (statements: readonly string[]): string[] => {
  const seen: Seen = { created: new Set(), validated: new Set() };
  return statements
    .flatMap((sql) => normalize(sql).split(/;\s*/))
    .filter((statement) => statement !== '')
    .flatMap((statement) =>
      checkStatement(statement, seen).map((reason) => `${statement.slice(0, 120)}: ${reason}`),
    );
};

/**
 * Applies the migrations in order to an empty database, and checks the statements of those that the last release does
 * not have. @returns a line for each problem
 */
export const findUnsafeMigrations = async (migrations: readonly Migration[]): Promise<string[]> => {
  const { newestMigration } = readLastRelease();
  const database = await createTestDatabase([]);
  const knex = knexFactory({ client: 'pg', connection: database.ownerUrl, pool: { min: 1, max: 1 } });
  let statements: string[] = [];
  knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  try {
    await knex.raw(`select set_config('app.role', ?, false)`, [database.appRole]);
    const problems: string[] = [];
    for (const { name, up } of [...migrations].sort((one, other) => (one.name < other.name ? -1 : 1))) {
      statements = [];
      await up(knex);
      if (name > newestMigration)
        problems.push(...findMigrationProblems(statements).map((found) => `${name}: ${found}`));
    }
    return problems;
  } finally {
    await knex.destroy();
    await database.close();
  }
};
