import { limits } from '@obieg/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
  const reports: string[][] = [];
  const queue = createUploadQueue(
    (file, { signal, onProgress, idempotencyKey: key }) =>
      new Promise<void>((succeed, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        sent.push({ name: file.name, key, signal, onProgress, succeed, fail });
      }),
    (files) => reports.push(files.map(({ name }) => name)),
  );
  const add = (...names: string[]) => queue.add(names.map((name) => new File(['x'], name)));
  const shown = () => queue.items().map(({ file, state, progress }) => [file.name, state, progress]);
  const idOf = (name: string) => queue.items().find(({ file }) => file.name === name)?.id ?? '';
  return { queue, sent, reports, add, shown, idOf };
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

  it('reports the sent files once, when no upload is left', async () => {
    const { queue, sent, reports, add } = startQueue();
    add('a.txt', 'b.txt', 'c.txt', 'd.exe');
    sent[0]?.succeed();
    await flushPromises();
    sent[1]?.fail(new Error('offline'));
    await flushPromises();
    expect(reports).toEqual([]);
    sent[2]?.succeed();
    await flushPromises();
    expect(reports).toEqual([['a.txt', 'c.txt']]);
    add('e.txt');
    queue.clear();
    await flushPromises();
    expect(reports).toHaveLength(1);
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

describe('createUploadQueue with photos in HEIC', () => {
  afterEach(() => vi.unstubAllGlobals());

  const photo = () => new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' });
  /** Decodes photos as a browser that knows the format, or not. happy-dom draws nothing. */
  const fakeDecoder = (decode: () => Promise<object>, jpeg: Blob | null) => {
    vi.stubGlobal('createImageBitmap', decode);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(jpeg));
  };
  const bitmap = () => Promise.resolve({ width: 8_064, height: 6_048, close: () => undefined });

  it('sends them as JPEG', async () => {
    fakeDecoder(bitmap, new Blob(['jpeg'], { type: 'image/jpeg' }));
    const { queue, sent, shown } = startQueue();
    queue.add([photo()]);
    await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['IMG_1.jpg']));
    expect(shown()).toEqual([['IMG_1.jpg', 'sending', 0]]);
  });

  it('rejects them where the browser cannot decode them', async () => {
    fakeDecoder(() => Promise.reject(new DOMException('unsupported', 'InvalidStateError')), null);
    const { queue, sent } = startQueue();
    queue.add([photo()]);
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'heic' }));
    expect(sent).toEqual([]);
  });

  it('rejects them if the JPEG is too large', async () => {
    fakeDecoder(bitmap, new Blob([new Uint8Array(limits.attachmentBytes + 1)], { type: 'image/jpeg' }));
    const { queue } = startQueue();
    queue.add([photo()]);
    await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'tooLarge' }));
  });

  it('sends nothing if they are removed during the conversion', async () => {
    let decoded: (image: object) => void = () => undefined;
    fakeDecoder(() => new Promise((resolve) => (decoded = resolve)), new Blob(['x'], { type: 'image/jpeg' }));
    const { queue, sent, add } = startQueue();
    queue.add([photo()]);
    queue.remove(queue.items()[0]?.id ?? '');
    decoded(await bitmap());
    add('a.txt');
    await flushPromises();
    expect(sent.map(({ name }) => name)).toEqual(['a.txt']);
  });
});
