/** Texts that make careless code repeat work, by name. `plain` is the text to compare with. */
const units: Readonly<Record<string, string>> = {
  'one letter': 'b',
  'line breaks': 'a\r\n',
  'small letters and dots': '.a',
  'combining marks': '\u0301\u0327',
  'different ideographs': [...Array(4_000)].map((_, index) => String.fromCharCode(0x4e00 + index)).join(''),
  'addresses in sequence': 'a@a.',
  'word pairs': 'ab „',
  'percent encodings': '%C5%BC',
  'opening braces': '{{',
  'opening tags': '<a b="',
  'numbers in sequence': '1,',
  'web addresses': 'http://a.pl/task/123456789012 ',
  'emoji with joiners': '👩\u200d',
  'zero width': 'a\u200b',
  Cyrillic: 'жИ',
  base64: 'aGVsbG8-_w',
  backslashes: '\\',
  semicolons: 'a=b; ',
  quotes: '"',
  opening: '([',
  at: '@',
  dots: '.',
  spaces: ' ',
  tabs: '\t',
  slashes: '/',
  digits: '0',
  commas: ',',
  hyphens: '-',
};

/** Starts and ends that let a repeated part match, but not the whole text. */
const frames: Readonly<Record<string, [start: string, end: string]>> = {
  dots: ['a', 'x'],
  spaces: ['a', 'x'],
  tabs: ['a', 'x'],
  slashes: ['a', 'x'],
  digits: ['1', 'x'],
  hyphens: ['a', '!'],
  'one letter': ['', '!'],
  'combining marks': ['a', 'x'],
  'different ideographs': ['http://', '.pl'],
  'small letters and dots': ['', '/'],
};

export const shapeNames: readonly string[] = Object.keys(units);

/** Repeats the unit of a shape up to `length` UTF-16 units. Ends no text inside a surrogate pair. */
export const buildShape = (name: string, length: number): string => {
  const unit = units[name] ?? 'a';
  const [start, end] = frames[name] ?? ['', ''];
  const count = Math.max(0, Math.floor((length - start.length - end.length) / unit.length));
  const text = count > 0 ? start + unit.repeat(count) + end : unit.slice(0, length);
  return text.isWellFormed() ? text : 'a';
};

export const buildPlain = (length: number): string => 'a'.repeat(length);

/** The gateway accepts 16 KB of headers, which include the address. */
export const addressBytes = 14_000;

const encodedShapes = new Map<string, string>();

/** Percent-encodes a text for an address or a header, without cutting an encoding. */
export const encodeShape = (name: string): string => {
  const known = encodedShapes.get(name);
  if (known !== undefined) return known;
  let encoded = '';
  for (const character of buildShape(name, addressBytes)) {
    const part = encodeURIComponent(character);
    if (encoded.length + part.length > addressBytes) break;
    encoded += part;
  }
  encodedShapes.set(name, encoded);
  return encoded;
};
