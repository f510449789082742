import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailBounds, parseMail, readRecipients, UnreadableMailError } from './parse-mail';

const folder = join(import.meta.dirname, '../../test/mail-shapes');
const options = { ownAddress: 'no-reply@obieg.test' };
const answer = 'Zrobione, dziękuję.';

/** Shapes with another text or with files. */
const others: Record<string, { text?: string; files?: string[] }> = {
  'charset-iso-2022-jp': { text: '完了しました。' },
  'broken-charset': { text: 'Gotowe.' },
  'broken-wrong-boundary': { text: '' },
  'inline-pictures': { files: ['zdjecie.png'] },
  'rfc2231-file-name': { files: ['zażółć.txt'] },
};
const shapes = readdirSync(folder).map((name) => name.replace('.eml', ''));
const read = (shape: string) => parseMail(readFileSync(join(folder, `${shape}.eml`)), options);

describe('parseMail', () => {
  it('knows forty shapes of mails', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(40);
  });

  it.each(shapes)('reads the answer of the shape %s', async (shape) => {
    const mail = await read(shape);
    const { text = answer, files = [] } = others[shape] ?? {};
    expect({ text: mail.text, files: mail.files.map(({ name }) => name), sender: mail.sender }).toEqual({
      text,
      files,
      sender: 'user11@obieg.test',
    });
    expect(mail.isAutomatic).toBe(false);
  });

  it('keeps the quote in the full text', async () => {
    for (const shape of ['gmail-pl-top', 'outlook-de-top', 'apple-html-bottom', 'yahoo-unmarked'])
      expect((await read(shape)).fullText).toContain('Dzień dobry');
  });

  it('gives two copies of a mail one key, and other mails another one', async () => {
    const keys = await Promise.all(shapes.map(async (shape) => (await read(shape)).messageKey));
    expect(new Set(keys).size).toBe(shapes.length);
    expect((await read(shapes[0] ?? '')).messageKey).toBe(keys[0]);
  });

  it.each([
    ['deep', `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(40)}`],
    ['long headers', `X: ${'y'.repeat(mailBounds.headerBytes)}\r\n\r\ntext`],
    [
      'many files',
      `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(120)}--a--`,
    ],
    ['large', `\r\n${'x'.repeat(mailBounds.bytes)}`],
  ])('refuses a mail that is too %s', async (_, raw) => {
    await expect(parseMail(Buffer.from(`From: a@example.com\r\n${raw}`), options)).rejects.toThrow(
      UnreadableMailError,
    );
  });

  it('reads a mail of just under 30 MB', async () => {
    const content = Buffer.alloc(21 * 1024 * 1024, 1)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n');
    const raw = `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nok\r\n--a\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--a--\r\n`;
    const mail = await parseMail(Buffer.from(raw), options);
    expect([mail.text, mail.files[0]?.content.length]).toEqual(['ok', 21 * 1024 * 1024]);
  });

  it('removes control characters and directions', async () => {
    const raw = 'From: a@example.com\r\nContent-Type: text/plain; charset=utf-8\r\n\r\na\u0000b\u202ec\r\n';
    expect((await parseMail(Buffer.from(raw), options)).text).toBe('abc');
  });
});

describe('the steps of parseMail', () => {
  /** Texts of 16 KB that are slow for expressions that are not linear. */
  const worst = [
    'W dniu ',
    'On 1 wrote: ',
    '1234from<',
    'From: a\n',
    '-----\n',
    '>'.repeat(200),
    '> ',
    '\n\n',
    '-- \n',
    '<div>',
    '<blockquote>',
    '<table><tr><td>',
    '<a href="x">',
    '&amp;',
    '<!--',
    '=?utf-8?q?',
    '"<a@b>, ',
    '((((',
    '\u3042: ',
  ];

  it.each(worst.flatMap((part) => [4, 8, 16].map((size) => [part, size] as const)))(
    'take %j in %i KB',
    async (part, size) => {
      const text = part.repeat((size * 1024) / part.length);
      for (const type of ['plain', 'html'])
        await parseMail(
          Buffer.from(`From: a@example.com\r\nContent-Type: text/${type}\r\n\r\n${text}`),
          options,
        );
      const header = text.replace(/\n/g, ' ').slice(0, 16 * 1024);
      await parseMail(Buffer.from(`From: ${header}\r\nSubject: ${header}\r\n\r\nok`), options);
    },
  );
});

describe('readRecipients', () => {
  it('prefers the envelope that the mail server wrote', async () => {
    const raw = 'To: Obieg <a@example.com>\r\nDelivered-To: b@example.com\r\nCc: c@example.com\r\n\r\nx';
    expect(await readRecipients(Buffer.from(raw))).toEqual([
      'b@example.com',
      'a@example.com',
      'c@example.com',
    ]);
  });
});
