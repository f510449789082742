import unhomoglyph from 'unhomoglyph';

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The mapping of UTS 39 on decomposed text. Upper case letters can result from digits. */
const toSkeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD')).normalize('NFKC').toLowerCase().normalize('NFC');

/**
 * Returns the forms in which names are compared. Two names look equal if they share one. Based on the confusable
 * skeletons of Unicode Technical Standard 39, ignoring case. The second form is that of the text as it was typed: a
 * capital I looks like a small l.
 */
export const skeletonsOf = (name: string): [folded: string, typed: string] => {
  const text = name.normalize('NFKC').replace(invisible, '');
  return [toSkeleton(text.toLowerCase()), toSkeleton(text)];
};

interface Names {
  username: string;
  display_name: string | null;
}

/** The columns by which names of an account are compared. Write them with each change of a name. */
export const skeletonColumns = ({ username, display_name }: Names) => ({
  /** Unique. Null until it is computed, and if an older account has it. */
  username_skeleton: skeletonsOf(username)[0] as string | null,
  username_skeletons: skeletonsOf(username),
  display_skeletons: display_name === null ? [] : skeletonsOf(display_name),
});
