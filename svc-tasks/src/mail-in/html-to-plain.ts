import { convert } from 'html-to-text';

/** Bounds of the conversion. A mail beyond them is converted in part. */
const limits = { maxInputLength: 500_000, maxDepth: 60, maxChildNodes: 5_000, ellipsis: '…' };

/** Converts a HTML mail to plain text. Quotes get `> ` at each line, as in a plain mail. */
export const htmlToPlain = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'img', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'h4', options: { uppercase: false } },
      { selector: 'table', options: { uppercaseHeaderCells: false } },
    ],
  });
