import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Measured, measure, type Scenario } from '../load';
import { type BenchProduct, call, signIn, startProduct, throughGateway } from '../product';
import { printLine, printRow, printTableHeader, quantile, summarize } from '../report';
import { type FilledPeople, fillPeople, peopleCounts } from './fill-people';

interface Options {
  seconds: number;
  rounds: number;
}

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '3' } },
  });
  return { seconds: Number(values.seconds), rounds: Number(values.rounds) };
};

const readsOf = ({ largestGroupId }: FilledPeople): [string, string][] => [
  ['users, first page (50)', '/api/users'],
  ['users, middle page', '/api/users?cursor=1010000'],
  ['users, page of 200', '/api/users?limit=200'],
  ['users, search with many matches', '/api/users?search=kowalska'],
  ['users, search with one match', '/api/users?search=osoba19999%40'],
  ['users, search without matches', '/api/users?search=nikogo'],
  ['user search box, many matches', '/api/users/search?searchTerm=kowalska'],
  ['user search box, one match', '/api/users/search?searchTerm=zaneta.wozniak.19982'],
  ['user search box, no match', '/api/users/search?searchTerm=nikogo'],
  ['users for pickers (1,000)', '/api/organizations/users'],
  ['groups, page of 200', '/api/groups?limit=200'],
  ['groups for pickers, page of 200', '/api/organizations/groups?limit=200'],
  ['one group', `/api/groups/${largestGroupId}`],
  ['members of the largest group (2,000)', `/api/groups/${largestGroupId}/members`],
  ['permissions of the caller', '/api/permissions/check'],
];

const describeScenarios = async (product: BenchProduct, filled: FilledPeople): Promise<Scenario[]> => {
  const { acme } = product;
  const scenario = (token: string, name: string, path: string): Scenario => ({
    name,
    target: throughGateway(product, token),
    next: () => ({ method: 'GET', path }),
  });
  const anna = await signIn(acme, 'anna@acme.test');
  const superAdmin = await signIn(acme, 'super@obieg.test');
  return [
    ...readsOf(filled).map(([name, path]) => scenario(anna, name, path)),
    scenario(superAdmin, 'users, first page, as super administrator', '/api/users'),
    scenario(superAdmin, 'one user, as super administrator', `/api/users/${filled.memberId}`),
  ];
};

/**
 * Measures svc-tasks' queries for the effective groups of a member of a dozen groups, as its application role in the
 * tenant scope.
 */
const measureEffectiveGroups = async (tasks: pg.Client, { memberId, largestGroupId }: FilledPeople) => {
  const descendants = `with recursive below as (
      select id from groups where id = $1 and deleted_at is null
      union select g.id from below b join groups g on g.parent_group_id = b.id and g.deleted_at is null
    ) select m.user_id from below b join group_members m on m.group_id = b.id and m.role in ('LEADER', 'MEMBER')`;
  const [root = 0] = [largestGroupId - peopleCounts.groups + 1];
  const queries: [string, string, unknown[]][] = [
    ['select 1, for comparison', 'select 1', []],
    ['groups of a user, with all ancestors', `select effective_groups($1, '{LEADER,MEMBER}')`, [memberId]],
    ['members of the largest group', descendants, [largestGroupId]],
    ['members of a top-level group, with all descendants', descendants, [root]],
  ];
  printLine('\n| query of the read model in svc-tasks | rows | p50 ms | p95 ms |\n|---|---|---|---|');
  for (const [name, sql, values] of queries) {
    const durations: number[] = [];
    let rowCount = 0;
    for (let sample = 0; sample < 200; sample++) {
      const startedAt = performance.now();
      const { rows } = await tasks.query({ name: `bench ${name}`, text: sql, values });
      durations.push(performance.now() - startedAt);
      rowCount = rows[0]?.effective_groups?.length ?? rows.length;
    }
    const sorted = durations.sort((one, other) => one - other);
    printLine(`| ${name} | ${rowCount} | ${quantile(sorted, 0.5)} | ${quantile(sorted, 0.95)} |`);
  }
};

const connectTo = async (address: string, database: string): Promise<pg.Client> => {
  const url = new URL(address);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
};

/** Starts and fills the product with people and groups, measures it and prints Markdown tables. */
export const runPeopleBenchmarks = async (args: string[]): Promise<void> => {
  const { seconds, rounds } = readOptions(args);
  const product = await startProduct();
  const identity = await connectTo(product.tasksDatabaseUrl, 'identity');
  try {
    const filled = await fillPeople(identity, product.tasksDatabase);
    const { users, groups, groupMembers, otherUsers } = peopleCounts;
    printLine(
      `${users} users in the organization, ${otherUsers} in four others, ${groups} groups with ${groupMembers} memberships`,
    );
    const scenarios = await describeScenarios(product, filled);
    for (const scenario of scenarios) {
      const { next, target } = scenario;
      const { host = '' } = target.headers;
      await call('GET', `http://${host}${next().path}`, target.headers['authorization']?.slice(7));
    }
    printTableHeader();
    for (const scenario of scenarios) {
      for (const connections of [1, 8]) {
        const measured: Measured[] = [];
        for (let round = 0; round < rounds; round++)
          measured.push(await measure(scenario, connections, seconds));
        printRow(summarize(measured));
      }
    }
    await product.tasksDatabase.query('begin');
    await product.tasksDatabase.query('set local role tasks_app');
    const { rows } = await identity.query(`select id from organizations where code_name = 'acme'`);
    await product.tasksDatabase.query(`select set_config('app.organization_id', $1, true)`, [
      String(rows[0].id),
    ]);
    await measureEffectiveGroups(product.tasksDatabase, filled);
    await product.tasksDatabase.query('rollback');
  } finally {
    await identity.end();
    await product.stop();
  }
};
