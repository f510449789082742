import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../check-regular-expressions.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-expressions-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (sources: Record<string, string>) => {
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').filter((line) => /^\S+\.tsx?:\d/.test(line)), stderr };
};

describe('check-regular-expressions.mjs', () => {
  it('names file, line, pattern, complexity and attack of each expression that is not linear', () => {
    const { status, lines } = check({
      'src/name.ts': "// A name.\nexport const trim = (text: string) => text.replace(/[. ]+$/, '');\n",
      'src/page.tsx': 'export const Page = () => <p>{String(/\\.[a-z][^/]*$/i.test(location.href))}</p>;\n',
      'src/built.ts': "export const built = new RegExp('^(a+)+$', 'u');\n",
      'src/found.ts': "export const find = (text: string) => text.match('(a|a)*b');\n",
    });
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^src\/built\.ts:1 \/\^\(a\+\)\+\$\/u is exponential: /),
      expect.stringMatching(/^src\/found\.ts:1 \/\(a\|a\)\*b\/ is exponential: /),
      expect.stringMatching(/^src\/name\.ts:2 \/\[\. \]\+\$\/ is 2nd degree polynomial: ' '\.repeat/),
      expect.stringMatching(/^src\/page\.tsx:1 .+ is 2nd degree polynomial: '\.A'\.repeat/),
    ]);
  });

  it('accepts linear expressions and ignores tests', () => {
    const sources = {
      'src/name.ts': "export const trim = (text: string) => text.replace(/(?<![. ])[. ]+$/, '');\n",
      'src/zero.ts': "export const trim = (text: string) => text.replace(/^0+(?=\\d)/, '');\n",
      'src/name.test.ts': 'export const slow = /(a+)+b/;\n',
    };
    expect(check(sources)).toEqual({ status: 0, lines: [], stderr: '' });
    // The second run reads the results of the first.
    expect(check(sources)).toEqual({ status: 0, lines: [], stderr: '' });
  });

  it('rejects a computed pattern that is not listed', () => {
    const { status, lines } = check({
      'src/word.ts': 'export const find = (word: string) => new RegExp(`^${' + 'word}+$`);\n',
    });
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining('src/word.ts:1 computes `^$' + '{word}+$`: list it in')]);
  });
});
