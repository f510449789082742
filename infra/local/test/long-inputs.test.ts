import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, startObieg } from '../src/obieg';
import { requestSite } from '../src/site-client';
import {
  createSender,
  createStopwatch,
  describeSlowness,
  isSuspicious,
  type Send,
} from './long-inputs/compare-times';
import {
  type ApiDescription,
  type ApiPlace,
  listApiPlaces,
  type Place,
  pagePlaces,
  uploadRequest,
} from './long-inputs/places';

/** Shapes for a place whose code has read all shapes before. Other places take other ones. */
const repeatedShapes = 1;
/** These calls end the session of the administrator. */
const endsSession = /^(?:POST \/api\/auth\/sign-out|DELETE \/api\/account\/sessions) /;

let dataDir: string;
let obieg: Obieg;
let places: ApiPlace[];
let visitor: Send;
let administrator: Send;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-long-inputs-'));
  const env = { LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '100000' };
  obieg = await startObieg({ dataDir, ports: 'any', env });
  const acme = obieg.gatewayUrl('acme');
  const { body } = await requestSite('POST', `${acme}/api/auth/signin`, {
    body: { email: 'anna@acme.test', password: 'obieg-demo' },
  });
  const { token } = body as { token: string };
  const submitted = await requestSite('POST', `${acme}/api/tasks`, {
    token,
    body: { title: 'Długie teksty' },
  });
  const { publicTaskId } = submitted.body as { publicTaskId: number };
  const description = await requestSite('GET', `${acme}/api/docs/openapi.json`);
  places = listApiPlaces(description.body as ApiDescription, { publicTaskId: String(publicTaskId) }).filter(
    ({ name }) => !endsSession.test(name),
  );
  const { pids, ports } = obieg;
  const readMs = createStopwatch(
    ['gateway', 'svc-identity', 'svc-workflow', 'svc-tasks'].map((name) => pids()[name] ?? 0),
    pids()['postgres'],
  );
  const host = `acme.obieg.localhost:${ports.gateway}`;
  visitor = createSender({ port: ports.gateway, host, readMs });
  administrator = createSender({ port: ports.gateway, host, readMs, token });
}, 300_000);
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const timePlain = async (send: Send, place: Place, times: number): Promise<number> => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1)
    shortest = Math.min(shortest, (await send(place.build(undefined))).ms);
  return shortest;
};

/** @returns what is wrong with the answers to long texts in a place */
const findProblems = async (send: Send, place: Place, shapes: readonly string[]): Promise<string[]> => {
  const problems: string[] = [];
  const plainMs = await timePlain(send, place, shapes.length > repeatedShapes ? 3 : 1);
  for (const shape of shapes) {
    const request = place.build(shape);
    const answer = await send(request);
    if (answer.status >= 500) problems.push(`${place.name}, ${shape}: ${answer.status}`);
    if (!isSuspicious(answer, plainMs)) continue;
    const slowness = await describeSlowness(send, request, place.build(undefined));
    if (slowness !== undefined) problems.push(`${place.name}, ${shape}: ${slowness}`);
  }
  return problems;
};

/** Keys of places that have received all shapes. */
const known = new Set<string>();
let turn = 0;
const chooseShapes = ({ key, shapes }: Place): readonly string[] => {
  if (!known.has(key)) {
    known.add(key);
    return shapes;
  }
  turn += 1;
  return Array.from(
    { length: Math.min(repeatedShapes, shapes.length) },
    (_, index) => shapes[(turn * repeatedShapes + index) % shapes.length] ?? '',
  );
};

const findAllProblems = async (send: Send, chosen: readonly Place[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const place of chosen) problems.push(...(await findProblems(send, place, chooseShapes(place))));
  return problems;
};

describe('a long text of any shape', () => {
  it.each([
    ['a path of dots and letters', `/${'.a'.repeat(7_900)}/`, `/${'aa'.repeat(7_900)}/`],
    ['a path of letters and dots', `/task/${'a.'.repeat(7_900)}`, `/task/${'aa'.repeat(7_900)}`],
  ])('in %s takes a visitor no longer than a plain one', async (_, path, plain) => {
    const open = (target: string) => ({ method: 'GET', path: target, headers: { accept: 'text/html' } });
    expect(await describeSlowness(visitor, open(path), open(plain))).toBeUndefined();
  });

  it.each([
    ['dots', '.'],
    ['spaces', ' '],
  ])('as the name of a file, with %s, takes a visitor no longer than a plain one', async (_, character) => {
    const slow = uploadRequest(`a${character.repeat(7_900)}x`);
    expect(await describeSlowness(visitor, slow, uploadRequest(`a${'a'.repeat(7_900)}x`))).toBeUndefined();
  });

  it('takes no service longer than a plain one, sent by a visitor', async () => {
    const chosen = [...pagePlaces, ...places.filter(({ isForVisitors }) => isForVisitors)];
    expect(await findAllProblems(visitor, chosen)).toEqual([]);
  }, 600_000);

  it('takes no service longer than a plain one, sent by an administrator', async () => {
    expect(await findAllProblems(administrator, places)).toEqual([]);
  }, 600_000);
});
