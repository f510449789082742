import { findMentions } from '@obieg/contracts/mention-text';

/** The mention that is being typed: from the sign to the cursor. */
export interface TypedMention {
  /** Index of the sign. */
  at: number;
  term: string;
}

/** Longer texts are no names. */
const termMaxLength = 60;
/** No mention begins inside an address or a path. The term has at most two words. */
const pattern = /(?:^|[^\p{L}\p{N}._/@-])@((?:[^\s@,;:!?()<>]+(?: [^\s@,;:!?()<>]*)?)?)$/u;

/**
 * Finds the mention that the user types at the cursor.
 *
 * @param names mentioned people, whose finished mentions are not searched again
 */
export const findTypedMention = (
  text: string,
  cursor: number,
  names: readonly string[],
): TypedMention | undefined => {
  const before = text.slice(Math.max(0, cursor - termMaxLength - 2), cursor);
  const term = pattern.exec(before)?.[1];
  if (term === undefined) return undefined;
  const at = cursor - term.length - 1;
  // A space after the name ends it, so that the list does not return for the next word.
  const isFinished = term.includes(' ') && findMentions(`@${term}`, names).size > 0;
  return isFinished ? undefined : { at, term };
};
