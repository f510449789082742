import { request as httpRequest } from 'node:http';
import { internalHeaders, limits } from '@obieg/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boundary, buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import { attachmentsPath, expectNoOrphanedFile, sendUpload } from './upload-helpers';

let fixture: Fixture;
let task: number;
beforeAll(async () => {
  fixture = await startFixture();
  task = await fixture.submit({}, fixture.tokens.member);
});
afterAll(() => fixture.service.close());
afterEach(async () => {
  await expectNoOrphanedFile(fixture);
  expect((await fixture.call('GET', `/api/tasks/${task}`, fixture.tokens.member)).status).toBe(200);
});

const send = (body: Buffer, headers?: Record<string, string>) =>
  sendUpload(fixture, task, body, fixture.tokens.member, headers);
const good = buildMultipart({ filename: 'a.png', content: png });
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"';
/** Builds a body with one part from raw header lines. */
const buildPart = (head: string, content: Buffer | string = png): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const repeatLine = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\r\n');

describe('a malformed body', () => {
  it.each([
    ['without content', 400, Buffer.alloc(0)],
    ['truncated in the file', 400, good.subarray(0, good.length - 60)],
    ['truncated in the headers', 400, good.subarray(0, 40)],
    ['without the final boundary', 400, good.subarray(0, good.length - 8)],
    [
      'with a different boundary',
      400,
      Buffer.from(good.toString('latin1').replaceAll('7MA4', 'xxxx'), 'latin1'),
    ],
    [
      'with line feeds instead of CRLF',
      400,
      Buffer.from(good.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ],
    ['of random bytes', 400, Buffer.from([0, 255, 13, 10, 45, 45])],
    ['without parts', 422, buildMultipart()],
    ['with a text field instead of a file', 422, buildMultipart({ content: 'x' })],
    [
      'with a file in another field',
      422,
      buildMultipart({ field: 'photo', filename: 'a.png', content: png }),
    ],
    [
      'with a file in a field named __proto__',
      422,
      buildMultipart({ field: '__proto__', filename: 'a.png', content: png }),
    ],
    ['of an empty file input', 422, buildMultipart({ filename: '', content: '' })],
    [
      'with a part without a file name',
      422,
      buildPart('Content-Disposition: form-data; name="file"\r\nContent-Type: image/png'),
    ],
    ['without a disposition', 422, buildPart('Content-Type: image/png')],
    [
      'with another disposition',
      422,
      buildPart('Content-Disposition: attachment; name="file"; filename="a.png"'),
    ],
    [
      'with a line feed in the name',
      422,
      buildPart('Content-Disposition: form-data; name="file"; filename="a\nb.png"'),
    ],
    [
      'with a header in the name',
      415,
      buildPart('Content-Disposition: form-data; name="file"; filename="a\r\nX-Evil: b.png"'),
    ],
    [
      'with its disposition after 100 KB of headers',
      422,
      buildPart(`X-A: ${'a'.repeat(100_000)}\r\n${disposition}`),
    ],
    [
      'with its disposition after 1000 headers',
      422,
      buildPart(`${repeatLine(1_000, (index) => `X-${index}: a`)}\r\n${disposition}`),
    ],
    [
      'with a name of 9000 characters',
      422,
      buildMultipart({ filename: `${'a'.repeat(9_000)}.png`, content: png }),
    ],
    [
      'with four other fields',
      422,
      buildMultipart(
        { filename: 'a.png', content: png },
        ...Array.from({ length: 4 }, () => ({ field: 'x', content: 'x' })),
      ),
    ],
    [
      'with Base64 content',
      415,
      buildPart(`${disposition}\r\nContent-Transfer-Encoding: base64`, png.toString('base64')),
    ],
    [
      'with two files',
      422,
      buildMultipart({ filename: 'a.png', content: png }, { filename: 'b.png', content: png }),
    ],
    [
      'with a hundred fields',
      422,
      buildMultipart(...Array.from({ length: 100 }, () => ({ field: 'x', content: 'x' }))),
    ],
  ])('%s is rejected with %s', async (_what, status, body) => {
    const response = await send(body);
    expect([response.status, response.body.success, response.headers['content-type']]).toEqual([
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
    [{ 'content-type': `${multipartType}; x=${'x'.repeat(200)}` }, 400],
    [{ 'content-type': 'multipart/mixed; boundary=x' }, 415],
  ])('with the headers %o is rejected with %s', async (headers, status) => {
    expect((await send(good, headers)).status).toBe(status);
  });
});

describe('an unusual but valid body', () => {
  it.each([
    [
      'another field before the file',
      buildMultipart({ field: 'comment', content: 'x' }, { filename: 'a.png', content: png }),
    ],
    [
      'another field after the file',
      buildMultipart({ filename: 'a.png', content: png }, { field: 'comment', content: 'x' }),
    ],
    ['a folded header', buildPart('Content-Disposition: form-data;\r\n name="file";\r\n filename="a.png"')],
    ['a part with the type text/html', buildPart(`${disposition}\r\nContent-Type: text/html`)],
    [
      'text before the first and after the last boundary',
      Buffer.concat([Buffer.from('Hello\r\n'), good, Buffer.from('Bye')]),
    ],
  ])('is accepted with %s, and the type follows the content', async (_what, body) => {
    const { status, body: response } = await send(body);
    expect([status, response.attachment?.originalFilename, response.attachment?.mimeType]).toEqual([
      201,
      'a.png',
      'image/png',
    ]);
  });
});

/** Sends a chunked body without a content length. @returns the status code */
const sendChunked = (pieces: Iterable<Buffer>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port: fixture.service.port,
        method: 'POST',
        path: attachmentsPath(task),
        headers: {
          authorization: `Bearer ${fixture.tokens.member}`,
          [internalHeaders.site]: 'organization',
          [internalHeaders.organizationId]: fixture.acme.id,
          [internalHeaders.organizationCode]: fixture.acme.code,
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
    const writeMore = (): void => {
      for (let next = rest.next(); !next.done; next = rest.next())
        if (!request.write(next.value)) return void request.once('drain', writeMore);
      request.end();
    };
    writeMore();
  });
const filler = Buffer.alloc(256 * 1024, 'a');
const fillers = Array.from({ length: limits.attachmentBytes / filler.length + 2 }, () => filler);

describe('a body without a content length', () => {
  it('is accepted when it is short', async () => {
    expect(await sendChunked([good])).toBe(201);
  });

  it.each([
    [
      'in the file',
      [buildPart(disposition.replace('png', 'txt'), '').subarray(0, -boundary.length - 8), ...fillers],
    ],
    ['before the first boundary', [...fillers, Buffer.from('\r\n'), good]],
    [
      'in another field',
      [Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n`), ...fillers],
    ],
  ])('is rejected with 413 after 10 MB %s', async (_where, pieces) => {
    expect(await sendChunked(pieces)).toBe(413);
  });
});
