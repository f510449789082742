import * as z from 'zod';
import { languages } from './headers';

/** Name of the file of a remote's version that contains its {@link firstPagesSchema}. */
export const firstPagesFile = 'first-pages.json';

/** A value in a response of the route's `data`: its address as in `data`, and a JSON pointer (RFC 6901). */
const valueSchema = z.object({ data: z.string().startsWith('/api/'), pointer: z.string().startsWith('/') });

const conditionSchema = valueSchema.extend({
  /** The value must be this one. Absent: it must be present. Null counts as absent. */
  is: z.union([z.string(), z.boolean()]).optional(),
  /** Negates the condition. */
  isNot: z.literal(true).optional(),
});
export type FirstPageCondition = z.infer<typeof conditionSchema>;

interface FirstPagePart {
  when: FirstPageCondition[];
  nodes: FirstPageNode[];
}

const slotSchema = z.object({ slot: z.literal('page') });

/**
 * Markup, a value that is inserted as escaped text, a part that is left out unless all its conditions hold, or the place
 * of the page in a layout.
 */
export type FirstPageNode = string | z.infer<typeof valueSchema> | z.infer<typeof slotSchema> | FirstPagePart;

const nodeSchema: z.ZodType<FirstPageNode> = z.union([
  z.string(),
  z.object({
    when: z.array(conditionSchema),
    get nodes() {
      return z.array(nodeSchema);
    },
  }),
  valueSchema,
  slotSchema,
]);

const variantSchema = z.object({
  language: z.enum(languages),
  when: z.array(conditionSchema),
  nodes: z.array(nodeSchema),
});

const firstPageSchema = z.object({
  css: z.string(),
  /** The first one that has the language, and whose conditions and values are there, is shown. */
  variants: z.array(variantSchema),
});

/** Key of the layout `frame` in the shell's first pages. */
export const frameKey = 'frame';

/**
 * First pages of a remote by the path of their route, as its build rendered them; of the shell, its layout. The gateway writes them into the
 * document with the values of the visitor's data, without running code of the remote.
 */
export const firstPagesSchema = z.record(z.string(), firstPageSchema);
export type FirstPages = z.infer<typeof firstPagesSchema>;
