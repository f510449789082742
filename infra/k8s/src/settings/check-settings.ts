import { type Manifest, nameOf } from '../manifest';
import { listWorkloads } from '../workloads';
import { buildEnvironment, listOwnNames, listSharedMaps } from './environment';
import { findProgram, listWords, type Program } from './programs';

interface Started {
  source: string;
  container: Record<string, unknown>;
  program: Program;
}

const listStarted = (manifests: readonly Manifest[]): Started[] =>
  listWorkloads(manifests).flatMap(({ manifest, containers }) =>
    containers.flatMap((container) => {
      const program = findProgram(container);
      return program ? [{ source: nameOf(manifest), container, program }] : [];
    }),
  );

/** Node.js itself reads it, at the start of every program. */
const authorities = 'NODE_EXTRA_CA_CERTS';

const findUnread = ({ source, container, program }: Started): string[] => {
  const commandLine = listWords(container).join(' ');
  return listOwnNames(container)
    .filter((name) => name !== authorities && !program.names.has(name) && !commandLine.includes(`$(${name})`))
    .map((name) => `${source}: its program does not read ${name}`);
};

const findRefused = (manifests: readonly Manifest[], { source, container, program }: Started): string[] => {
  try {
    program.read(buildEnvironment(manifests, container));
    return [];
  } catch (error) {
    return [`${source}: ${(error as Error).message}`];
  }
};

/** A shared map has settings of several programs. Each is for one of them at least. */
const findUnreadInMaps = (manifests: readonly Manifest[], started: readonly Started[]): string[] =>
  manifests
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap((map) => {
      const users = started.filter(({ container }) => listSharedMaps(container).includes(map.metadata.name));
      if (users.length === 0) return [];
      return Object.keys(map['data'] as object)
        .filter((name) => !users.some(({ program }) => program.names.has(name)))
        .map((name) => `${nameOf(map)}: no program reads ${name}`);
    });

/** Finds settings that no program reads, and settings that a program would refuse at its start. */
export const checkSettings = (manifests: readonly Manifest[]): string[] => {
  const started = listStarted(manifests);
  return [
    ...started.flatMap(findUnread),
    ...started.flatMap((one) => findRefused(manifests, one)),
    ...findUnreadInMaps(manifests, started),
  ];
};
