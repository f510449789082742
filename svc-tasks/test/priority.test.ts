import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const { getChangeHistory } = createEditHelpers(() => fixture);

describe('POST /api/tasks/{id}/priority', () => {
  const changePriority = (id: number, body: object, token = fixture.tokens.operator) =>
    fixture.call('POST', `/api/tasks/${id}/priority`, token, body);

  it('changes the priority and writes one history entry and one event', async () => {
    const { submit, tokens, listTaskEvents } = fixture;
    const id = await submit();
    const response = await changePriority(id, { priority: 'HIGHEST', comment: 'Prezes czeka' });
    expect(response.body.task).toMatchObject({ priority: 'HIGHEST' });
    await changePriority(id, { priority: 'HIGHEST' });
    expect(await getChangeHistory(id, tokens.member)).toMatchObject([
      {
        changeType: 'PRIORITY',
        comment: 'Prezes czeka',
        changes: [{ field: 'priority', before: 'NORMAL', after: 'HIGHEST' }],
      },
    ]);
    expect(
      (await listTaskEvents(id, 'obieg.tasks.task.changed')).map(
        ({ data }) => (data as { priority: string }).priority,
      ),
    ).toEqual(['NORMAL', 'HIGHEST']);
  });

  it('shows the comment on the change only to members', async () => {
    const { submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    await changePriority(id, { priority: 'HIGHEST', comment: 'Prezes czeka' });
    const [entry] = await getChangeHistory(id, tokens.reporter);
    expect(entry).toMatchObject({ comment: null, changes: [{ after: 'HIGHEST' }] });
  });

  it('rejects invalid priorities, and members with the message of the specification', async () => {
    const id = await fixture.submit();
    for (const body of [{}, { priority: 'URGENT' }, { priority: null }, { priority: ['HIGH'] }])
      expect((await changePriority(id, body)).status).toBe(422);
    expect((await changePriority(id, { priority: 'LOW' }, fixture.tokens.member)).body.message).toBe(
      'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    );
  });
});
