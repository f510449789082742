import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexQueuedChanges } from '../src/search/search-queue';
import { expectSameDurations } from './durations';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  const { call, submit, tokens } = fixture;
  const comment = async (id: number, body: object) =>
    expect((await call('POST', `/api/tasks/${id}/comment`, tokens.operator, body)).status).toBeLessThan(300);
  const restricted = { visibleUserIds: [userIds.groupMember] };
  await submit({ title: 'tajne zqtaa', ...restricted }, tokens.operator);
  await submit({ workflowParameters: { 1: 'Sprzęt', 2: 'zqaaa' }, ...restricted }, tokens.operator);
  const open = await submit({}, tokens.operator);
  await comment(open, { content: 'tajne zqcaa', visibleUserIds: [userIds.groupMember] });
  const own = await submit({}, tokens.reporter);
  await comment(own, { content: 'tajne zqraa' });
  const editor = createWorkflowEditor(() => fixture);
  for (const body of [{ transitionId: 2 }, { transitionId: 5, workflowParameters: { 3: '716253' } }])
    expect((await editor.callAsOperator('POST', `${own}/transition`, body)).status).toBe(200);
  // Other tasks, so that a search that reads more than the caller's texts takes longer.
  for (let count = 0; count < 30; count += 1)
    await submit({ description: `zq${'tacr'[count % 4]}aa zq716253`, ...restricted }, tokens.operator);
  await indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);
}, 120_000);
afterAll(() => fixture.service.close());

const search = (text: string, reader: TestUser) => async (): Promise<void> => {
  const { status, body } = await fixture.call('GET', `/api/tasks?search=${text}`, fixture.tokens[reader]);
  expect([status, body.total, body.isTotalExact, body.tasks]).toEqual([200, 0, undefined, []]);
};

describe('GET /api/tasks?search', () => {
  // A letter of a hidden word, then the same beginning with a letter that occurs nowhere.
  it.each([
    { hidden: 'title of a restricted task', reader: 'member', words: ['zqta', 'zqtx'] },
    { hidden: 'answer of a restricted task', reader: 'member', words: ['zqaa', 'zqax'] },
    { hidden: 'restricted comment', reader: 'member', words: ['zqca', 'zqcx'] },
    { hidden: 'internal comment on an own task', reader: 'reporter', words: ['zqra', 'zqrx'] },
    { hidden: 'internal answer of an own task', reader: 'reporter', words: ['7162', '7169'] },
  ] as const)(
    'takes as long for a letter of a hidden text as for any other: $hidden',
    async ({ reader, words: [hidden, other] }) =>
      expectSameDurations([{ send: search(hidden, reader) }, { send: search(other, reader) }]),
    120_000,
  );
});
