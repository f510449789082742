/** What a canned reply contains instead of a value that the task does not have. Brackets and `…` mark it in the text. */
export const toGap = (placeholderLabel: string): string => `[… ${placeholderLabel}]`;

/** A quotation that leaves something out, `[…]`, is no gap. */
const gapPattern = /\[… [^[\]\n]{1,60}\]/g;

/** Lists the gaps that the text still contains, each once. */
export const listOpenGaps = (text: string): string[] => [...new Set(text.match(gapPattern))];
