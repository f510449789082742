// Fails if a regular expression of the product can take more than linear time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './prepare.mjs';
import { collectPatterns } from './regular-expressions/collect-patterns.mjs';
import { judgePattern } from './regular-expressions/judge-pattern.mjs';

const [folder = root] = process.argv.slice(2);
const cacheFile = join(folder, '.cache/linear-regular-expressions.json');
const require = createRequire(import.meta.url);
const { version } = require('recheck/package.json');
/**
 * Patterns that the product computes at run time. `expression` is the argument in the source. The check judges
 * `pattern`, which a typical run computes.
 */
const computedPatterns = require('./regular-expressions/computed-patterns.json');
const keyOf = ({ pattern, flags }) => `/${pattern}/${flags}`;

/** Patterns that this version of recheck found linear. */
const readCache = () => {
  try {
    const cache = JSON.parse(readFileSync(cacheFile, 'utf8'));
    return new Set(cache.version === version ? cache.linear : []);
  } catch {
    return new Set();
  }
};

const writeCache = (linear) => {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify({ version, linear: [...linear].sort() }, undefined, 1));
};

const problems = [];
const unused = new Set(computedPatterns);
const expressions = collectPatterns(folder).map((found) => {
  if (found.expression === undefined) return found;
  const computed = computedPatterns.find(
    ({ file, expression }) => file === found.file && expression === found.expression,
  );
  unused.delete(computed);
  if (computed) return { ...found, pattern: computed.pattern, flags: computed.flags ?? '' };
  problems.push(
    `${found.file}:${found.line} computes ${found.expression}: list it in computed-patterns.json`,
  );
  return undefined;
});
if (folder === root)
  for (const { file, expression } of unused)
    problems.push(`computed-patterns.json lists ${expression}, which ${file} does not contain`);

const placesOf = new Map();
for (const expression of expressions.filter(Boolean)) {
  const key = keyOf(expression);
  placesOf.set(key, [...(placesOf.get(key) ?? []), expression]);
}
const linear = readCache();
const waiting = [...placesOf].filter(([key]) => !linear.has(key));
const judgeWaiting = async () => {
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [key, places] = next;
    const verdict = await judgePattern(places[0].pattern, places[0].flags);
    if (!verdict) linear.add(key);
    else
      for (const { file, line } of places)
        problems.push(`${file}:${line} ${key} is ${verdict.complexity}: ${verdict.attack}`);
  }
};
await Promise.all([judgeWaiting(), judgeWaiting()]);
writeCache(linear);

for (const problem of problems.sort()) process.stdout.write(`${problem}\n`);
if (problems.length > 0)
  process.stdout.write('Rewrite what is not linear: docs/explanation/bounded-work.md shows how.\n');
// Ends the process of recheck, too.
process.exit(problems.length === 0 ? 0 : 1);
