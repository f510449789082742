import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cleanFileName } from './file-name';
import { receiveFile } from './receive-file';

const boundary = 'granica';
const end = `--${boundary}--\r\n`;
const buildPart = (filename: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\nx\r\n`;

/** Receives a body that arrives in one chunk. @returns the error */
const receive = async (body: string): Promise<unknown> => {
  const request = Object.assign(new PassThrough(), {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    complete: true,
  });
  request.end(body);
  return receiveFile(request as unknown as IncomingMessage, join(tmpdir(), 'unused'), 'pl').catch(
    (error: unknown) => error,
  );
};

/** Repeats a run, because one is shorter than the disturbances of a busy machine. */
const repetitions = 5;

/** Processor time of the repeated run, in milliseconds. */
const measure = async (run: () => unknown): Promise<number> => {
  const start = process.cpuUsage();
  for (let repetition = 0; repetition < repetitions; repetition += 1) await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Interleaves the runs, so that a busy machine slows both. @returns the ratio of their medians */
const compare = async (run: () => unknown, plain: () => unknown): Promise<number> => {
  const [times, plainTimes]: number[][] = [[], []];
  for (let round = 0; round < 7; round += 1) {
    plainTimes?.push(await measure(plain));
    times?.push(await measure(run));
  }
  return median(times ?? []) / median(plainTimes ?? []);
};

describe('receiveFile', () => {
  it.each([
    ['a name of dots', buildPart(`a${'.'.repeat(7_900)}x`), 422],
    ['a type that is not accepted', buildPart('a.exe'), 415],
    ['another field', buildPart('a.png').replace('name="file"', 'name="x"'), 422],
  ])('does not read the parts after a refused one, for %s', async (_reason, refused, status) => {
    expect(await receive(refused + end)).toMatchObject({ status });
    // Without a header: many parts fit into one chunk.
    const tail = `--${boundary}\r\n\r\n`.repeat(4_000) + end;
    const ratio = await compare(
      () => receive(refused + tail),
      // The same bytes outside of a part.
      () => receive(refused + end + 'x'.repeat(tail.length)),
    );
    expect(ratio).toBeLessThan(8);
  });

  it('stops at the fifth part', async () => {
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\nx\r\n`;
    expect(await receive(part.repeat(5) + end)).toMatchObject({ status: 422 });
    const ratio = await compare(
      () => receive(part.repeat(1_000) + end),
      () => receive(part.repeat(5) + end + 'x'.repeat(part.length * 995)),
    );
    expect(ratio).toBeLessThan(8);
  });
});

describe('cleanFileName', () => {
  it.each(['.', ' ', '/', '\\', '%22', '\u0301', '\u200e'])(
    'needs time in proportion to the length of a name of %j',
    async (text) => {
      const build = (count: number) => `a${text.repeat(count)}x`;
      const repeat = (times: number, name: string) => () => {
        for (let time = 0; time < times; time += 1) cleanFileName(name);
      };
      // Quadratic work would be 32 times as much.
      expect(await compare(repeat(8, build(8_000)), repeat(256, build(250)))).toBeLessThan(8);
    },
  );
});
