import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from '../list-sources.mjs';

/** Tests and their helpers, measurements and the generators of `npm run new` do not ship. */
const notShipped = /\.test\.|\.d\.m?ts$|(?:^|\/)tests?\/|\/testing\/|^(?:e2e|bench|infra\/new)\//;

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined;
};

/** Methods of strings that compile a text argument. */
const compilingMethods = new Set(['match', 'matchAll', 'search']);

/** @returns the argument with the pattern if a call compiles a regular expression */
const findPatternArgument = ({ callee, arguments: [first] }) => {
  if (callee.type === 'Identifier' && callee.name === 'RegExp') return first;
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  return compilingMethods.has(callee.property.name) && textOf(first) !== undefined ? first : undefined;
};

/** Collects the regular expressions of one source. A computed pattern has an `expression` instead of a `pattern`. */
const collectFromText = (file, text) => {
  const found = [];
  const place = (node) => ({ file, line: text.slice(0, node.start).split('\n').length });
  const visitCall = (node) => {
    const argument = findPatternArgument(node);
    // A literal as the argument is visited by itself.
    if (!argument || argument.regex) return;
    const pattern = textOf(argument);
    const flags = node.arguments[1] === undefined ? '' : textOf(node.arguments[1]);
    if (pattern === undefined || flags === undefined)
      found.push({ ...place(node), expression: text.slice(argument.start, argument.end) });
    else found.push({ ...place(node), pattern, flags });
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor({
    Literal: (node) => {
      if (node.regex) found.push({ ...place(node), pattern: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: visitCall,
    CallExpression: visitCall,
  }).visit(program);
  return found;
};

/** Collects the regular expressions of all sources that ship. */
export const collectPatterns = (folder) =>
  listSources(folder)
    .filter((file) => !notShipped.test(file))
    .flatMap((file) => collectFromText(file, readFileSync(join(folder, file), 'utf8')));
