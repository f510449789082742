/**
 * Finds what a person wrote in the text of a mail: without quotes, their headings and the signature. Works line by line
 * with plain comparisons, so that its time is linear in the text: the expressions of the libraries for this take minutes
 * for a line of 4 KB that was made for it.
 */

/** Longer lines are neither headings nor signatures. */
const headingMaxLength = 400;
/** A mail program wraps a heading after about 76 characters. */
const headingLinesMax = 3;
/** Lines of the block of headers with which Outlook begins a quote. */
const headerBlockMax = 8;
/** Empty lines below a heading or a rule. */
const emptyLinesMax = 5;

const writtenBy = [
  'wrote:',
  'writes:',
  'schrieb:',
  'pisze:',
  'napisał:',
  'napisała:',
  'napisał(a):',
  'napisał/a:',
  'a écrit:',
  'escribió:',
  'ha scritto:',
  'schreef:',
  'skrev:',
  'написал:',
  'は書きました:',
  'のメール:',
  'のメッセージ:',
];
/** A heading can end with the name: `Am 30.11.26 um 10:00 schrieb Anna Nowak:`. */
const writtenWords = [' wrote ', ' schrieb ', ' pisze ', ' napisał ', ' napisała ', ' skrev ', ' schreef '];

const originals = [
  'original message',
  'forwarded message',
  'ursprüngliche nachricht',
  'originalnachricht',
  'weitergeleitete nachricht',
  'wiadomość oryginalna',
  'oryginalna wiadomość',
  'oryginalna wiadomosc',
  'wiadomość przekazana',
  'przekazana wiadomość',
  'treść oryginalnej wiadomości',
  'message d’origine',
  "message d'origine",
  '元のメッセージ',
  'original message follows',
];

const fromNames = ['from:', 'von:', 'od:', 'de:', 'da:', '差出人:', '送信者:'];
const sentNames = [
  'sent:',
  'date:',
  'gesendet:',
  'datum:',
  'wysłano:',
  'wysłane:',
  'data:',
  'envoyé:',
  '送信日時:',
  '日時:',
];
const furtherNames = [
  'to:',
  'subject:',
  'an:',
  'betreff:',
  'do:',
  'temat:',
  'à:',
  'objet:',
  '宛先:',
  '件名:',
];

const deviceSignatures = [
  'sent from my ',
  'sent from mail for ',
  'sent from yahoo mail',
  'get outlook for ',
  'von meinem ',
  'gesendet von ',
  'gesendet mit ',
  'wysłano z ',
  'wysłane z ',
  'pobierz program outlook',
  'pobierz aplikację outlook',
  'outlook für ',
  'iphoneから送信',
  'ipadから送信',
];
const deviceMaxLength = 120;

const isQuoted = (line: string): boolean => line.startsWith('>');
const isEmpty = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const beginsWithAny = (text: string, starts: readonly string[]): boolean =>
  starts.some((start) => text.startsWith(start));
const endsWithAny = (text: string, ends: readonly string[]): boolean =>
  ends.some((end) => text.endsWith(end));
const hasDigit = (text: string): boolean => /\d/.test(text);

/** Lower case, with plain spaces and colons. */
const normalize = (line: string): string =>
  line
    .slice(0, headingMaxLength + 1)
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .replaceAll('：', ':')
    .replaceAll(' :', ':')
    .trim()
    .toLowerCase();

/** Whether a line names a writer and a time, as mail programs put it above a quote. */
const isHeading = (text: string): boolean => {
  if (text.length > headingMaxLength || !text.endsWith(':') || !hasDigit(text)) return false;
  if (endsWithAny(text, writtenBy) || writtenWords.some((word) => text.includes(word))) return true;
  return text.endsWith('>:') && text.includes('@');
};

/** @returns the number of lines of the heading that begins here; 0 if none does */
const headingLength = (lines: readonly string[], start: number): number => {
  let joined = '';
  for (let count = 1; count <= headingLinesMax; count += 1) {
    const line = lines[start + count - 1];
    if (line === undefined || isEmpty(line) || isQuoted(line)) return 0;
    joined = `${joined} ${normalize(line)}`.trim();
    if (isHeading(joined)) return count;
  }
  return 0;
};

const isRule = (line: string): boolean => /^[_=-]{10,}$/.test(line.trim());

const isOriginalMark = (line: string): boolean => {
  const text = normalize(line);
  if (!text.startsWith('--') && !text.startsWith('__')) return false;
  return originals.includes(text.replace(/[-_]/g, ' ').trim());
};

const fieldOf = (line: string): string => normalize(line.replaceAll('*', ''));

const isHeaderBlock = (lines: readonly string[], start: number): boolean => {
  if (!beginsWithAny(fieldOf(lines[start] ?? ''), fromNames)) return false;
  const further = lines.slice(start + 1, start + headerBlockMax).map(fieldOf);
  return (
    further.some((line) => beginsWithAny(line, sentNames)) &&
    further.some((line) => beginsWithAny(line, furtherNames))
  );
};

const isDeviceSignature = (line: string): boolean =>
  line.length <= deviceMaxLength && beginsWithAny(normalize(line), deviceSignatures);

/** What is left out from a line on: a number of lines, up to the next quote, or all that follows. */
type Cut = number | 'signature' | 'rest';

/** Index of the next line with a text. Looks no further than the lines that programs leave empty. */
const nextText = (lines: readonly string[], from: number): number => {
  let index = from;
  while (index < from + emptyLinesMax && isEmpty(lines[index])) index += 1;
  return index;
};

const cutAt = (lines: readonly string[], index: number): Cut => {
  const line = lines[index] ?? '';
  if (isQuoted(line)) return 1;
  if (isOriginalMark(line) || isHeaderBlock(lines, index)) return 'rest';
  if (isRule(line) && isHeaderBlock(lines, nextText(lines, index + 1))) return 'rest';
  const length = headingLength(lines, index);
  if (length > 0) {
    const next = lines[nextText(lines, index + length)];
    // Some programs quote without a mark, so everything below is the quote.
    return isEmpty(next) || isQuoted(next ?? '') ? length : 'rest';
  }
  if (line.trimEnd() === '--' || isDeviceSignature(line)) return 'signature';
  return 0;
};

/** A signature ends at a quote, below which an answer may follow. */
const signatureEnd = (lines: readonly string[], start: number): number => {
  let index = start + 1;
  while (index < lines.length && !isQuoted(lines[index] ?? '') && headingLength(lines, index) === 0)
    index += 1;
  return index;
};

/**
 * Returns the text without quotes and signature, or an empty text if nothing else is in it.
 *
 * @param text with line feeds only
 */
export const cutQuotes = (text: string): string => {
  const lines = text.split('\n');
  const kept: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const cut = cutAt(lines, index);
    if (cut === 'rest') break;
    if (cut === 'signature') index = signatureEnd(lines, index);
    else if (cut > 0) index += cut;
    else {
      kept.push(lines[index] ?? '');
      index += 1;
    }
  }
  return joinLines(kept);
};

/** Joins lines with at most one empty line between two others. */
export const joinLines = (lines: readonly string[]): string => {
  const joined: string[] = [];
  for (const line of lines) {
    const text = line.trimEnd();
    if (text !== '' || (joined.length > 0 && joined.at(-1) !== '')) joined.push(text);
  }
  return joined.join('\n').trim();
};
