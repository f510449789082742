import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const federationManifest = 'mf-manifest.json';
/** Excluded from the version: the file written below, and a report that no browser loads. */
const notDeployedCode = new Set(['remote.json', 'mf-stats.json']);

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

const filesOfChunks = (compilation, names) =>
  names.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name);
    if (!group) throw new Error(`preload names the chunk "${name}", which this build does not have`);
    return [...group.getFiles()];
  });

/**
 * Writes `dist/remote.json`: the source `remote.json` plus version, entry, files for the first page (`preload`) and
 * digests of files that the shell loads (`integrity`). Paths are relative to the dist folder.
 */
export class RemoteManifestPlugin {
  constructor({ source, preloadChunks }) {
    this.source = source;
    this.preloadChunks = preloadChunks;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap('RemoteManifestPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = compiler.outputPath;
      const federation = JSON.parse(readFileSync(join(folder, federationManifest), 'utf8'));
      const exposed = federation.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync]);
      const entry = federation.metaData.remoteEntry;
      const loaded = [
        `${entry.path}${entry.name}`,
        ...exposed,
        ...filesOfChunks(compilation, this.preloadChunks),
      ];
      const preload = [federationManifest, ...new Set(loaded.filter(isCode))];
      const files = listFiles(folder).filter((file) => !notDeployedCode.has(file));
      const manifest = {
        ...JSON.parse(readFileSync(this.source, 'utf8')),
        version: versionOf(folder, files),
        entry: federationManifest,
        preload,
        integrity: Object.fromEntries(
          preload.map((file) => [file, integrityOf(readFileSync(join(folder, file)))]),
        ),
      };
      writeFileSync(join(folder, 'remote.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    });
  }
}
