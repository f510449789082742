// `npm run images`: builds every image with docker or, without it, buildah.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const root = new URL('../..', import.meta.url).pathname;

/** Dockerfile and build argument of each image. */
const images = {
  gateway: { file: 'service', app: 'gateway' },
  'svc-identity': { file: 'service', app: 'svc-identity' },
  'svc-workflow': { file: 'service', app: 'svc-workflow' },
  'svc-tasks': { file: 'service', app: 'svc-tasks' },
  backup: { file: 'service', app: 'infra/backup' },
  static: { file: 'static' },
};

const usage = `Usage: npm run images -- [--engine docker|buildah] [--tag <tag>] [--prefix <registry/path>] [<image>…]
Images: ${Object.keys(images).join(', ')}`;

const stop = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: 'string' },
        tag: { type: 'string', default: 'local' },
        prefix: { type: 'string', default: 'obieg' },
      },
    });
    const unknown = positionals.find((name) => !(name in images));
    if (unknown !== undefined) stop(`Unknown image ${unknown}.\n${usage}`);
    return { ...values, names: positionals.length > 0 ? positionals : Object.keys(images) };
  } catch (error) {
    return stop(`${error.message}\n${usage}`);
  }
};

/** Engines in order of preference. docker without a running daemon does not count. */
const engines = {
  docker: {
    isUsable: () => succeeds('docker', ['version']),
    build: ['build', '--progress=plain'],
  },
  buildah: {
    isUsable: () => succeeds('buildah', ['version']),
    // The images share the stage that installs and builds; with layers it runs once.
    build: ['build', '--layers', '--format', 'docker'],
  },
};

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const chooseEngine = (wanted) => {
  if (wanted !== undefined && !(wanted in engines)) stop(`Unknown engine ${wanted}.\n${usage}`);
  const candidates = wanted === undefined ? Object.keys(engines) : [wanted];
  return (
    candidates.find((name) => engines[name].isUsable()) ??
    stop(`Install ${candidates.join(' or ')}, or start its daemon.`)
  );
};

const { engine: wanted, tag, prefix, names } = readArguments();
const engine = chooseEngine(wanted);
for (const name of names) {
  const { file, app } = images[name];
  const image = `${prefix}/${name}:${tag}`;
  process.stdout.write(`${image} (${engine})\n`);
  const args = [
    ...engines[engine].build,
    ...(app === undefined ? [] : ['--build-arg', `APP=${app}`]),
    '--file',
    `infra/docker/${file}.Dockerfile`,
    '--tag',
    image,
    '.',
  ];
  const { status } = spawnSync(engine, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) stop(`${image} was not built. The output above has the reason.`);
}
process.stdout.write(`Built ${names.map((name) => `${prefix}/${name}:${tag}`).join(', ')}\n`);
