import { request as httpRequest } from 'node:http';
import { internalHeaders, limits } from '@obieg/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { boundary, multipart, multipartType, png } from './files';
import { attachmentsPath, expectNoOrphan, sendUpload } from './uploads';

let house: Acme;
let task: number;
beforeAll(async () => {
  house = await startAcme();
  task = await house.submit({}, house.tokens.member);
});
afterAll(() => house.tasks.close());
afterEach(async () => {
  await expectNoOrphan(house);
  expect((await house.call('GET', `/api/tasks/${task}`, house.tokens.member)).status).toBe(200);
});

const send = (body: Buffer, headers?: Record<string, string>) =>
  sendUpload(house, task, body, house.tokens.member, headers);
const good = multipart({ filename: 'a.png', content: png });
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"';
/** One part under these header lines, byte for byte. */
const part = (head: string, content: Buffer | string = png): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\r\n');

describe('a body that is none', () => {
  it.each([
    ['that is empty', 400, Buffer.alloc(0)],
    ['cut in the file', 400, good.subarray(0, good.length - 60)],
    ['cut in the head', 400, good.subarray(0, 40)],
    ['without its end', 400, good.subarray(0, good.length - 8)],
    ['of another boundary', 400, Buffer.from(good.toString('latin1').replaceAll('7MA4', 'xxxx'), 'latin1')],
    ['with line feeds alone', 400, Buffer.from(good.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
    ['of noise', 400, Buffer.from([0, 255, 13, 10, 45, 45])],
    ['without a part', 422, multipart()],
    ['with a field for a file', 422, multipart({ content: 'x' })],
    ['with a file in another field', 422, multipart({ field: 'photo', filename: 'a.png', content: png })],
    [
      'with a file in a field of the language',
      422,
      multipart({ field: '__proto__', filename: 'a.png', content: png }),
    ],
    ['of a picker that was left empty', 422, multipart({ filename: '', content: '' })],
    [
      'with a file without a name',
      422,
      part('Content-Disposition: form-data; name="file"\r\nContent-Type: image/png'),
    ],
    ['without a disposition', 422, part('Content-Type: image/png')],
    ['with another disposition', 422, part('Content-Disposition: attachment; name="file"; filename="a.png"')],
    [
      'with a line feed in the name',
      422,
      part('Content-Disposition: form-data; name="file"; filename="a\nb.png"'),
    ],
    [
      'with a header in the name',
      415,
      part('Content-Disposition: form-data; name="file"; filename="a\r\nX-Evil: b.png"'),
    ],
    [
      'whose disposition hides behind 100 KB of header',
      422,
      part(`X-A: ${'a'.repeat(100_000)}\r\n${disposition}`),
    ],
    [
      'whose disposition hides behind 1000 headers',
      422,
      part(`${many(1_000, (index) => `X-${index}: a`)}\r\n${disposition}`),
    ],
    [
      'with a name of 9000 characters',
      415,
      multipart({ filename: `${'a'.repeat(9_000)}.png`, content: png }),
    ],
    [
      'whose content is in Base64',
      415,
      part(`${disposition}\r\nContent-Transfer-Encoding: base64`, png.toString('base64')),
    ],
    [
      'with two files',
      422,
      multipart({ filename: 'a.png', content: png }, { filename: 'b.png', content: png }),
    ],
    [
      'with a hundred fields',
      422,
      multipart(...Array.from({ length: 100 }, () => ({ field: 'x', content: 'x' }))),
    ],
  ])('%s answers %s', async (_what, status, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.success, answer.headers['content-type']]).toEqual([
      status,
      false,
      'application/problem+json',
    ]);
  });

  it.each([
    [{ 'content-type': 'application/json' }, 415],
    [{ 'content-type': 'multipart/form-data' }, 400],
    [{ 'content-type': 'multipart/form-data; boundary=' }, 400],
    [{ 'content-type': `multipart/form-data; boundary=${'b'.repeat(500)}` }, 400],
    [{ 'content-type': `multipart/form-data; boundary=x; boundary=${boundary}` }, 400],
    [{ 'content-type': 'multipart/mixed; boundary=x' }, 415],
  ])('under %o is refused', async (headers, status) => {
    expect((await send(good, headers)).status).toBe(status);
  });
});

describe('an unusual body', () => {
  it.each([
    [
      'another field before the file',
      multipart({ field: 'comment', content: 'x' }, { filename: 'a.png', content: png }),
    ],
    [
      'another field behind the file',
      multipart({ filename: 'a.png', content: png }, { field: 'comment', content: 'x' }),
    ],
    ['a folded header', part('Content-Disposition: form-data;\r\n name="file";\r\n filename="a.png"')],
    ['a part that says it is a page', part(`${disposition}\r\nContent-Type: text/html`)],
    [
      'words before the first and behind the last boundary',
      Buffer.concat([Buffer.from('Hello\r\n'), good, Buffer.from('Bye')]),
    ],
  ])('with %s is taken for what it holds', async (_what, body) => {
    const { status, body: answer } = await send(body);
    expect([status, answer.attachment?.originalFilename, answer.attachment?.mimeType]).toEqual([
      201,
      'a.png',
      'image/png',
    ]);
  });
});

/** The answer to a body that comes piece by piece and does not say how long it is. */
const stream = (pieces: Iterable<Buffer>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port: house.tasks.port,
        method: 'POST',
        path: attachmentsPath(task),
        headers: {
          authorization: `Bearer ${house.tokens.member}`,
          [internalHeaders.site]: 'organization',
          [internalHeaders.organizationId]: house.acme.id,
          [internalHeaders.organizationCode]: house.acme.code,
          'content-type': multipartType,
          'transfer-encoding': 'chunked',
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      },
    );
    request.on('error', reject);
    const rest = pieces[Symbol.iterator]();
    const goOn = (): void => {
      for (let next = rest.next(); !next.done; next = rest.next())
        if (!request.write(next.value)) return void request.once('drain', goOn);
      request.end();
    };
    goOn();
  });
const filler = Buffer.alloc(256 * 1024, 'a');
const fillers = Array.from({ length: limits.attachmentBytes / filler.length + 2 }, () => filler);

describe('a body that does not say how long it is', () => {
  it('is taken when it is short', async () => {
    expect(await stream([good])).toBe(201);
  });

  it.each([
    [
      'in the file',
      [part(disposition.replace('png', 'txt'), '').subarray(0, -boundary.length - 8), ...fillers],
    ],
    ['before the first boundary', [...fillers, Buffer.from('\r\n'), good]],
    [
      'in another field',
      [Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n`), ...fillers],
    ],
  ])('is refused beyond 10 MB %s', async (_where, pieces) => {
    expect(await stream(pieces)).toBe(413);
  });
});
