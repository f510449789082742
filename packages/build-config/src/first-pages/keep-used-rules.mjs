import { transform } from 'lightningcss';
import { layerOrder } from '../cascade-layer.mjs';

const version = (major, minor = 0) => (major << 16) | (minor << 8);
/** As the shell's. */
const targets = { chrome: version(120), firefox: version(121), safari: version(17, 2) };

/** Whether elements with only these classes can match. `:not()` and `:has()` count as matching. */
const canMatch = (selector, classes) =>
  selector.every((part) => {
    if (part.type === 'class') return classes.has(part.name);
    const isChoice = part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where');
    return !isChoice || part.selectors.some((choice) => canMatch(choice, classes));
  });

const compress = (code, visitor) =>
  transform({ filename: 'first-pages.css', code, minify: true, targets, ...(visitor ? { visitor } : {}) })
    .code;

/** @returns the style sheet without rules for other classes, compressed */
export const keepUsedRules = (styleSheet, classes) => {
  const used = compress(Buffer.from(`${layerOrder}\n${styleSheet}`), {
    Rule: {
      style: ({ value: { selectors } }) =>
        selectors.some((selector) => canMatch(selector, classes)) ? undefined : [],
    },
  });
  // Removes the conditions that are empty now.
  return compress(used).toString();
};
