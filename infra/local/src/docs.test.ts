import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './paths';

const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
    .split('\n')
    // Git lists a deleted file until the deletion is staged.
    .filter((file) => file !== '' && existsSync(join(repositoryRoot, file)));

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

const listHeadings = (markdown: string): string[] =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []);

/** The anchors that GitHub gives to headings: a repeated one gets a number. */
const listAnchors = (markdown: string): string[] => {
  const counts = new Map<string, number>();
  return listHeadings(markdown).map((heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
};

/** Sections that a text cites, for example `2 §5`, or `2` for a whole part. Comments can break a line in between. */
const listCitations = (text: string): string[] => {
  const words = text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\*|\/\/|#)\s/, ''))
    .join(' ');
  return [...words.matchAll(/\bspec (\d)((?:,? §\d+)*)/gi)].flatMap(([, part = '', sections = '']) => {
    const numbers = sections.match(/\d+/g);
    return numbers === null ? [part] : numbers.map((number) => `${part} §${number}`);
  });
};

describe('docs/reference/specification.md', () => {
  const page = 'docs/reference/specification.md';
  const sections = listHeadings(read(page)).flatMap(
    (heading) => /^(?:Spec|Part) (\d(?: §\d+)?):/.exec(heading)?.[1] ?? [],
  );

  it('has the three parts with nine sections each', () => {
    const expected = ['1', '2', '3'].flatMap((part) => [
      part,
      ...Array.from({ length: 9 }, (_, index) => `${part} §${index + 1}`),
    ]);
    expect(sections).toEqual(expected);
  });

  it('has every section that the repository cites', () => {
    const citations = listFiles('*.ts', '*.tsx', '*.mts', '*.mjs', '*.md', '*.yaml')
      .filter((file) => file !== page)
      .flatMap((file) => listCitations(read(file)).map((section) => ({ file, section })));
    expect(citations.length).toBeGreaterThan(300);
    expect(citations.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });

  it('is cited across lines of a comment, and by several sections', () => {
    expect(listCitations(' * (spec\n * 2 §8), spec 1 §2, §5; Spec 3: all')).toEqual([
      '2 §8',
      '1 §2',
      '1 §5',
      '3',
    ]);
  });
});

describe('links of the documentation', () => {
  it('lead to files and headings that exist', () => {
    const broken = listFiles('*.md').flatMap((file) =>
      [...read(file).matchAll(/\]\(([^()\s:]+)\)/g)].flatMap(([, target = '']) => {
        const [path = '', anchor] = target.split('#');
        const linked = path === '' ? file : join(dirname(file), path);
        const exists =
          existsSync(join(repositoryRoot, linked)) &&
          (anchor === undefined || listAnchors(read(linked)).includes(anchor));
        return exists ? [] : [`${file}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe('paths of files in the documentation', () => {
  it('exist', () => {
    const path =
      /`((?:docs|infra|packages|svc-[a-z]+|mf-[a-z]+|shell|gateway|e2e|bench)\/[\w@./-]+\.(?:[cm]?[jt]sx?|json|md|sql|ya?ml|template))`/g;
    const named = listFiles('*.md').flatMap((file) =>
      [...read(file).matchAll(path)].map(([, target = '']) => ({ file, target })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ target }) => !existsSync(join(repositoryRoot, target)))).toEqual([]);
  });
});

describe('Node.js version', () => {
  const versionOf = (file: string) => /^ARG NODE_VERSION=(.+)$/m.exec(read(file))?.[1];
  const images = versionOf('infra/docker/service.Dockerfile');

  it('is the same in all images', () => {
    expect(images).toMatch(/^\d+\.\d+\.\d+$/);
    expect(versionOf('infra/docker/static.Dockerfile')).toBe(images);
  });

  it.each(['docs/how-to/upgrade.md', 'docs/how-to/release.md'])('of the images is named in %s', (page) => {
    expect(read(page)).toContain(images);
  });
});
