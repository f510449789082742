import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** Encodes a text in UTF-16 with a byte order mark, like Notepad on Windows. */
const toUtf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const toUtf16BigEndian = (text: string): Buffer => toUtf16(text).swap16();

/** An image of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface ZipOptions {
  /** Writes the sizes of each entry after its data, like writers that cannot seek. */
  isStreamed?: boolean;
}

const uint32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

const zipEntry = (name: string, content: string | Buffer, offset: number, { isStreamed }: ZipOptions) => {
  const data = Buffer.from(content);
  const packed = deflateRawSync(data);
  const [noSizes, sizes] = [uint32(0, 0, 0), uint32(0, packed.length, data.length)];
  const method = Buffer.from([20, 0, isStreamed ? 8 : 0, 0, 8, 0, 0, 0, 0, 0]);
  const nameLength = Buffer.from([name.length, 0, 0, 0]);
  return {
    local: Buffer.concat([
      ...[
        Buffer.from('PK\x03\x04'),
        method,
        isStreamed ? noSizes : sizes,
        nameLength,
        Buffer.from(name),
        packed,
      ],
      ...(isStreamed ? [Buffer.from('PK\x07\x08'), sizes] : []),
    ]),
    central: Buffer.concat([
      ...[Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), method, sizes, nameLength],
      ...[Buffer.alloc(10), uint32(offset), Buffer.from(name)],
    ]),
  };
};

const zip = (entries: Record<string, string | Buffer>, options: ZipOptions = {}): Buffer => {
  let locals = Buffer.alloc(0);
  let central = Buffer.alloc(0);
  for (const [name, content] of Object.entries(entries)) {
    const entry = zipEntry(name, content, locals.length, options);
    locals = Buffer.concat([locals, entry.local]);
    central = Buffer.concat([central, entry.central]);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(locals.length, 16);
  return Buffer.concat([locals, central, end]);
};

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const wordTypes = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${wordType}"/></Types>`;

/** One small file of each accepted type, with its media type. */
export const accepted: Record<string, { content: Buffer; type: string }> = {
  'photo.jpg': {
    content: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
    type: 'image/jpeg',
  },
  'photo.JPEG': { content: Buffer.from('ffd8ffdb0043', 'hex'), type: 'image/jpeg' },
  'picture.png': { content: png, type: 'image/png' },
  'animation.gif': {
    content: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    type: 'image/gif',
  },
  'picture.webp': {
    content: Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64'),
    type: 'image/webp',
  },
  'scan.pdf': {
    content: Buffer.from('%PDF-1.4\n%\u00e2\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    type: 'application/pdf',
  },
  'letter.doc': {
    content: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    type: 'application/msword',
  },
  'letter.docx': {
    content: zip({
      '[Content_Types].xml': wordTypes,
      'word/document.xml': '<w:document/>',
    }),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  // More than a megabyte precedes the entry that identifies the document type.
  'streamed-letter.docx': {
    content: zip(
      {
        'word/document.xml': '<w:document/>',
        'word/media/image1.png': randomBytes(1_200_000),
        '[Content_Types].xml': wordTypes,
      },
      { isStreamed: true },
    ),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'notes.txt': { content: Buffer.from('Zażółć gęślą jaźń\r\n\t2 < 3 <> 4\n'), type: 'text/plain' },
  'old-notes.txt': { content: Buffer.from('Za\xbf\xf3\xb3\xe6', 'latin1'), type: 'text/plain' },
  'marked-notes.txt': { content: Buffer.from('\ufeffZażółć\n'), type: 'text/plain' },
  'utf16-notes.txt': { content: toUtf16('Zażółć 😀\r\n\t2 < 3\n'), type: 'text/plain' },
  'utf16-big-endian-notes.txt': { content: toUtf16BigEndian('Zażółć 😀\r\n\t2 < 3\n'), type: 'text/plain' },
  // Four-byte characters cross the boundaries of the chunks in which a file is read.
  'long-utf16-notes.txt': { content: toUtf16(`a${'😀'.repeat(50_000)}`), type: 'text/plain' },
};

const html = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** Files that must be rejected, by their names. */
export const rejected: Record<string, Buffer> = {
  'page.html': html,
  'page.png': html,
  'page.html.png': html,
  'page.txt': html,
  'page.pdf': html,
  'logo.svg': svg,
  'logo.svg.png': svg,
  'logo.txt': Buffer.concat([Buffer.from('\ufeff \n'), svg]),
  'feed.txt': Buffer.from('<?xml version="1.0"?><x/>'),
  'photo.png.exe': png,
  'photo.png.html': png,
  'photo.jpg': png,
  'photo.pdf': png,
  'photo.txt': png,
  photo: png,
  '.png': png,
  'archive.zip': zip({ 'a.txt': 'a' }),
  'archive.docx': zip({ 'a.txt': 'a' }),
  'sheet.docx': zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': '<workbook/>',
  }),
  // Exceeds the limit of unpacked bytes.
  'bomb.docx': zip({ '[Content_Types].xml': wordTypes + ' '.repeat(5_000_000) }),
  'page.docx': Buffer.concat([Buffer.from('<html>'), zip({ '[Content_Types].xml': wordTypes })]),
  'cut.docx': zip({ '[Content_Types].xml': wordTypes }).subarray(0, -60),
  'broken.docx': Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 0xff)]),
  'letter.docx': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  'program.doc': Buffer.from('MZ\x90\x00', 'latin1'),
  'nul.txt': Buffer.from('a\u0000b'),
  'unmarked-utf16.txt': Buffer.from('abc', 'utf16le'),
  'utf16-page.txt': toUtf16(html.toString()),
  'utf16-big-endian-page.txt': toUtf16BigEndian(`\ufeff \n${html}`),
  'utf16-logo.txt': toUtf16(svg.toString()),
  'utf16-nul.txt': toUtf16('a\u0000b'),
  'utf16-odd-length.txt': toUtf16('abc').subarray(0, -1),
  'utf16-lone-surrogate.txt': Buffer.from('fffe61003dd86200', 'hex'),
  'utf16-last-surrogate.txt': Buffer.from('feff0061d83d', 'hex'),
  'utf32.txt': Buffer.from('fffe00006100000062000000', 'hex'),
  'utf16-noise.txt': Buffer.concat([Buffer.from('fffe', 'hex'), png]),
  'noise.txt': Buffer.from([1, 2, 3, 4, 5, 200, 201]),
};

export const boundary = 'obieg-boundary-7MA4YWxk';

interface Part {
  field?: string;
  /** Raw value between the quotes of the header. */
  filename?: string;
  content: Buffer | string;
}

export const buildMultipart = (...parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.map(({ field = 'file', filename, content }) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${
            filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
          }\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const multipartType = `multipart/form-data; boundary=${boundary}`;
