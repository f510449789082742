import type { Group, WorkflowParameter } from '@obieg/contracts';
import { type BenchProduct, call, signIn } from './product';

const samples = 50;

interface Propagation {
  name: string;
  /** Milliseconds from each change's response until the read model contains it, sorted. */
  measureAll(product: BenchProduct): Promise<number[]>;
}

interface Watched {
  /** Makes a change that this text identifies. */
  change(text: string): Promise<unknown>;
  /** Finds a row once the read model contains the text. */
  sql: string;
}

/** Polls the read model as fast as the database responds. */
const watch = async ({ tasksDatabase }: BenchProduct, { change, sql }: Watched): Promise<number[]> => {
  const durations: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const text = `sample ${sample} of ${process.pid}`;
    await change(text);
    const respondedAt = performance.now();
    while (!(await tasksDatabase.query(sql, [text])).rowCount);
    durations.push(performance.now() - respondedAt);
  }
  return durations.sort((one, other) => one - other);
};

export const propagations: readonly Propagation[] = [
  {
    name: 'a parameter, svc-workflow to svc-tasks',
    measureAll: async (product) => {
      const { acme } = product;
      const token = await signIn(acme, 'wiktor@acme.test');
      const [parameter] = await call<WorkflowParameter[]>('GET', `${acme}/api/workflow-parameters`, token);
      if (!parameter) throw new Error('The demo organization has no parameter.');
      return watch(product, {
        change: (description) =>
          call('PUT', `${acme}/api/workflow-parameters/${parameter.id}`, token, {
            ...parameter,
            description,
          }),
        sql: `select from configurations, jsonb_array_elements(configuration -> 'parameters') p
               where p ->> 'description' = $1`,
      });
    },
  },
  {
    name: 'a group, svc-identity to svc-tasks',
    measureAll: async (product) => {
      const { acme } = product;
      const token = await signIn(acme, 'anna@acme.test');
      const group = await call<Group>('POST', `${acme}/api/groups`, token, { name: 'Grupa pomiarowa' });
      return watch(product, {
        change: (name) => call('PUT', `${acme}/api/groups/${group.id}`, token, { name }),
        sql: 'select from groups where name = $1',
      });
    },
  },
];
