import { existsSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Relative to `dist/parts.mjs`. */
const mapFile = fileURLToPath(new URL('../../svc-tasks/dist/main.mjs.map', import.meta.url));

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** Environment of a process that `profile` can profile. */
export const profiledEnv = (folder: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${new URL('../profiled.mjs', import.meta.url).href}`,
  PROFILE_DIR: folder,
});

/** Parts of the program by the path of a source file. The first match counts. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['index', /svc-tasks\/src\/search\//],
  ['news', /svc-tasks\/src\/(notifications|news-queue|mail)\//],
  ['relay', /service-kit\/src\/events\/(outbox|bundles)/],
  ['events and live pages', /service-kit\/src\/events\/|svc-tasks\/src\/(live|consumers)\//],
  ['request', /svc-tasks\/src\//],
  ['request', /service-kit\/src\/(http|auth|idempotency|members)\//],
];

/** Libraries that run without a frame of a part above them. */
const libraries: readonly (readonly [string, RegExp])[] = [
  ['driver of PostgreSQL', /node_modules\/(pg|pg-protocol|pg-pool|knex|tarn)\/|service-kit\/src\/database\//],
  ['client of NATS', /node_modules\/@?nats/],
];

const findPart = (table: typeof parts, paths: readonly string[]): string | undefined => {
  for (const path of paths) {
    const part = table.find(([, pattern]) => pattern.test(path));
    if (part) return part[0];
  }
  return undefined;
};

/** The source map has paths relative to the bundle. */
const bundleFolder = 'file:///svc-tasks/dist/';

const createLocator = () => {
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')));
  return ({ url, lineNumber, columnNumber }: ProfileNode['callFrame']): string => {
    if (!url.endsWith('svc-tasks/dist/main.mjs')) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    return 'originalSource' in entry ? new URL(entry.originalSource, bundleFolder).pathname : '';
  };
};

/** Processor time in milliseconds by part: of the innermost frame that belongs to one. */
const divideProfile = ({ nodes, samples, timeDeltas }: Profile): Map<string, number> => {
  const locate = createLocator();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const partOf = (id: number): string | undefined => {
    const { functionName = '' } = byId.get(id)?.callFrame ?? {};
    if (functionName === '(idle)') return undefined;
    if (functionName === '(garbage collector)') return 'garbage collection';
    const paths: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node) paths.push(locate(node.callFrame));
    }
    return findPart(parts, paths) ?? findPart(libraries, paths) ?? 'Node.js and HTTP';
  };
  const partsById = new Map(nodes.map(({ id }) => [id, partOf(id)]));
  const divided = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partsById.get(id);
    if (part) divided.set(part, (divided.get(part) ?? 0) + (timeDeltas[index + 1] ?? 0) / 1_000);
  }
  return divided;
};

/** Profiles a process while `work` runs. @returns milliseconds by part */
export const profile = async (
  folder: string,
  pid: number,
  work: () => Promise<void>,
): Promise<Map<string, number>> => {
  const file = join(folder, `${pid}.json`);
  process.kill(pid, 'SIGUSR2');
  await work();
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await setTimeout(100);
  const taken = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  rmSync(file);
  return divideProfile(taken);
};
