import { limits } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { release, shell, tasks } from './releases';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { RATE_LIMIT_SCALE: '1000', TRUSTED_PROXIES: '127.0.0.1' } });
  await release(gateway, shell('s1'));
  await release(gateway, tasks('v1'));
});
afterAll(() => gateway.close());

const host = 'acme.obieg.localhost';
/** The largest text that fits beside the other headers. */
const textLength = limits.headerBytes - 500;
const fill = (part: string): string => part.repeat(textLength / part.length);
const plain = fill('a');

const requestText = (target: string, headers: Record<string, string> = {}): string =>
  [
    `GET ${target} HTTP/1.1`,
    ...Object.entries({ host, accept: 'text/html', connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

/** Processor time of the gateway and of this client, in milliseconds. Other processes do not count. */
const measure = async (request: string): Promise<number> => {
  const before = process.cpuUsage();
  expect(await gateway.sendRaw(request)).toMatch(/^HTTP\/1\.1 \d{3} /);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const rounds = 9;

/** Medians of alternating runs. */
const compare = async (request: string, baseline: string): Promise<{ ratio: number }> => {
  const [measured, compared]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    compared.push(await measure(baseline));
    measured.push(await measure(request));
  }
  return { ratio: medianOf(measured) / medianOf(compared) };
};

const ratioMax = 5;

describe('a request with 16 KB of text costs at most five times as much as one with plain text', () => {
  it.each([
    ['extensions in a path', `/${fill('.a')}/`],
    ['segments in a path', `/${fill('a/')}`],
    ['dots in a path', `/${fill('.')}a/`],
    ['escapes in a path', `/${fill('%41')}`],
    ['long words in a path', `/${fill(`${'a'.repeat(19)}/`)}!`],
    ['a fragment after an absolute address', `http://${host}${fill('a')}#`],
    [
      'a fragment after a query of a long host',
      `http://${fill('a').slice(textLength / 2)}?${fill('a').slice(textLength / 2)}#`,
    ],
    ['a fragment after an absolute address with a path', `http://${host}/${fill('a')}#`],
    ['parameters', `/?${fill('a=b&')}`],
    ['searches', `/api/tasks?search=${fill('%20')}`],
    ['segments below the tasks', `/api/tasks/${fill('a/')}`],
    ['versions of a remote', `/remotes/${fill('a/')}b.js`],
  ])('%s', async (_name, target) => {
    expect((await compare(requestText(target), requestText(`/${plain}`))).ratio).toBeLessThan(ratioMax);
  });

  it.each([
    ['accept', fill('text/htm ')],
    ['accept-encoding', fill('br,')],
    ['accept-encoding', `br${fill(';q')}`],
    ['accept-language', fill('pl,')],
    ['authorization', `Bearer ${fill('a.')}`],
    ['cookie', fill('a=b; ')],
    ['cookie', fill(';   ')],
    ['if-none-match', fill('W/"a",')],
    ['x-forwarded-for', fill('10.1.1.1,')],
    ['x-forwarded-for', `::ffff:${fill('1')}`],
    ['x-request-id', fill('a-')],
    ['traceparent', `00-${fill('0')}`],
  ])('the header %s', async (name, value) => {
    // Compressing the response costs as much in both.
    const shared: Record<string, string> = name === 'accept-encoding' ? { [name]: 'br' } : {};
    for (const target of ['/', '/robots.txt', '/api/tasks']) {
      const request = requestText(target, { ...shared, [name]: value });
      const baseline = requestText(target, { ...shared, 'x-text': plain });
      expect((await compare(request, baseline)).ratio).toBeLessThan(ratioMax);
    }
  });
});
