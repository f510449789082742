import { expect, it } from 'vitest';
import { createUploadQueue } from './upload-queue';

interface Sent {
  name: string;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  arrive: () => void;
  fail: (error: Error) => void;
}

const startQueue = () => {
  const sent: Sent[] = [];
  const queue = createUploadQueue(
    (file, { signal, onProgress, idempotencyKey: key }) =>
      new Promise<void>((arrive, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        sent.push({ name: file.name, key, signal, onProgress, arrive, fail });
      }),
  );
  const add = (...names: string[]) => queue.add(names.map((name) => new File(['x'], name)));
  const shown = () => queue.items().map(({ file, state, progress }) => [file.name, state, progress]);
  const idOf = (name: string) => queue.items().find(({ file }) => file.name === name)?.id ?? '';
  return { queue, sent, add, shown, idOf };
};
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it('sends two at a time, in order, and forgets what has arrived', async () => {
  const { queue, sent, add, shown } = startQueue();
  add('a.txt', 'b.txt', 'c.txt');
  expect(shown()).toEqual([
    ['a.txt', 'sending', 0],
    ['b.txt', 'sending', 0],
    ['c.txt', 'waiting', 0],
  ]);
  sent[0]?.onProgress(0.5);
  expect(queue.items()[0]?.progress).toBe(0.5);
  sent[0]?.arrive();
  await settled();
  expect(shown()).toEqual([
    ['b.txt', 'sending', 0],
    ['c.txt', 'sending', 0],
  ]);
  sent[1]?.arrive();
  sent[2]?.arrive();
  await settled();
  expect(shown()).toEqual([]);
});

it('keeps what failed, says why, and tries again with the same key', async () => {
  const { queue, sent, add, shown, idOf } = startQueue();
  add('a.txt');
  sent[0]?.fail(new Error('offline'));
  await settled();
  expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: { error: new Error('offline') } });
  queue.retry(idOf('a.txt'));
  expect(shown()).toEqual([['a.txt', 'sending', 0]]);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it('never sends what is refused at once', () => {
  const { queue, sent, add } = startQueue();
  add('a.exe');
  expect(sent).toEqual([]);
  expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'wrongType' });
});

it('breaks off what is taken away, and goes on with the next', async () => {
  const { queue, sent, add, shown, idOf } = startQueue();
  add('a.txt', 'b.txt', 'c.txt');
  queue.remove(idOf('a.txt'));
  await settled();
  expect(sent[0]?.signal.aborted).toBe(true);
  expect(shown()).toEqual([
    ['b.txt', 'sending', 0],
    ['c.txt', 'sending', 0],
  ]);
  queue.clear();
  await settled();
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  expect(shown()).toEqual([]);
});

it('tells its listeners until they leave', () => {
  const { queue, add } = startQueue();
  let calls = 0;
  const leave = queue.subscribe(() => {
    calls += 1;
  });
  add('a.txt');
  const heard = calls;
  expect(heard).toBeGreaterThan(0);
  leave();
  add('b.txt');
  expect(calls).toBe(heard);
});
