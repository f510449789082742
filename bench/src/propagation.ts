import type { WorkflowParameter } from '@obieg/contracts';
import { type BenchProduct, call } from './product';

const samples = 50;

/**
 * Milliseconds from the answer to a change in svc-workflow until svc-tasks' read model holds it, sorted. The read model
 * is looked at as often as the database answers.
 */
export const measurePropagation = async (
  { acme, tasksDatabase }: BenchProduct,
  token: string,
): Promise<number[]> => {
  const parameters = await call<WorkflowParameter[]>('GET', `${acme}/api/workflow-parameters`, token);
  const [parameter] = parameters;
  if (!parameter) throw new Error('The demo organization has no parameter.');
  const durations: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const description = `sample ${sample} of ${process.pid}`;
    await call('PUT', `${acme}/api/workflow-parameters/${parameter.id}`, token, {
      ...parameter,
      description,
    });
    const committedAt = performance.now();
    for (;;) {
      const { rowCount } = await tasksDatabase.query(
        'select from configurations where configuration::text like $1',
        [`%${description}"%`],
      );
      if (rowCount) break;
    }
    durations.push(performance.now() - committedAt);
  }
  return durations.sort((one, other) => one - other);
};
