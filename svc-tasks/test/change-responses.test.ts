import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

type Change = [action: string, body: object];
const transition = (transitionId: number, workflowParameters: object = {}): Change => [
  'transition',
  { transitionId, workflowParameters },
];
const assign = (body: object): Change => ['assign', body];

describe('the response to a change', () => {
  it.each<[name: string, changes: Change[]]>([
    ['a transition', [transition(2)]],
    ['a transition to a target group', [transition(2), transition(5, { '3': '2,5' })]],
    ['a new priority', [['priority', { priority: 'HIGHEST' }]]],
    ['an unchanged priority', [['priority', { priority: 'NORMAL', comment: 'Zostaje.' }]]],
    ['a new due date', [['due', { dueAt: '2026-12-01T10:00:00+01:00' }]]],
    ['an assignment to the caller', [assign({ assignmentType: 'ASSIGN_TO_ME' })]],
    ['an assignment to a user', [assign({ assignmentType: 'ASSIGN_TO_USER', userId: userIds.member })]],
    ['an assignment to a group', [assign({ assignmentType: 'ASSIGN_TO_GROUP', groupId: 5 })]],
    ['a comment', [['comment', { content: 'Proszę o numer.' }]]],
  ])('contains the same task as GET /api/tasks/{id} after %s', async (_, changes) => {
    const { operator } = fixture.tokens;
    const id = await fixture.submit();
    for (const [action, body] of changes) {
      const { status, body: response } = await fixture.call(
        'POST',
        `/api/tasks/${id}/${action}`,
        operator,
        body,
      );
      expect(status).toBeLessThan(300);
      expect(response.task).toEqual((await fixture.call('GET', `/api/tasks/${id}`, operator)).body.task);
    }
  });
});
