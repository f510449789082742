import { createHash } from 'node:crypto';

/** Starts and ends a value that the gateway fills in. `describeFirstPages` of web-kit writes them. */
const valuePattern = /\uE000([^ \uE000\uE001]+) ([^\uE000\uE001]+)\uE001/;

/** Where a layout shows the page. */
const slot = '\uE002';

/** Attributes whose values a browser only shows. Others could name an address, or style or identify an element. */
const textAttributes = new Set(['alt', 'aria-label', 'placeholder', 'title', 'value']);

const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

const escapeText = (text) => text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Joins neighbouring strings. */
const join = (nodes) => {
  const joined = [];
  for (const node of nodes) {
    if (typeof node === 'string' && typeof joined.at(-1) === 'string') joined[joined.length - 1] += node;
    else if (node !== '') joined.push(node);
  }
  return joined;
};

/**
 * Compiles the markup of a page into nodes for the gateway, see `first-pages.ts` of contracts.
 *
 * @param markup rendered by React
 * @param findParts `(page) => [element, conditions][]`: elements that are left out unless their conditions hold
 * @param addresses the route's `data`
 * @returns also the classes, and style sheets for what the content policy would refuse in the markup
 * @throws if a value is at a place where text could be more than text, or from another address
 */
export const compileMarkup = (markup, findParts = () => [], addresses = []) => {
  const page = document.createElement('div');
  page.innerHTML = markup;
  const styles = [...page.querySelectorAll('style')].map((style) => {
    style.remove();
    return style.textContent ?? '';
  });
  const parts = new Map(findParts(page));
  const classes = new Set();

  const splitValues = (text) => {
    const [all, data, pointer] = valuePattern.exec(text) ?? [];
    if (all === undefined) return [escapeText(text)];
    if (!addresses.includes(data)) throw new Error(`first page: the route does not read "${data}"`);
    const start = text.indexOf(all);
    return [
      escapeText(text.slice(0, start)),
      { data, pointer },
      ...splitValues(text.slice(start + all.length)),
    ];
  };

  /** The content policy refuses style attributes. A rule without a layer has the same precedence. */
  const writeStyle = (style) => {
    const name = createHash('sha256').update(style).digest('hex').slice(0, 8);
    styles.push(`[data-first-page-style="${name}"]{${style}}`);
    return [` data-first-page-style="${name}"`];
  };

  const writeAttribute = ({ name, value }) => {
    if (name === 'style') return writeStyle(value);
    if (valuePattern.test(value) && !textAttributes.has(name))
      throw new Error(`first page: the attribute "${name}" must not contain a value of the data`);
    return [` ${name}="`, ...splitValues(value), '"'];
  };

  const writeNode = (node) => {
    if (node.nodeType === node.TEXT_NODE)
      return node.textContent === slot ? [{ slot: 'page' }] : splitValues(node.textContent);
    if (node.nodeType !== node.ELEMENT_NODE) return [];
    const name = node.localName;
    if (name === 'script') throw new Error('first page: a page must not contain a script');
    for (const className of node.classList) classes.add(className);
    const nodes = [
      `<${name}`,
      ...[...node.attributes].flatMap(writeAttribute),
      '>',
      ...(voidElements.has(name) ? [] : [...[...node.childNodes].flatMap(writeNode), `</${name}>`]),
    ];
    const when = parts.get(node);
    return when ? [{ when, nodes: join(nodes) }] : nodes;
  };

  const nodes = join([...page.childNodes].flatMap(writeNode));
  return { nodes, classes, styles };
};
