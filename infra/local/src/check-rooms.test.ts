import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../check-rooms.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-rooms-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (lists: { rooms: string[] }, sources: Record<string, string>) => {
  const rooms = JSON.stringify({ 'svc-mill': lists });
  for (const [file, text] of Object.entries({ ...sources, 'infra/local/rooms.json': rooms })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('Move what'));
  return { status, lines, stderr };
};

/** Flour is made of grain. */
const mill = {
  'svc-mill/src/app.ts': "export * from './flour/flour';\n",
  'svc-mill/src/flour/flour.ts': "import { grain } from '../grain';\nexport const flour = [grain];\n",
  'svc-mill/src/grain/index.ts': 'export const grain = 1;\nexport type Grain = number;\n',
};

describe('check-rooms.mjs', () => {
  it('accepts imports from the roof to the ground, and ignores tests', () => {
    const sources = {
      ...mill,
      'svc-mill/src/grain/grain.test.ts': "import '../flour/flour';\n",
      'svc-mill/src/grain/test/helper.ts': "import '../../flour/flour';\n",
    };
    expect(check({ rooms: ['grain', 'flour'] }, sources)).toEqual({ status: 0, lines: [], stderr: '' });
  });

  it('names the rooms of a circle and an example of each arrow', () => {
    const { status, lines } = check(
      { rooms: ['grain', 'flour', 'bread'] },
      {
        ...mill,
        'svc-mill/src/bread/bread.ts': "export { flour as bread } from '../flour/flour';\n",
        'svc-mill/src/grain/seed.ts': "export const load = () => import('../bread/bread');\n",
      },
    );
    expect(status).toBe(1);
    expect(lines).toEqual([
      'svc-mill: circle of bread, flour, grain',
      '  bread imports flour: svc-mill/src/bread/bread.ts -> svc-mill/src/flour/flour.ts',
      '  flour imports grain: svc-mill/src/flour/flour.ts -> svc-mill/src/grain/index.ts',
      '  grain imports bread: svc-mill/src/grain/seed.ts -> svc-mill/src/bread/bread.ts',
      'svc-mill: grain imports bread, which is above it: svc-mill/src/grain/seed.ts -> svc-mill/src/bread/bread.ts',
    ]);
  });

  it('rejects an import of types against the order', () => {
    const text = "import type { Grain } from '../grain';\nexport type Flour = Grain;\n";
    const { status, lines } = check(
      { rooms: ['flour', 'grain'] },
      { ...mill, 'svc-mill/src/flour/flour.ts': text },
    );
    expect(status).toBe(1);
    expect(lines).toEqual([
      'svc-mill: flour imports grain, which is above it: svc-mill/src/flour/flour.ts -> svc-mill/src/grain/index.ts',
    ]);
  });

  it('follows files directly in src', () => {
    const { lines } = check(
      { rooms: ['grain', 'flour'] },
      { ...mill, 'svc-mill/src/grain/seed.ts': "export type Seed = import('../app').Seed;\n" },
    );
    expect(lines).toContain('svc-mill: circle of app.ts, flour, grain');
    expect(lines.at(-1)).toBe(
      'svc-mill: grain imports flour, which is above it: ' +
        'svc-mill/src/grain/seed.ts -> svc-mill/src/app.ts, svc-mill/src/app.ts -> svc-mill/src/flour/flour.ts',
    );
  });

  it('rejects folders and workspaces that are not listed, and listed folders that do not exist', () => {
    const { status, lines } = check(
      { rooms: ['grain', 'dough'] },
      { ...mill, 'packages/oven/src/heat/heat.ts': 'export const heat = 200;\n' },
    );
    expect(status).toBe(1);
    expect(lines).toEqual([
      'rooms.json lacks packages/oven',
      'svc-mill: rooms.json lacks flour',
      'svc-mill: rooms.json lists dough, which does not exist',
    ]);
  });

  it('rejects an import from another page, also in a test', () => {
    const { status, lines } = check(
      { rooms: ['grain', 'flour', 'pages'] },
      {
        ...mill,
        'svc-mill/src/pages/Sack/SackPage.ts': "import { grain } from '../../grain';\nimport './label';\n",
        'svc-mill/src/pages/Sack/label.ts': 'export const label = 1;\n',
        'svc-mill/src/pages/Shop/ShopPage.ts': "export { label } from '../Sack/label';\n",
        'svc-mill/src/pages/Shop/ShopPage.test.ts': "import '../Sack/SackPage';\n",
        'svc-mill/src/pages/Shop/prices/price.ts': "import '../../list';\n",
        'svc-mill/src/pages/list.ts': "import('./Shop/ShopPage');\n",
      },
    );
    expect(status).toBe(1);
    expect(lines.sort()).toEqual(
      [
        'Shop/ShopPage.test.ts -> svc-mill/src/pages/Sack/SackPage.ts',
        'Shop/ShopPage.ts -> svc-mill/src/pages/Sack/label.ts',
        'Shop/prices/price.ts -> svc-mill/src/pages/list.ts',
        'list.ts -> svc-mill/src/pages/Shop/ShopPage.ts',
      ].map((arrow) => `a page imports from another: svc-mill/src/pages/${arrow}`),
    );
  });
});
