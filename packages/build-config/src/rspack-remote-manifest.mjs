import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Excluded from the version, because it is written below. */
const manifestName = 'remote.json';

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Hashes all files. Rebuilding the same sources gives the same version, so deploying it changes nothing. */
const versionOf = (folder, files) => {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
};

const isCode = (file) => /\.(?:js|css)$/.test(file);

const filesOfChunks = (compilation, names) => {
  const files = names.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name);
    if (!group) throw new Error(`first page: this build has no chunk "${name}"`);
    return [...group.getFiles()];
  });
  return [...new Set(files)].filter(isCode);
};

/** Files that the shell loads by name: the remote's entry, which is the first, and its dependencies. */
const loadedFiles = (compilation, { entryName, exposedName }) => [
  ...new Set([
    ...compilation.entrypoints.get(entryName).getFiles().filter(isCode),
    ...filesOfChunks(compilation, [exposedName]),
  ]),
];

/** Adds to each route what its first page needs besides. */
const withFirstPages = (compilation, routes, firstPages, preload) => {
  const unknown = Object.keys(firstPages).find((path) => !routes.some((route) => route.path === path));
  if (unknown) throw new Error(`first page: remote.json has no route "${unknown}"`);
  return routes.map((route) => {
    const page = firstPages[route.path];
    if (!page) return route;
    const files = filesOfChunks(compilation, page.chunks).filter((file) => !preload.includes(file));
    return { ...route, preload: files, ...(page.uses ? { uses: page.uses } : {}) };
  });
};

/** Files of the chunk that contains a module which the host provides on demand. */
const filesOfModule = ({ chunks, chunkGraph }, resource) => {
  const chunk = [...chunks].find((candidate) =>
    [...chunkGraph.getChunkModules(candidate)].some((module) => module.nameForCondition() === resource),
  );
  if (!chunk) throw new Error(`no chunk contains ${resource}`);
  return [...chunk.files].filter(isCode);
};

/** @returns null outside a repository */
const readCommit = (folder) => {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : null;
};

/**
 * Writes `dist/remote.json`: the source `remote.json` plus version, entry, files that the shell loads by name
 * (`preload`), files of the first page of a route, digests of these files (`integrity`) and of all files (`files`),
 * commit and time of the build. Paths are relative to the dist folder. The shell's page names its own files, so its
 * entry is the page; it `provides` modules on demand.
 */
export class RemoteManifestPlugin {
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap('RemoteManifestPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = compiler.outputPath;
      const files = listFiles(folder).filter((file) => file !== manifestName);
      const digests = Object.fromEntries(
        files.map((file) => [file, integrityOf(readFileSync(join(folder, file)))]),
      );
      const manifest = {
        ...this.describeLoading(compilation, digests),
        version: versionOf(folder, files),
        files: digests,
        commit: readCommit(dirname(this.options.source)),
        builtAt: new Date().toISOString(),
      };
      writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`);
    });
  }

  describeLoading(compilation, digests) {
    const { source, kind, firstPages, provided } = this.options;
    const declared = JSON.parse(readFileSync(source, 'utf8'));
    if (kind === 'host') {
      const provides = Object.entries(provided).map(([module, resource]) => [
        module,
        filesOfModule(compilation, resource),
      ]);
      return {
        ...declared,
        entry: 'index.html',
        preload: [],
        integrity: {},
        provides: Object.fromEntries(provides),
      };
    }
    const preload = loadedFiles(compilation, this.options);
    const routes = withFirstPages(compilation, declared.routes, firstPages, preload);
    const named = [...preload, ...routes.flatMap((route) => route.preload ?? [])];
    return {
      ...declared,
      routes,
      entry: preload[0],
      preload,
      integrity: Object.fromEntries(named.map((file) => [file, digests[file]])),
    };
  }
}
