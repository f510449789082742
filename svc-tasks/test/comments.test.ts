import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

describe('comments', () => {
  const contentsFor = async (id: number, token?: string) =>
    (await house.call('GET', `/api/tasks/${id}/comments`, token)).body.comments.map(
      ({ content }: { content: string }) => content,
    );

  it('are seen by those they are meant for', async () => {
    const id = await house.submit({}, house.tokens.reporter);
    const add = (content: string, more: object = {}) =>
      house.call('POST', `/api/tasks/${id}/comment`, house.tokens.member, { content, ...more });
    await add('wszyscy');
    await add('autor', { visibleToAuthor: true });
    await add('operator', { visibleUserIds: [10] });
    await add('IT', { visibleGroupIds: [6] });
    expect(await contentsFor(id, house.tokens.member)).toEqual(['wszyscy', 'autor', 'operator', 'IT']);
    expect(await contentsFor(id, house.tokens.operator)).toEqual(['wszyscy', 'autor', 'operator']);
    expect(await contentsFor(id, house.tokens.it)).toEqual(['wszyscy', 'autor', 'IT']);
    expect(await contentsFor(id, house.tokens.reporter)).toEqual(['autor']);
    expect(await contentsFor(id)).toEqual(['autor']);
    expect((await recordedEvents(house.tasks.db.knex, 'obieg.tasks.comment.added')).at(-1)).toMatchObject({
      data: { publicTaskId: id, authorUserId: 11 },
    });
  });

  it('are written once for a key, whoever else has it', async () => {
    const [id, another] = [await house.submit(), await house.submit()];
    const add = (task: number, content: string, token = house.tokens.member, key = 'klucz-komentarza') =>
      house.call('POST', `/api/tasks/${task}/comment`, token, { content }, { 'idempotency-key': key });
    const answers = await Promise.all([add(id, 'raz'), add(id, 'raz'), add(id, 'raz')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[0]?.body.task.publicTaskId).toBe(id);
    expect((await add(id, 'coś innego')).status).toBe(409);
    expect((await add(id, 'raz', house.tokens.member, 'krótki')).status).toBe(400);
    expect((await add(id, 'raz', house.tokens.operator)).status).toBe(201);
    expect((await add(another, 'raz')).status).toBe(201);
    expect(await contentsFor(id, house.tokens.member)).toEqual(['raz', 'raz']);
    expect(await contentsFor(another, house.tokens.member)).toEqual(['raz']);
  });

  it('of named readers are no visitor’s, unless the author is one', async () => {
    const comment = { content: 'operator i autor', visibleUserIds: [10], visibleToAuthor: true };
    const ofReporter = await house.submit({}, house.tokens.reporter);
    await house.call('POST', `/api/tasks/${ofReporter}/comment`, house.tokens.member, comment);
    expect(await contentsFor(ofReporter, house.tokens.reporter)).toEqual([comment.content]);
    expect(await contentsFor(ofReporter, house.tokens.it)).toEqual([]);
    expect(await contentsFor(ofReporter)).toEqual([]);
    const ofVisitor = await house.submit();
    await house.call('POST', `/api/tasks/${ofVisitor}/comment`, house.tokens.member, comment);
    expect(await contentsFor(ofVisitor)).toEqual([comment.content]);
  });

  it('of named readers are no visitor’s any more once the author has verified the address here', async () => {
    const { tasks, acme, globex, call, submit, tokens } = house;
    const id = await submit({ createdByEmail: 'User40@obieg.test' });
    const add = (comment: object) => call('POST', `/api/tasks/${id}/comment`, tokens.member, comment);
    await add({ content: 'do nazwanych', visibleUserIds: [10], visibleGroupIds: [6], visibleToAuthor: true });
    await add({ content: 'do autora', visibleToAuthor: true });
    await tasks.addMember(globex, 40, ['REPORTER'], true);
    const unverified = await tasks.addMember(acme, 40, ['REPORTER'], false);
    for (const token of [undefined, unverified, tokens.reporter])
      expect(await contentsFor(id, token)).toEqual(['do nazwanych', 'do autora']);
    const author = await tasks.addMember(acme, 40, ['REPORTER'], true);
    expect(await contentsFor(id, author)).toEqual(['do nazwanych', 'do autora']);
    for (const token of [undefined, tokens.reporter])
      expect(await contentsFor(id, token)).toEqual(['do autora']);
  });

  it('are seen by a reporter who is named and the author of the task', async () => {
    const id = await house.submit({}, house.tokens.reporter);
    const comment = { content: 'do zgłaszającej', visibleUserIds: [people.reporter] };
    await house.call('POST', `/api/tasks/${id}/comment`, house.tokens.member, comment);
    expect(await contentsFor(id, house.tokens.reporter)).toEqual([comment.content]);
    expect(await contentsFor(id, house.tokens.operator)).toEqual([]);
  });

  it('reject anonymous and bad input', async () => {
    const id = await house.submit();
    expect((await house.call('POST', `/api/tasks/${id}/comment`, undefined, { content: 'x' })).status).toBe(
      401,
    );
    for (const body of [
      {},
      { content: '  ' },
      { content: 'x', visibleUserIds: [20] },
      { content: 'x', visibleUserIds: [people.operator, people.reporter] },
      { content: 'x'.repeat(20_000) },
    ])
      expect((await house.call('POST', `/api/tasks/${id}/comment`, house.tokens.member, body)).status).toBe(
        422,
      );
  });
});
