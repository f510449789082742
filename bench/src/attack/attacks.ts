import { limits } from '@obieg/contracts';
import { searches } from '../scenarios';
import { buildLargeWorkflow } from './large-workflow';
import type { AttackedSite } from './people';
import { newWords, randomLetters } from './random-text';
import type { PreparedRequest } from './send';

/** An expensive input, beside a plain one of the same operation. */
export interface Attack {
  name: string;
  /** Requests of one address or user in a minute, by default (docs/reference/settings.md). */
  perMinute: number;
  requests: PreparedRequest[];
  plain: PreparedRequest[];
  /** Requests of a measurement of processor time, if not the usual number. */
  batch?: number;
}

const perMinute = {
  pages: 300,
  files: 6_000,
  signedInReads: 600,
  searches: 60,
  writes: 120,
  uploads: 20,
  /** Of an organization. */
  workflowImports: 30,
  /** 2,000 tasks in bulk actions of 500. */
  bulkCalls: 4,
} as const;

/** Different texts of an attack. */
const variants = 200;
/** The gateway accepts 16 KB of headers, which include the address. */
const addressLength = 14_000;
const marksInRow = 30;
const visitorAddresses = 20;

const repeat = <T>(count: number, build: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => build(index));

const asVisitor = (host: string, index: number): Record<string, string> => ({
  host,
  'x-forwarded-for': `203.0.113.${1 + (index % visitorAddresses)}`,
});

const get = (path: string, headers: Record<string, string>): PreparedRequest => ({
  method: 'GET',
  path,
  headers,
});

const sendJson = (
  path: string,
  headers: Record<string, string>,
  body: unknown,
  method = 'POST',
): PreparedRequest => {
  const payload = JSON.stringify(body);
  const length = String(Buffer.byteLength(payload));
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    payload,
  };
};

const upload = (headers: Record<string, string>, fileName: string): PreparedRequest => {
  const payload =
    `--obieg\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    'Content-Type: text/plain\r\n\r\nabc\r\n--obieg--\r\n';
  return {
    method: 'POST',
    path: '/api/tasks/new/attachments',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=obieg',
      'content-length': String(Buffer.byteLength(payload)),
    },
    payload,
  };
};

const describeVisitors = (host: string): Attack[] => {
  const longPath = `/${'.a'.repeat(addressLength / 2)}/`;
  const page = { accept: 'text/html' };
  return [
    {
      name: 'pages with long paths, without account',
      perMinute: perMinute.pages,
      requests: repeat(visitorAddresses, (index) => get(longPath, { ...asVisitor(host, index), ...page })),
      plain: repeat(visitorAddresses, (index) => get('/submit-task', { ...asVisitor(host, index), ...page })),
    },
    {
      name: 'files with long paths, without account',
      perMinute: perMinute.files,
      requests: repeat(visitorAddresses, (index) => get(`/remotes${longPath}x.js`, asVisitor(host, index))),
      plain: repeat(visitorAddresses, (index) => get('/remotes/x.js', asVisitor(host, index))),
    },
    {
      name: 'uploads with long file names, without account',
      perMinute: perMinute.uploads,
      requests: repeat(variants, (index) => upload(asVisitor(host, index), '.a'.repeat(addressLength / 4))),
      plain: repeat(variants, (index) => upload(asVisitor(host, index), 'notatka.txt')),
    },
  ];
};

const describeReads = (
  { taskIds: [taskId = 0], groupIds, answers }: AttackedSite,
  member: Record<string, string>,
): Attack[] => {
  const [parameterId = '1'] = Object.keys(answers);
  const search = (text: string) => get(`/api/tasks?search=${encodeURIComponent(text)}`, member);
  const list = (query: Record<string, string>) =>
    get(`/api/tasks?${new URLSearchParams({ sortBy: 'title', ...query })}`, member);
  const plain = search(searches(taskId)['common word']);
  return [
    {
      name: 'searches with long words',
      perMinute: perMinute.searches,
      requests: repeat(variants, () => search(randomLetters(100))),
      plain: [plain],
    },
    {
      name: 'searches with many common parts',
      perMinute: perMinute.searches,
      requests: [search('z a d n i e p o m r w 1 2 3 4 5 6 7 8 9 ad an en om')],
      plain: [plain],
    },
    {
      name: 'lists with filters of views',
      perMinute: perMinute.signedInReads,
      requests: [
        list({
          assignees: `none,${groupIds.slice(0, 49).map((id) => `group:${id}`)}`,
          createdDays: '3000',
          updatedDays: '3000',
        }),
      ],
      plain: [list({})],
    },
    {
      name: 'lists by an answer of no task',
      perMinute: perMinute.searches,
      requests: repeat(variants, (index) =>
        list({ answers: JSON.stringify({ [parameterId]: `brak ${index}` }) }),
      ),
      plain: [list({})],
    },
  ];
};

const describeWrites = (
  { groupIds, taskIds, answers }: AttackedSite,
  member: Record<string, string>,
): Attack[] => {
  const submit = (body: object) =>
    sendJson('/api/tasks', member, { title: 'Zgłoszenie', workflowParameters: answers, ...body });
  const comment = (index: number, body: object) =>
    sendJson(`/api/tasks/${taskIds[index]}/comment`, member, body);
  const plainComments = repeat(variants, (index) => comment(index, { content: 'Komentarz pomiarowy' }));
  const plainSubmissions = [submit({ description: 'Opis zadania.' })];
  const marks = repeat(
    Math.floor(limits.taskTitleMaxLength / (marksInRow + 1)),
    () => `a${'\u0301\u0327'.repeat(marksInRow / 2)}`,
  ).join('');
  return [
    {
      name: 'submissions with 10,000 random letters',
      perMinute: perMinute.writes,
      requests: repeat(variants, () => submit({ description: randomLetters(limits.descriptionMaxLength) })),
      plain: plainSubmissions,
    },
    {
      name: 'submissions with 10,000 letters of new words',
      perMinute: perMinute.writes,
      requests: repeat(variants, () => submit({ description: newWords(limits.descriptionMaxLength) })),
      plain: plainSubmissions,
    },
    {
      name: 'titles with combining marks',
      perMinute: perMinute.writes,
      requests: [submit({ title: marks })],
      plain: plainSubmissions,
    },
    {
      name: 'comments of 10,000 letters of new words',
      perMinute: perMinute.writes,
      requests: repeat(variants, (index) => comment(index, { content: newWords(limits.commentMaxLength) })),
      plain: plainComments,
    },
    {
      name: 'comments for 100 groups, new words',
      perMinute: perMinute.writes,
      requests: repeat(variants, (index) =>
        comment(index, { content: newWords(limits.commentMaxLength), visibleGroupIds: groupIds }),
      ),
      plain: plainComments,
    },
  ];
};

/** Without an idempotency key, so that a repeated call is a new one. */
const bulk = (headers: Record<string, string>, publicTaskIds: readonly number[], index: number) =>
  sendJson('/api/tasks/bulk', headers, {
    action: 'PRIORITY',
    priority: index % 2 === 0 ? 'HIGH' : 'LOW',
    publicTaskIds,
  });

const describeMembers = ({
  managerToken,
  operatorToken,
  taskIds,
  workflow,
  host,
}: AttackedSite): Attack[] => {
  const asManager = { host, authorization: `Bearer ${managerToken}` };
  const asOperator = { host, authorization: `Bearer ${operatorToken}` };
  const dryRun = (file: unknown) =>
    sendJson('/api/workflow-configuration/import?dryRun=true', asManager, { file });
  return [
    {
      name: 'import dry runs of 4,500 conditions',
      perMinute: perMinute.workflowImports,
      requests: repeat(4, (index) => dryRun(buildLargeWorkflow(index))),
      plain: [dryRun(workflow)],
    },
    {
      name: 'bulk actions on 500 tasks',
      perMinute: perMinute.bulkCalls,
      batch: 1,
      requests: repeat(variants, (index) => bulk(asOperator, taskIds.slice(0, limits.bulkTasksMax), index)),
      plain: repeat(variants, (index) => bulk(asOperator, taskIds.slice(0, 1), index)),
    },
  ];
};

/** The most expensive known inputs of each kind within the limits of the product. */
export const describeAttacks = (site: AttackedSite): Attack[] => {
  const member = { host: site.host, authorization: `Bearer ${site.token}` };
  return [
    ...describeVisitors(site.host),
    ...describeReads(site, member),
    ...describeWrites(site, member),
    ...describeMembers(site),
  ];
};
