import { createHash } from 'node:crypto';
import type { AuthResponse, TaskListResponse, TaskResponse } from '@obieg/contracts';
import { type Obieg, requestSite, type SiteResponse } from '@obieg/local';
import { until } from '../../local/test/processes';

const password = 'obieg-demo';

/** People of the demo, by organization. Their roles differ. */
const people: Record<string, string[]> = {
  acme: ['anna@acme.test', 'wiktor@acme.test', 'olga@acme.test', 'marek@acme.test', 'rita@acme.test'],
  globex: ['greta@globex.test', 'gustaw@globex.test'],
};

export const signIn = async (site: string, email: string): Promise<string> => {
  const { status, body, text } = await requestSite('POST', `${site}/api/auth/signin`, {
    body: { email, password },
  });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`);
  return (body as AuthResponse).token;
};

export const listTasks = async (site: string, token: string): Promise<TaskListResponse['tasks']> => {
  const tasks: TaskListResponse['tasks'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body, text } = await readReady(`${site}/api/tasks?${query}`, token);
    if (status !== 200) throw new Error(`the list fails: ${status} ${text}`);
    const page = body as TaskListResponse;
    tasks.push(...withoutVolatile(page.tasks));
    cursor = page.nextCursor;
  }
  return tasks;
};

/** Calls again while a service is unavailable, as it can be on a busy machine. */
const readReady = async (address: string, token: string): Promise<SiteResponse> => {
  let response = await requestSite('GET', address, { token });
  await until(`${address} is available`, async () => {
    if (response.status === 503) response = await requestSite('GET', address, { token });
    return response.status !== 503;
  });
  return response;
};

/** Differ between two equal answers: the id of a refused request, and the clocks of targets. */
const volatile = new Set(['requestId', 'elapsedMinutes']);
const withoutVolatile = <T>(body: T): T =>
  JSON.parse(JSON.stringify(body, (key, value) => (volatile.has(key) ? undefined : value))) as T;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Calls that show a task to one person: its page, parts and what the person may do with it. */
const readTask = async (site: string, token: string, publicTaskId: number) => {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await readReady(`${site}/api/tasks/${publicTaskId}${path}`, token);
    return { status, body: withoutVolatile(body) };
  };
  const page = await read('');
  const { attachments = [] } = (page as { body: Partial<TaskResponse> }).body.task ?? {};
  const files: Record<string, unknown> = {};
  for (const { id, originalFilename } of attachments) {
    const path = `${site}/api/tasks/${publicTaskId}/attachments/${id}/download`;
    const { status, text } = await readReady(path, token);
    files[originalFilename] = { status, sha256: digest(text) };
  }
  const [comments, history, transitions] = await Promise.all([
    read('/comments'),
    read('/status-history'),
    read('/transitions'),
  ]);
  return { page, files, comments, history, transitions };
};

/** Everything that one person sees and may do in an organization. */
const observePerson = async (site: string, token: string) => {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await readReady(`${site}/api${path}`, token);
    return { status, body: withoutVolatile(body) };
  };
  const tasks = await listTasks(site, token);
  const details: Record<number, unknown> = {};
  for (const { publicTaskId } of tasks) details[publicTaskId] = await readTask(site, token, publicTaskId);
  return {
    me: await read('/auth/me'),
    permissions: await read('/permissions/check'),
    users: await read('/organizations/users'),
    groups: await read('/groups'),
    statuses: await read('/workflow-status'),
    transitions: await read('/status-transitions'),
    tasks,
    details,
  };
};

/** Signs in everyone of an organization and reads what each of them sees. */
export const observe = async ({ gatewayUrl }: Obieg, codeName: string) => {
  const site = gatewayUrl(codeName);
  const seen: Record<string, unknown> = {};
  for (const email of people[codeName] ?? [])
    seen[email] = await observePerson(site, await signIn(site, email));
  return seen;
};
