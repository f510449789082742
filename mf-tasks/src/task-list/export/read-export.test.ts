import { describe, expect, it } from 'vitest';
import { createRowCounter, readExport } from './read-export';

const encode = (text: string) => new TextEncoder().encode(text);

describe('createRowCounter', () => {
  it('counts no line break inside a cell, wherever the pieces begin', () => {
    const text = '"Tytuł"\r\n"a\r\nb ""c""\r\n"\r\n""\r\n';
    for (let size = 1; size <= text.length; size += 1) {
      const bytes = encode(text);
      const count = createRowCounter();
      let lines = 0;
      for (let start = 0; start < bytes.length; start += size)
        lines = count(bytes.slice(start, start + size));
      expect(lines).toBe(3);
    }
  });
});

describe('readExport', () => {
  const running = new AbortController().signal;

  it('returns the file and tells its tasks', async () => {
    const rows: number[] = [];
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(encode('"Tytuł"\r\n"a"\r\n'));
        controller.enqueue(encode('"b"\r\n'));
        controller.close();
      },
    });
    const file = await readExport(stream, running, (count) => rows.push(count));
    expect([await file.text(), rows]).toEqual(['"Tytuł"\r\n"a"\r\n"b"\r\n', [1, 2]]);
  });

  it('fails if the transfer is cut off', async () => {
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(encode('"Tytuł"\r\n'));
        controller.error(new TypeError('network error'));
      },
    });
    await expect(readExport(stream, running, () => {})).rejects.toThrow();
  });
});
