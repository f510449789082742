import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Returns the colors that a CSS rule sets. */
const readColors = (selector: string): Record<string, string> => {
  const rule = sheet.slice(sheet.indexOf(`${selector} {`));
  const body = rule.slice(0, rule.indexOf('}'));
  return Object.fromEntries(
    [...body.matchAll(/--ob-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
};
const light = readColors('[data-color-scheme="light"]');
const schemes = {
  light,
  dark: { ...light, ...readColors(':root[data-mantine-color-scheme="dark"]') },
  paper: { ...light, ...readColors(':root[data-mantine-color-scheme]') },
};

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const backgrounds = ['surface', 'raised', 'sunken', 'hover'];
const texts: [string, string][] = [
  ...['text', 'muted', 'accent-text'].flatMap((text): [string, string][] =>
    backgrounds.map((background) => [text, background]),
  ),
  ...['danger', 'warning', 'success', 'info'].map((tone): [string, string] => [
    `${tone}-text`,
    `${tone}-soft`,
  ]),
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'danger'],
  ['danger-text', 'raised'],
  ...['highest', 'high', 'normal', 'low', 'lowest'].map((priority): [string, string] => [
    `priority-${priority}`,
    'raised',
  ]),
];

describe.each(Object.entries(schemes))('%s color scheme', (_, colors) => {
  it.each(texts)('keeps a text contrast of 4.5:1 for %s on %s', (text, background) => {
    expect(contrast(colors[text] ?? '', colors[background] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['border-strong', 'raised'],
    ['border-strong', 'surface'],
    ['accent-text', 'raised'],
  ])('keeps a line contrast of 3:1 for %s on %s', (line, background) => {
    expect(contrast(colors[line] ?? '', colors[background] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

describe('contrast', () => {
  it('returns the contrast ratio of WCAG', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
  });
});
