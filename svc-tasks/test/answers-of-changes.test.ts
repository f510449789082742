import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

type Change = [action: string, body: object];
const transition = (transitionId: number, workflowParameters: object = {}): Change => [
  'transition',
  { transitionId, workflowParameters },
];
const assign = (body: object): Change => ['assign', body];

it.each<[name: string, changes: Change[]]>([
  ['a transition', [transition(2)]],
  ['a transition that hands the task to a group', [transition(2), transition(5, { '3': '2,5' })]],
  ['a priority', [['priority', { priority: 'HIGHEST' }]]],
  ['a priority that it had', [['priority', { priority: 'NORMAL', comment: 'Zostaje.' }]]],
  ['an assignment to me', [assign({ assignmentType: 'ASSIGN_TO_ME' })]],
  ['an assignment to a user', [assign({ assignmentType: 'ASSIGN_TO_USER', userId: people.member })]],
  ['an assignment to a group', [assign({ assignmentType: 'ASSIGN_TO_GROUP', groupId: 5 })]],
  ['a comment', [['comment', { content: 'Proszę o numer.' }]]],
])('%s is answered with the task as its page shows it then', async (_, changes) => {
  const { operator } = house.tokens;
  const id = await house.submit();
  for (const [action, body] of changes) {
    const { status, body: answer } = await house.call('POST', `/api/tasks/${id}/${action}`, operator, body);
    expect(status).toBeLessThan(300);
    expect(answer.task).toEqual((await house.call('GET', `/api/tasks/${id}`, operator)).body.task);
  }
});
