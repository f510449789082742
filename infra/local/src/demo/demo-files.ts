import { deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];
/** Colour at a position. Both coordinates run from 0 to 1. */
type Painter = (x: number, y: number) => Colour;

const checksums = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const checksum = (bytes: Buffer): number => {
  let value = 0xffffffff;
  for (const byte of bytes) value = (checksums[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
};

/** Encodes a PNG with eight bits per channel. */
const drawPicture = (width: number, height: number, paint: Painter): Buffer => {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows.set(paint(x / width, y / height), y * (width * 3 + 1) + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const shade = ([red, green, blue]: Colour, light: number): Colour => [
  Math.min(255, Math.round(red * light)),
  Math.min(255, Math.round(green * light)),
  Math.min(255, Math.round(blue * light)),
];

/** A strip of labels; every second one is blank. */
const labelStrip: Painter = (x, y) => {
  const label = Math.floor(y * 6);
  const inLabel = y * 6 - label;
  if (x < 0.12 || x > 0.88 || inLabel < 0.06) return shade([196, 164, 120], 0.9 + 0.1 * Math.sin(x * 40));
  const isBar =
    x > 0.2 && x < 0.7 && inLabel > 0.3 && inLabel < 0.75 && Math.sin(x * 320) + Math.sin(x * 190) > 0.2;
  return label % 2 === 0 && isBar ? [30, 30, 34] : [248, 248, 245];
};

/** A screen with a green tint. */
const greenScreen: Painter = (x, y) => {
  if (x < 0.06 || x > 0.94 || y < 0.07 || y > 0.8) return [34, 36, 42];
  return shade([40, 190, 90], 0.55 + 0.35 * Math.sin(y * 90) * Math.sin(y * 7) + 0.2 * x);
};

/** A grey ceiling with a spreading stain. */
const stainedCeiling: Painter = (x, y) => {
  const distance = Math.hypot((x - 0.6) * 1.3, y - 0.4) + 0.05 * Math.sin(x * 30) * Math.cos(y * 24);
  if (distance < 0.33) return shade([150, 128, 92], 0.75 + distance * 0.9);
  return shade([198, 200, 204], 0.9 + 0.08 * Math.sin(y * 60));
};

/** Writes a one-page PDF. Its built-in font has no Polish letters. */
const writePdf = (lines: readonly string[]): Buffer => {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const page = `BT /F1 12 Tf 18 TL 60 760 Td\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};

const makers = {
  'etykiety-rampa-3.png': () => drawPicture(480, 640, labelStrip),
  'monitor.png': () => drawPicture(640, 420, greenScreen),
  'przeciek-c14.png': () => drawPicture(800, 600, stainedCeiling),
  'protokol-naprawy-2026118.pdf': () =>
    writePdf([
      'Protokol naprawy nr 2026118',
      '',
      'Urzadzenie: waga paletowa RADWAG WPT/4',
      'Stwierdzono: przesuniecie zera o 12 kg po uderzeniu wozka.',
      'Wykonano: wymiana czujnika, kalibracja, plomba 0417.',
      '',
      'Odbior: magazyn A, brama 2',
    ]),
  'list-przewozowy.pdf': () =>
    writePdf([
      'Miedzynarodowy list przewozowy CMR',
      '',
      'Nadawca: Acme Logistyka',
      'Odbiorca: Agencja Clo-Port, Gdynia',
    ]),
  'dziennik-skanera.txt': () =>
    Buffer.from(
      [
        '10:58:41 zapis palety 881204',
        '10:59:58 zapis palety 881205',
        '11:00:00 przerwa: sesja uśpiona',
        '11:15:03 sesja wznowiona, kolejka pusta',
      ].join('\r\n'),
    ),
} as const satisfies Record<string, () => Buffer>;

export type DemoFile = keyof typeof makers;

/** Creates the content of a demo attachment. */
export const makeDemoFile = (name: DemoFile): Buffer => makers[name]();
