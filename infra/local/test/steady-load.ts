import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateTaskResponse, TaskListResponse } from '@obieg/contracts';
import { until } from './processes';
import type { ProductSite } from './product-site';

interface Call {
  name: string;
  startedAt: number;
  endedAt: number;
  /** Status or error code of a call that failed. */
  failure: string | undefined;
}

interface LoadOptions {
  site: ProductSite;
  perSecond: number;
  /** Prefix of the titles of the submitted tasks. */
  title: string;
}

/**
 * Fewer than the connections to PostgreSQL that an organization gets of each service. On a machine that cannot keep up,
 * more calls would wait for a connection for 5 s and get 503, which is right and says nothing about an update.
 */
const runningMax = 12;

/**
 * Sends calls at a constant rate, as many people do, while the product keeps up: reads from each service, and every
 * fifth call a submission without an idempotency key. Nothing is repeated.
 */
export const startLoad = ({ site, perSecond, title }: LoadOptions) => {
  const calls: Call[] = [];
  const running = new Set<Promise<void>>();
  const acknowledged = new Map<string, number>();
  let sent = 0;
  let isPaused = false;

  const submit = async (): Promise<string | undefined> => {
    const name = `${title} ${sent}`;
    const { status, body, text } = await site.send('POST', '/tasks', { title: name });
    if (status !== 201) return `${status} ${text}`;
    acknowledged.set(name, (body as CreateTaskResponse).publicTaskId);
    return undefined;
  };
  const read = async (path: string): Promise<string | undefined> => {
    const { status, text } = await site.send('GET', path);
    return status === 200 ? undefined : `${status} ${text}`;
  };
  const kinds: [name: string, send: () => Promise<string | undefined>][] = [
    ['POST /tasks', submit],
    ...['/tasks?limit=20', '/groups', '/workflow-status', '/tasks?limit=1'].map(
      (path): [string, () => Promise<string | undefined>] => [`GET ${path}`, () => read(path)],
    ),
  ];
  const sendOne = async (): Promise<void> => {
    const [name, send] = kinds[sent % kinds.length] as (typeof kinds)[number];
    sent += 1;
    const startedAt = performance.now();
    const failure = await send().catch((error: NodeJS.ErrnoException) => error.code ?? String(error));
    calls.push({ name, startedAt, endedAt: performance.now(), failure });
  };
  const tick = (): void => {
    if (isPaused || running.size >= runningMax) return;
    const one = sendOne().finally(() => running.delete(one));
    running.add(one);
  };
  const timer = setInterval(tick, 1_000 / perSecond);

  return {
    /** All finished calls. */
    calls,
    /** Numbers of the acknowledged tasks, by title. */
    acknowledged,
    failures: (): Call[] => calls.filter(({ failure }) => failure !== undefined),
    /** Waits for this number of further calls. */
    untilMore: (count: number): Promise<void> => {
      const target = calls.length + count;
      return until(`${count} more calls`, () => calls.length >= target, 10 * 60_000);
    },
    /** Sends nothing until `resume`. @returns after the running calls */
    pause: async (): Promise<void> => {
      isPaused = true;
      await Promise.all(running);
    },
    resume: (): void => {
      isPaused = false;
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
};

/** Lists all tasks with this prefix of the title. */
export const listTasks = async ({ call }: ProductSite, title: string): Promise<[string, number][]> => {
  const found: [string, number][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: TaskListResponse = await call('GET', `/tasks?${query}`);
    for (const task of page.tasks)
      if (task.title.startsWith(`${title} `)) found.push([task.title, task.publicTaskId]);
    cursor = page.nextCursor;
  }
  return found.sort();
};

const lastLines = 40;

/** Lists failed calls, and the end of each log of the product that wrote them. */
export const describeFailures = (failures: readonly Call[], dataDir: string): string => {
  const logs = join(dataDir, 'logs');
  return [
    ...failures.map(({ name, failure }) => `${name}: ${failure}`),
    ...readdirSync(logs).flatMap((file) => [
      `--- ${file}`,
      ...readFileSync(join(logs, file), 'utf8').trim().split('\n').slice(-lastLines),
    ]),
  ].join('\n');
};
