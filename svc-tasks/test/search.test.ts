import type { TaskListItem } from '@obieg/contracts';
import { createRandom } from '@obieg/contracts/testing';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexQueuedChanges } from '../src/search/search-queue';
import { type Fixture, startFixture, userIds } from './fixture';
import { createText, foldPlainly, pick } from './search-texts';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

type Reader = 'operator' | 'member' | 'reporter' | 'groupMember';
interface ModelText {
  text: string;
  readers: readonly Reader[];
}
interface ModelTask {
  id: number;
  title: string;
  texts: ModelText[];
  readers: readonly Reader[];
}

const members: readonly Reader[] = ['operator', 'member', 'groupMember'];
const everyone: readonly Reader[] = [...members, 'reporter'];

interface Page {
  tasks: TaskListItem[];
  total: number;
  nextCursor: string | null;
}

const search = async (text: string, reader: Reader, more = ''): Promise<Page> => {
  const path = `/api/tasks?search=${encodeURIComponent(text)}${more}`;
  const { status, body } = await fixture.call('GET', path, fixture.tokens[reader]);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
const searchIds = async (text: string, reader: Reader): Promise<number[]> => {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await search(text, reader, `&limit=40${cursor && `&cursor=${cursor}`}`);
    ids.push(...page.tasks.map(({ publicTaskId }) => publicTaskId));
    cursor = page.nextCursor;
  }
  return ids;
};
const addComment = async (id: number, writer: Reader, more: object): Promise<void> => {
  const { status } = await fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens[writer], more);
  expect(status).toBeLessThan(300);
};
const attach = (id: number, name: string): Promise<unknown> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) =>
    tx('attachments').insert({
      organization_id: fixture.acme.id,
      task_id: tx('tasks').where({ public_task_id: id }).select('id'),
      object_name: `object-${name}-${id}`,
      original_filename: name,
      mime_type: 'text/plain',
      file_size: 1,
      sha256: 'x',
      uploaded_by_user_id: userIds.operator,
      uploaded_by_email: 'x@obieg.test',
    }),
  );

describe('GET /api/tasks with search, compared with a plain scan of 300 texts', () => {
  const random = createRandom(20_261_127);
  const tasks: ModelTask[] = [];

  const addTask = async (): Promise<void> => {
    const [title, description, answer] = [3, 12, 2].map((length) => createText(random, length));
    const isRestricted = random() < 0.15;
    const author = pick(random, ['member', 'reporter', 'operator'] as const);
    const id = await fixture.submit(
      {
        title,
        description,
        workflowParameters: { 1: 'Sprzęt', 2: answer },
        ...(isRestricted && author !== 'reporter' ? { visibleUserIds: [userIds.groupMember] } : {}),
      },
      fixture.tokens[author],
    );
    const readers: readonly Reader[] =
      isRestricted && author !== 'reporter'
        ? ['groupMember', author]
        : [...members, ...(author === 'reporter' ? (['reporter'] as const) : [])];
    const email = `user${userIds[author]}@obieg.test`;
    const texts = [title, description, 'Sprzęt', answer].map((text) => ({
      text: text ?? '',
      readers: everyone,
    }));
    const task: ModelTask = {
      id,
      title: title ?? '',
      readers,
      texts: [...texts, { text: email, readers: members }],
    };
    if (random() < 0.3) {
      const content = createText(random, 6);
      const isForOne = random() < 0.5;
      const toAuthor = random() < 0.5;
      await addComment(id, isRestricted && author !== 'reporter' ? 'groupMember' : 'operator', {
        content,
        visibleToAuthor: toAuthor,
        ...(isForOne ? { visibleUserIds: [userIds.groupMember] } : {}),
      });
      const writer: Reader = isRestricted && author !== 'reporter' ? 'groupMember' : 'operator';
      task.texts.push({
        text: content,
        readers: [writer, 'groupMember', ...(isForOne ? [] : members), ...(toAuthor ? [author] : [])],
      });
    }
    if (random() < 0.2) {
      const name = `${createText(random, 2)}.pdf`;
      await attach(id, name);
      task.texts.push({ text: name, readers: everyone });
    }
    tasks.push(task);
  };

  const createQuery = (): string => {
    const { texts, id } = pick(random, tasks);
    const runs = pick(random, texts).text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['x'];
    const word = pick(random, runs);
    const other = pick(random, pick(random, texts).text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['x']);
    const start = Math.floor(random() * Math.max(1, word.length - 3));
    const phraseAt = Math.floor(random() * Math.max(1, runs.length - 1));
    return pick(random, [
      word,
      foldPlainly(word),
      word.toUpperCase(),
      word.normalize('NFD'),
      word.slice(start, start + 3 + Math.floor(random() * 3)),
      `${word} ${other}`,
      `${other} ${word} ${pick(random, runs)}`,
      `"${runs.slice(phraseAt, phraseAt + 2).join(' ')}"`,
      String(id),
      String(id).slice(0, 5),
      `${word}qq`,
    ]);
  };

  const scan = (query: string, reader: Reader): number[] => {
    const needles = (query.startsWith('"') ? [query.slice(1, -1)] : query.split(' '))
      .map(foldPlainly)
      .filter((needle) => needle !== '');
    const found = tasks.filter(
      (task) =>
        task.readers.includes(reader) &&
        needles.every(
          (needle) =>
            String(task.id).startsWith(needle) ||
            task.texts.some(
              ({ text, readers }) => readers.includes(reader) && foldPlainly(text).includes(needle),
            ),
        ),
    );
    const isInTitle = ({ title }: ModelTask): boolean =>
      needles.every((needle) => foldPlainly(title).includes(needle));
    const newestFirst = found.reverse();
    return [...newestFirst.filter(isInTitle), ...newestFirst.filter((task) => !isInTitle(task))].map(
      ({ id }) => id,
    );
  };

  beforeAll(async () => {
    for (let count = 0; count < 300; count += 1) await addTask();
    await indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);
  });

  it.each(everyone)('returns the same tasks in the same order for %s', async (reader) => {
    for (let count = 0; count < 60; count += 1) {
      const query = createQuery();
      expect(await searchIds(query, reader), `${reader}: ${query}`).toEqual(scan(query, reader));
    }
  });
});

describe('GET /api/tasks with search', () => {
  it('finds letters of Latin without their marks, in any case and normal form', async () => {
    const titles = [
      'Zażółć gęślą jaźń',
      'Müller',
      'Straße',
      'İstanbul',
      'Smørrebrød Đà Nẵng',
      'Œuvre ænigma',
    ];
    const ids = new Map<string, number>();
    for (const title of titles)
      ids.set(title, await fixture.submit({ title: `${title} folded`, description: 'x' }));
    const queries = {
      zazolc: 0,
      muller: 1,
      strasse: 2,
      istanbul: 3,
      smorrebrod: 4,
      'da nang': 4,
      oeuvre: 5,
      aenigma: 5,
    };
    for (const [query, index] of Object.entries(queries))
      for (const text of [query, query.toUpperCase()])
        expect(await searchIds(`${text} folded`, 'operator'), text).toEqual([ids.get(titles[index] ?? '')]);
  });

  it('keeps a phrase in quotes together', async () => {
    const together = await fixture.submit({ title: 'awaria czerwonej pompy' });
    const apart = await fixture.submit({ title: 'pompy czerwonej awaria' });
    expect(await searchIds('czerwonej pompy', 'operator')).toEqual([apart, together]);
    for (const phrase of ['"czerwonej pompy"', '„Czerwonej  pompy”', '"onej pom"'])
      expect(await searchIds(phrase, 'operator')).toEqual([together]);
    // A phrase that is being typed.
    expect(await searchIds('"czerwonej pom', 'operator')).toEqual([apart, together]);
  });

  it('lists titles before other matches, also for several words and across pages', async () => {
    const inTitle = await fixture.submit({ title: 'kwazar pulsar' });
    const mixed = await fixture.submit({ title: 'kwazar', description: 'pulsar' });
    const inText = await fixture.submit({ title: 'inny', description: 'pulsar i kwazar' });
    expect(await searchIds('kwazar pulsar', 'operator')).toEqual([inTitle, inText, mixed]);
    expect(await searchIds('kwazar', 'operator')).toEqual([mixed, inTitle, inText]);
    const listed: number[] = [];
    for (let cursor = ''; ; ) {
      const { tasks, nextCursor, total } = await search('kwazar', 'operator', `&limit=1${cursor}`);
      listed.push(...tasks.map(({ publicTaskId }) => publicTaskId));
      expect(total).toBe(3);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(listed).toEqual([mixed, inTitle, inText]);
  });

  it('neither finds a task by a comment that the reader may not read, nor shows its text', async () => {
    const id = await fixture.submit({ title: 'jawne' }, fixture.tokens.reporter);
    await addComment(id, 'operator', { content: 'tajemnica sejfu', visibleUserIds: [userIds.member] });
    await indexQueuedChanges(fixture.service.db, fixture.acme.id, 10_000);
    expect(await searchIds('sejfu', 'member')).toEqual([id]);
    expect(await searchIds('sejfu', 'operator')).toEqual([id]);
    for (const reader of ['groupMember', 'reporter'] as const) {
      expect(await search('sejfu', reader)).toMatchObject({ tasks: [], total: 0 });
      expect(await search('jawne sejfu', reader)).toMatchObject({ tasks: [], total: 0 });
      const [task] = (await search('jawne', reader)).tasks;
      expect(JSON.stringify(task)).not.toContain('sejf');
    }
  });

  it('finds the reporter only for members', async () => {
    const id = await fixture.submit({ title: 'adres' }, fixture.tokens.reporter);
    const email = `user${userIds.reporter}@obieg.test`;
    expect(await searchIds(email, 'operator')).toContain(id);
    expect(await searchIds(email, 'reporter')).toEqual([]);
  });

  it('shows where each task matches', async () => {
    const id = await fixture.submit({
      title: 'Koparka',
      description: `${'wstęp '.repeat(60)}tu jest ŁYŻKA koparki i reszta ${'opisu '.repeat(60)}`,
    });
    await attach(id, 'zdjęcie-gąsienicy.png');
    await addComment(id, 'operator', { content: 'Wymieniono siłownik' });
    const findMatch = async (text: string) => {
      const task = (await search(text, 'operator')).tasks.find(({ publicTaskId }) => publicTaskId === id);
      const { field, snippet, ranges } = task?.match ?? { field: '', snippet: '', ranges: [] };
      return [field, ...ranges.map(([start, end]) => snippet.slice(start, end)), snippet.length];
    };
    expect(await findMatch('koparka')).toEqual(['title', 'Koparka', 7]);
    expect(await findMatch('lyzka')).toEqual(['description', 'ŁYŻKA', expect.any(Number)]);
    expect((await findMatch('lyzka')).at(-1)).toBeLessThan(170);
    expect(await findMatch('gasienicy')).toEqual(['attachments', 'gąsienicy', 21]);
    expect(await findMatch('silownik')).toEqual(['comment', 'siłownik', 19]);
    expect(await findMatch(String(id))).toEqual(['number', String(id), 12]);
  });

  it('reads cursors of the order of creation, and rejects those of others', async () => {
    const listed = await search('a', 'operator', '&limit=1&sortBy=createdAt');
    expect((await search('a', 'operator', `&limit=1&cursor=${listed.nextCursor}`)).tasks).toHaveLength(1);
    const byTitle = await search('a', 'operator', '&limit=1&sortBy=title');
    const path = `/api/tasks?search=a&limit=1&cursor=${byTitle.nextCursor}`;
    expect((await fixture.call('GET', path, fixture.tokens.operator)).status).toBe(400);
  });

  it('finds a task by its changed texts at once, and not by the former ones', async () => {
    const id = await fixture.submit({ title: 'pierwotny' });
    await fixture.call('PUT', `/api/tasks/${id}`, fixture.tokens.operator, { title: 'odmieniony' });
    expect(await searchIds('pierwotny', 'operator')).toEqual([]);
    expect(await searchIds('odmieniony', 'operator')).toEqual([id]);
    await addComment(id, 'operator', { content: 'uwaga pierwsza' });
    const comments = await fixture.call('GET', `/api/tasks/${id}/comments`, fixture.tokens.operator);
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) =>
      tx('comments').where({ content: 'uwaga pierwsza' }).update({ content: '' }),
    );
    expect(comments.status).toBe(200);
    expect(await searchIds('uwaga pierwsza', 'operator')).toEqual([]);
    await fixture.call('DELETE', `/api/tasks/${id}`, fixture.tokens.operator);
    expect(await searchIds('odmieniony', 'operator')).toEqual([]);
  });
});

describe('GET /api/tasks with search in two organizations', () => {
  it('returns the same answer, order and count whatever another organization writes', async () => {
    const { call, callGlobex, tokens, submit } = fixture;
    for (const title of ['wspólny dzwon', 'dzwon', 'inny'])
      await submit({ title, description: 'dzwon wieczorny' });
    const searches = ['dzwon', 'zwo', 'wspolny dzwon', '"dzwon wieczorny"', 'wieczorny', 'serce', '%'];
    const listAll = async () => {
      const answers = [];
      for (const text of searches)
        answers.push(
          (await call('GET', `/api/tasks?search=${encodeURIComponent(text)}`, tokens.operator)).body,
        );
      return answers;
    };
    const before = await listAll();
    for (let count = 0; count < 30; count += 1) {
      const body = { ...submission, title: `wspólny dzwon ${count} serce 100%` };
      expect((await callGlobex('POST', '/api/tasks', undefined, body)).status).toBe(201);
    }
    expect((await callGlobex('GET', '/api/tasks?search=serce', tokens.globexAdmin)).body.total).toBe(30);
    expect(await listAll()).toEqual(before);
    const own = await callGlobex('GET', '/api/tasks?search=wieczorny', tokens.globexAdmin);
    expect(own.body).toMatchObject({ tasks: [], total: 0 });
  });
});
