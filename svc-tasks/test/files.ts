import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** As Windows' editor writes a text that it calls Unicode, or Unicode big endian. */
const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const wideBigEndian = (text: string): Buffer => wide(text).swap16();

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface ZipOptions {
  /** The length of each part is told behind it, as by whoever writes a file without going back in it. */
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

/** One small file of every kind that is accepted, and what it is sent back as. */
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
  // A picture of more than a megabyte before the part that tells what the document is.
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
  'wide-notes.txt': { content: wide('Zażółć 😀\r\n\t2 < 3\n'), type: 'text/plain' },
  'wide-big-endian-notes.txt': { content: wideBigEndian('Zażółć 😀\r\n\t2 < 3\n'), type: 'text/plain' },
  // Characters of four bytes lie across the ends of the pieces in which a file is read.
  'long-wide-notes.txt': { content: wide(`a${'😀'.repeat(50_000)}`), type: 'text/plain' },
};

const html = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** Files that are not what may be attached, by their names. */
export const refused: Record<string, Buffer> = {
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
  // What would unpack to more than anybody looks at.
  'bomb.docx': zip({ '[Content_Types].xml': wordTypes + ' '.repeat(5_000_000) }),
  'page.docx': Buffer.concat([Buffer.from('<html>'), zip({ '[Content_Types].xml': wordTypes })]),
  'cut.docx': zip({ '[Content_Types].xml': wordTypes }).subarray(0, -60),
  'broken.docx': Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 0xff)]),
  'letter.docx': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  'program.doc': Buffer.from('MZ\x90\x00', 'latin1'),
  'nul.txt': Buffer.from('a\u0000b'),
  'unmarked-wide.txt': Buffer.from('abc', 'utf16le'),
  'wide-page.txt': wide(html.toString()),
  'wide-big-endian-page.txt': wideBigEndian(`\ufeff \n${html}`),
  'wide-logo.txt': wide(svg.toString()),
  'wide-nul.txt': wide('a\u0000b'),
  'wide-half.txt': wide('abc').subarray(0, -1),
  'wide-lone-surrogate.txt': Buffer.from('fffe61003dd86200', 'hex'),
  'wide-last-surrogate.txt': Buffer.from('feff0061d83d', 'hex'),
  'wider.txt': Buffer.from('fffe00006100000062000000', 'hex'),
  'wide-noise.txt': Buffer.concat([Buffer.from('fffe', 'hex'), png]),
  'noise.txt': Buffer.from([1, 2, 3, 4, 5, 200, 201]),
};

export const boundary = 'obieg-boundary-7MA4YWxk';

interface Part {
  field?: string;
  /** As it stands between the quotes of the header. */
  filename?: string;
  content: Buffer | string;
}

export const multipart = (...parts: Part[]): Buffer =>
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
