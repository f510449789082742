import { createHash } from 'node:crypto';
import { ApiError, ContractError } from '@obieg/web-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeliveryReporter } from './delivery-reporter';
import { fakeFetch } from './test-support';

const digestOf = (content: string, algorithm = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const folder = '/remotes/mf-tasks/v1/';
const remote = {
  id: 'mf-tasks',
  version: 'v1',
  integrity: { [`${folder}entry.js`]: digestOf('entry'), [`${folder}list.js`]: digestOf('list') },
};
const serve =
  (files: Record<string, string>) =>
  (path: string): Response => {
    const content = files[path.replace(folder, '')];
    return content === undefined ? new Response('', { status: 404 }) : new Response(content);
  };
const scriptNotLoaded = new Error('#RUNTIME-008 Failed to load script resources');
const buildLostChunk = (file: string) =>
  Object.assign(new Error('Loading chunk failed'), {
    name: 'ChunkLoadError',
    request: `${location.origin}${folder}${file}`,
  });
const callFailed = new ApiError({
  code: 'UNREADABLE',
  status: 500,
  serverMessage: undefined,
  fieldErrors: [],
  requestId: undefined,
  retryAfterSeconds: undefined,
});

describe('createDeliveryReporter', () => {
  it('reports a load once per page load, without credentials, and drops a report that fails', async () => {
    const { listReports, listRequestOptions } = fakeFetch();
    const { reportLoaded, reportShellLoaded } = createDeliveryReporter({ shell: 's1' }, new EventTarget());
    reportShellLoaded();
    reportLoaded(remote);
    reportLoaded(remote);
    expect(listReports()).toEqual(['shell s1 loaded', 'mf-tasks v1 loaded']);
    expect(listRequestOptions()[0]).toMatchObject({ keepalive: true, credentials: 'omit' });
  });

  it('sends the ticket of the page with each report, and none in a page without one', () => {
    const { listTickets } = fakeFetch();
    const { reportLoaded, reportShellLoaded } = createDeliveryReporter({ shell: 's1' }, new EventTarget());
    reportShellLoaded();
    const meta = document.createElement('meta');
    meta.name = 'report-ticket';
    meta.content = 'a ticket';
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    reportLoaded(remote);
    expect(listTickets()).toEqual([undefined, 'a ticket']);
  });

  it.each([
    ['load-failed', 'the files are missing', scriptNotLoaded, {}],
    [
      'load-failed',
      'the files are intact by now',
      new DOMException('', 'TimeoutError'),
      { 'entry.js': 'entry', 'list.js': 'list' },
    ],
    [
      'integrity-failed',
      'a file has another digest',
      scriptNotLoaded,
      { 'entry.js': 'entry', 'list.js': 'lost' },
    ],
    ['contract-failed', 'the contract is broken', new ContractError('version 1'), {}],
    ['render-failed', 'the code throws', new ReferenceError('x is not defined'), {}],
    [
      'render-failed',
      'the entry throws',
      new Error('#RUNTIME-008 ScriptExecutionError: Script "/entry.js" loaded but threw'),
      {},
    ],
  ])('reports %s if %s', async (event, _, error, files) => {
    const { listReports } = fakeFetch(serve(files));
    createDeliveryReporter({}, new EventTarget()).reportLoadFailure(remote, error);
    await vi.waitFor(() => expect(listReports()).toEqual([`mf-tasks v1 ${event}`]));
  });

  it.each([
    ['task', 'sha384', 'load-failed'],
    ['lost', 'sha384', 'integrity-failed'],
    ['task', 'sha256', 'load-failed'],
  ])(
    'checks a later chunk with the content "%s" by the %s digest of its element: %s',
    async (content, algorithm, event) => {
      const page = document.createElement('div');
      const script = document.createElement('script');
      page.append(script);
      script.src = `${folder}task.js`;
      script.integrity = digestOf('task', algorithm);
      const { listReports, requests } = fakeFetch(serve({ 'task.js': content }));
      const { reportLoaded, reportRouteFailure } = createDeliveryReporter({}, page);
      reportLoaded(remote);
      script.dispatchEvent(new Event('error'));
      reportRouteFailure('mf-tasks', buildLostChunk('task.js'));
      await vi.waitFor(() => expect(listReports()).toEqual(['mf-tasks v1 loaded', `mf-tasks v1 ${event}`]));
      expect(requests).toEqual([`${folder}task.js`]);
    },
  );

  it('reports load-failed for a changed file if the browser cannot compute digests', async () => {
    vi.stubGlobal('crypto', {});
    const { listReports } = fakeFetch(serve({ 'entry.js': 'changed', 'list.js': 'changed' }));
    createDeliveryReporter({}, new EventTarget()).reportLoadFailure(remote, scriptNotLoaded);
    await vi.waitFor(() => expect(listReports()).toEqual(['mf-tasks v1 load-failed']));
  });

  it('ignores failed calls of a route, and routes of remotes that were not loaded', async () => {
    const { listReports } = fakeFetch();
    const { reportLoaded, reportRouteFailure } = createDeliveryReporter({ shell: 's1' }, new EventTarget());
    reportLoaded(remote);
    reportRouteFailure('mf-tasks', callFailed);
    reportRouteFailure('mf-tasks', { status: 404, statusText: '', internal: false, data: '' });
    reportRouteFailure('mf-auth', new Error('a defect'));
    reportRouteFailure('shell', new Error('a defect'));
    await vi.waitFor(() => expect(listReports()).toContain('shell s1 render-failed'));
    expect(listReports()).toEqual(['mf-tasks v1 loaded', 'shell s1 render-failed']);
  });

  it('reports the same failure once and at most five failures a page', async () => {
    const { listReports } = fakeFetch();
    const { reportLoadFailure, reportLoaded } = createDeliveryReporter({}, new EventTarget());
    for (let version = 1; version <= 7; version++) {
      for (let repetition = 0; repetition < 2; repetition++)
        reportLoadFailure({ ...remote, version: `v${version}` }, new Error('a defect'));
    }
    await vi.waitFor(() => expect(listReports()).toHaveLength(5));
    expect(new Set(listReports()).size).toBe(5);
    reportLoaded(remote);
    expect(listReports().at(-1)).toBe('mf-tasks v1 loaded');
  });
});
