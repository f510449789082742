import { limits } from './limits';

export const codeNamePatterns = { start: /^[a-z]/, characters: /^[a-z0-9]*$/ } as const;

/** Whether `codeNameSchema` accepts a text. Pages check hosts with it, because it needs no schema library. */
export const isCodeName = (text: string): boolean =>
  text.length <= limits.organizationCodeNameMaxLength &&
  codeNamePatterns.start.test(text) &&
  codeNamePatterns.characters.test(text);
