import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { editsOf } from './edits';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const { changesOf } = editsOf(() => house);

describe('POST /api/tasks/{id}/priority', () => {
  const change = (id: number, body: object, token = house.tokens.operator) =>
    house.call('POST', `/api/tasks/${id}/priority`, token, body);

  it('changes it, with history and event, and once only', async () => {
    const { submit, tokens, eventsOf } = house;
    const id = await submit();
    const answer = await change(id, { priority: 'HIGHEST', comment: 'Prezes czeka' });
    expect(answer.body.task).toMatchObject({ priority: 'HIGHEST' });
    await change(id, { priority: 'HIGHEST' });
    expect(await changesOf(id, tokens.member)).toMatchObject([
      {
        changeType: 'PRIORITY',
        comment: 'Prezes czeka',
        changes: [{ field: 'priority', before: 'NORMAL', after: 'HIGHEST' }],
      },
    ]);
    expect(
      (await eventsOf(id, 'obieg.tasks.task.changed')).map(
        ({ data }) => (data as { priority: string }).priority,
      ),
    ).toEqual(['NORMAL', 'HIGHEST']);
  });

  it('rejects what is no priority, and says who may in the specification’s words', async () => {
    const id = await house.submit();
    for (const body of [{}, { priority: 'URGENT' }, { priority: null }, { priority: ['HIGH'] }])
      expect((await change(id, body)).status).toBe(422);
    expect((await change(id, { priority: 'LOW' }, house.tokens.member)).body.message).toBe(
      'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    );
  });
});
