import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { TransitionOption } from '@obieg/contracts';
import { fillTasks } from './fill';
import { type Measured, measure, type Scenario } from './load';
import { call, signIn, startProduct } from './product';
import { measurePropagation } from './propagation';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const row = ({ name, connections, perSecond, p50Ms, p99Ms, refused }: Measured): string =>
  `| ${name} | ${connections} | ${perSecond} | ${p50Ms} | ${p99Ms} | ${refused} |`;

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

/** Starts the product, fills it, measures and prints tables in Markdown. */
export const runBenchmarks = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      tasks: { type: 'string', default: '20000' },
      connections: { type: 'string', default: '1,8,32' },
    },
  });
  const seconds = Number(values.seconds);
  const product = await startProduct();
  const { obieg, acme, tasksDatabase } = product;
  try {
    const token = await signIn(acme, 'olga@acme.test');
    const me = await call<{ id: number }>('GET', `${acme}/api/auth/me`, token);
    const taskIds = await fillTasks(tasksDatabase, Number(values.tasks), me.id);
    const [firstId = 0] = taskIds;
    const { transitions } = await call<{ transitions: TransitionOption[] }>(
      'GET',
      `${acme}/api/tasks/${firstId}/transitions`,
      token,
    );
    const transition = transitions.find(
      ({ canExecute, requiredParameters }) => canExecute && requiredParameters.length === 0,
    );
    if (!transition) throw new Error('No transition can be run on the filled tasks.');
    const { rows } = await tasksDatabase.query(
      'select organization_id, answers from tasks where public_task_id = $1',
      [firstId],
    );
    const [{ organization_id: organizationId, answers }] = rows;

    let next = 0;
    const gateway = {
      url: `http://127.0.0.1:${obieg.ports.gateway}`,
      headers: { host: new URL(acme).host, authorization: `Bearer ${token}` },
    };
    const direct = {
      url: `http://127.0.0.1:${obieg.ports.tasks}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-obieg-site': 'organization',
        'x-obieg-organization-id': String(organizationId),
        'x-obieg-organization-code': 'acme',
      },
    };
    const list = '/api/tasks?assignedToMe=true&statusTypes=INITIAL,INTERMEDIATE';
    const scenarios: Scenario[] = [
      { name: 'list, assigned to me, first page', ...gateway, path: list },
      { name: 'the same, svc-tasks directly', ...direct, path: list },
      { name: 'task view', ...gateway, path: `/api/tasks/${firstId}` },
      { name: 'the same, svc-tasks directly', ...direct, path: `/api/tasks/${firstId}` },
      {
        name: 'submission',
        ...gateway,
        method: 'POST',
        path: '/api/tasks',
        body: { title: 'Zgłoszenie pomiarowe', workflowParameters: answers },
      },
      {
        name: 'transition',
        ...gateway,
        method: 'POST',
        path: '/api/tasks',
        next: () => ({
          path: `/api/tasks/${taskIds[next++ % taskIds.length]}/transition`,
          body: { transitionId: transition.transitionId, workflowParameters: answers },
        }),
      },
    ];
    say(
      `${cpus().length} x ${cpus()[0]?.model}, Node.js ${process.version}, ${taskIds.length} tasks, ${seconds} s each`,
    );
    say('\n| what | connections | per second | p50 ms | p99 ms | refused |\n|---|---|---|---|---|---|');
    for (const scenario of scenarios) {
      for (const connections of values.connections.split(',').map(Number)) {
        say(row(await measure(scenario, connections, seconds)));
      }
    }
    const durations = await measurePropagation(product, await signIn(acme, 'wiktor@acme.test'));
    say('\n| a change in svc-workflow in svc-tasks | p50 ms | p95 ms | slowest ms |\n|---|---|---|---|');
    say(
      `| ${durations.length} changes | ${quantile(durations, 0.5)} | ${quantile(durations, 0.95)} | ${quantile(durations, 1)} |`,
    );
  } finally {
    await product.stop();
  }
};
