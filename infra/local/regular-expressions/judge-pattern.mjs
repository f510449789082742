import { check } from 'recheck';

/** No pattern of the product takes a tenth of it. */
const timeoutMs = 60_000;
const shortLength = 4_096;
const growth = 8;
/** Times grow eightfold if they are linear, 64-fold if they are quadratic. */
const steepGrowth = 20;

const buildText = ({ pumps, suffix }, length) =>
  pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / pumps.length / pump.length)))
    .join('') + suffix;

/** Shortest time of a search, in milliseconds. Repeats short ones, so that the clock can tell them apart. */
const timeSearch = (pattern, flags, text) => {
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''));
  const times = [];
  for (let round = 0; round < 7; round += 1) {
    let count = 0;
    const startedAt = performance.now();
    do {
      expression.test(text);
      count += 1;
    } while (performance.now() - startedAt < 1);
    times.push((performance.now() - startedAt) / count);
  }
  return Math.min(...times);
};

/** A search with the attack takes more than linear time in the engine of Node.js. */
const isConfirmed = (pattern, flags, attack) =>
  timeSearch(pattern, flags, buildText(attack, shortLength * growth)) >
  steepGrowth * timeSearch(pattern, flags, buildText(attack, shortLength));

/**
 * Judges the search for a pattern anywhere in a text, which includes each start.
 *
 * @returns undefined if it is linear, otherwise its complexity and a text that shows it
 */
export const judgePattern = async (pattern, flags) => {
  const { status, complexity, attack, checker, error } = await check(pattern, flags, { timeout: timeoutMs });
  if (status === 'safe') return undefined;
  if (status === 'unknown') return { complexity: `unknown (${error.kind})`, attack: '' };
  // Found by trying texts in recheck's own engine, which repeats work that the engine of Node.js skips.
  if (checker === 'fuzz' && !isConfirmed(pattern, flags, attack)) return undefined;
  return { complexity: complexity.summary, attack: attack.pattern };
};
