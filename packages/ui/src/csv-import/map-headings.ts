import { foldText } from '@obieg/ui';

/** Headings of the fields in the files of one application. */
export type FieldHeadings<Field extends string> = Partial<Record<Field, readonly string[]>>;

/** Headings are compared without case and accents. */
export const foldHeading = (text: string): string => foldText(text.trim());

/** Returns the field of each column by its heading; empty for none. Each field gets its first column. */
export const mapHeadings = <Field extends string>(
  headings: readonly string[],
  known: FieldHeadings<Field>,
): (Field | '')[] => {
  const fields = Object.entries(known) as [Field, readonly string[]][];
  const used = new Set<Field>();
  return headings.map((heading) => {
    const found = fields.find(
      ([field, names]) =>
        !used.has(field) && names.some((name) => foldHeading(name) === foldHeading(heading)),
    )?.[0];
    if (found === undefined) return '';
    used.add(found);
    return found;
  });
};

/** Returns the application that knows most of the headings; the first one if none fits better. */
export const guessPreset = <Name extends string, Field extends string>(
  headings: readonly string[],
  presets: Readonly<Record<Name, FieldHeadings<Field>>>,
): Name => {
  const names = Object.keys(presets) as Name[];
  const countMapped = (name: Name): number =>
    mapHeadings(headings, presets[name]).filter((field) => field !== '').length;
  return names.reduce((best, name) => (countMapped(name) > countMapped(best) ? name : best));
};
