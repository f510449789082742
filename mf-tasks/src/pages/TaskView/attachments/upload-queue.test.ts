import { describe, expect, it } from 'vitest';
import { createUploadQueue } from './upload-queue';

interface Sent {
  name: string;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  succeed: () => void;
  fail: (error: Error) => void;
}

const startQueue = () => {
  const sent: Sent[] = [];
  const queue = createUploadQueue(
    (file, { signal, onProgress, idempotencyKey: key }) =>
      new Promise<void>((succeed, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        sent.push({ name: file.name, key, signal, onProgress, succeed, fail });
      }),
  );
  const add = (...names: string[]) => queue.add(names.map((name) => new File(['x'], name)));
  const shown = () => queue.items().map(({ file, state, progress }) => [file.name, state, progress]);
  const idOf = (name: string) => queue.items().find(({ file }) => file.name === name)?.id ?? '';
  return { queue, sent, add, shown, idOf };
};
const flushPromises = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('createUploadQueue', () => {
  it('sends two files at a time in order and removes finished ones', async () => {
    const { queue, sent, add, shown } = startQueue();
    add('a.txt', 'b.txt', 'c.txt');
    expect(shown()).toEqual([
      ['a.txt', 'sending', 0],
      ['b.txt', 'sending', 0],
      ['c.txt', 'waiting', 0],
    ]);
    sent[0]?.onProgress(0.5);
    expect(queue.items()[0]?.progress).toBe(0.5);
    sent[0]?.succeed();
    await flushPromises();
    expect(shown()).toEqual([
      ['b.txt', 'sending', 0],
      ['c.txt', 'sending', 0],
    ]);
    sent[1]?.succeed();
    sent[2]?.succeed();
    await flushPromises();
    expect(shown()).toEqual([]);
  });

  it('keeps a failed file with its error and retries it with the same idempotency key', async () => {
    const { queue, sent, add, shown, idOf } = startQueue();
    add('a.txt');
    sent[0]?.fail(new Error('offline'));
    await flushPromises();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: { error: new Error('offline') } });
    queue.retry(idOf('a.txt'));
    expect(shown()).toEqual([['a.txt', 'sending', 0]]);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('does not send a file that the client rejects', () => {
    const { queue, sent, add } = startQueue();
    add('a.exe');
    expect(sent).toEqual([]);
    expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'wrongType' });
  });

  it('aborts a removed upload and starts the next one', async () => {
    const { queue, sent, add, shown, idOf } = startQueue();
    add('a.txt', 'b.txt', 'c.txt');
    queue.remove(idOf('a.txt'));
    await flushPromises();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(shown()).toEqual([
      ['b.txt', 'sending', 0],
      ['c.txt', 'sending', 0],
    ]);
    queue.clear();
    await flushPromises();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    expect(shown()).toEqual([]);
  });

  it('notifies subscribers until they unsubscribe', () => {
    const { queue, add } = startQueue();
    let calls = 0;
    const unsubscribe = queue.subscribe(() => {
      calls += 1;
    });
    add('a.txt');
    const callsBefore = calls;
    expect(callsBefore).toBeGreaterThan(0);
    unsubscribe();
    add('b.txt');
    expect(calls).toBe(callsBefore);
  });
});
