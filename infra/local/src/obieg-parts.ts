import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, spawnProgram, withParentDeathSignal } from './child';
import { repositoryRoot } from './paths';
import { type ReservedPort, reserveFreePort } from './ports';

export interface ObiegPorts {
  gateway: number;
  identity: number;
  workflow: number;
  tasks: number;
  mailPage: number;
  smtp: number;
  postgres: number;
  nats: number;
}

/** Preferred ports. */
export const defaultPorts: ObiegPorts = {
  gateway: 8080,
  identity: 8101,
  workflow: 8102,
  tasks: 8103,
  mailPage: 8025,
  smtp: 8026,
  postgres: 15432,
  nats: 14222,
};

export interface ChosenPorts {
  ports: ObiegPorts;
  /** Releases these ports for their programs. */
  release(...names: (keyof ObiegPorts)[]): Promise<void>;
  /** Releases all ports and ends their claims. Call it when the programs listen, or failed. */
  end(): Promise<void>;
}

/**
 * Replaces each preferred port that is in use, or 0, by a free one. The ports stay reserved until their programs
 * start seconds later. Otherwise a second launcher could choose the same ports and mistake our services for its own.
 */
export const choosePorts = async (preferred: ObiegPorts): Promise<ChosenPorts> => {
  const reserved = new Map<keyof ObiegPorts, ReservedPort>();
  const ports = { ...preferred };
  for (const name of Object.keys(preferred) as (keyof ObiegPorts)[]) {
    const port = await reserveFreePort(preferred[name]);
    reserved.set(name, port);
    ports[name] = port.port;
  }
  return {
    ports,
    release: async (...names) => {
      for (const name of names) await reserved.get(name)?.release();
    },
    end: async () => {
      for (const { release, endClaim } of reserved.values()) {
        await release();
        endClaim();
      }
    },
  };
};

/** Ports of the processes of each service and of the gateway. The first one is in `ObiegPorts`, unless a load balancer has it. */
export type InstancePorts = Record<'gateway' | DatabaseName, number[]>;

/** Chooses a port for each process. With replicas, the load balancer has the gateway's port. */
export const chooseInstancePorts = async (
  { gateway, identity, workflow, tasks }: ObiegPorts,
  replicas: number,
): Promise<{ instancePorts: InstancePorts; release(): Promise<void> }> => {
  const reserved: ReservedPort[] = [];
  const addPorts = async (ports: number[]): Promise<number[]> => {
    while (ports.length < replicas) {
      const added = await reserveFreePort();
      reserved.push(added);
      ports.push(added.port);
    }
    return ports;
  };
  const instancePorts = {
    gateway: await addPorts(replicas > 1 ? [] : [gateway]),
    identity: await addPorts([identity]),
    workflow: await addPorts([workflow]),
    tasks: await addPorts([tasks]),
  };
  return {
    instancePorts,
    release: async () => {
      for (const { release } of reserved) await release();
    },
  };
};

/** Name of a service's process: `svc-tasks`, `svc-tasks-2`. */
export const instanceName = (name: string, index: number): string =>
  index === 0 ? name : `${name}-${index + 1}`;

/** Services with a database, and the database's name. */
export const services = [
  { name: 'svc-identity', database: 'identity' },
  { name: 'svc-workflow', database: 'workflow' },
  { name: 'svc-tasks', database: 'tasks' },
] as const;
export type DatabaseName = (typeof services)[number]['database'];

/** Top-level folders that contain a `remote.json`. */
const remotes = readdirSync(repositoryRoot).filter((name) =>
  existsSync(join(repositoryRoot, name, 'remote.json')),
);

export const frontends = {
  shellDist: join(repositoryRoot, 'shell/dist'),
  remoteDists: remotes.map((name) => join(repositoryRoot, name, 'dist')),
};

export const programFile = (name: string, root = repositoryRoot): string => join(root, name, 'dist/main.mjs');

/** @throws with everything that is not built */
export const checkBuilt = (): void => {
  const files = [
    ...[...services.map(({ name }) => name), 'gateway'].map((name) => programFile(name)),
    join(frontends.shellDist, 'index.html'),
    ...frontends.remoteDists.map((dist) => join(dist, 'remote.json')),
  ];
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`Not built yet (npm run build):\n${missing.map((file) => `  - ${file}`).join('\n')}`);
};

/**
 * Node.js flags of every process, also in the images. The young generation gets half of its default size, which saves
 * 15 MB after load. docs/explanation/performance.md has the measurements.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

/**
 * Limits glibc's memory use. One arena instead of one per thread saves 30 to 40 MB. The thresholds return large
 * blocks to the system: hashing a password takes 19 MB.
 */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Runs a service, or one of its commands, from the programs built in `root`. */
export const nodeProgram = (
  name: string,
  env: NodeJS.ProcessEnv,
  command?: string,
  root = repositoryRoot,
): Program => ({
  command: withParentDeathSignal('TERM', [
    process.execPath,
    ...nodeFlags,
    programFile(name, root),
    ...(command === undefined ? [] : [command]),
  ]),
  env: { ...nodeEnvironment, ...env },
  cwd: repositoryRoot,
});

/** Runs a command to its end. @throws with its last output if it fails */
export const runToEnd = async (title: string, program: Program): Promise<void> => {
  const child = spawnProgram(program);
  let output = '';
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${title} failed (${signal ?? `code ${code}`}):\n${output.trim()}`);
};
