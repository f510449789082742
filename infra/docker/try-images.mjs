// `node infra/docker/try-images.mjs [<tag> [<image>…]]`: starts each image built by buildah as user 1000 on its read-only
// file system, without a container runtime, and checks its first answer. The gateway serves what the static image
// released into a folder. Needs Linux and root.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [tag = 'local', ...only] = process.argv.slice(2);
const deadlineMs = 60_000;

const run = (command, args) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(error?.message ?? `${command} ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

const findFreePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// An address that refuses connections: the programs must start, and say that the database is missing.
const database = 'postgres://app:none@127.0.0.1:9/none';
const service = { DATABASE_URL: database };

/** What each image must answer: over HTTP, or on its output before it exits. */
const trials = [
  {
    image: 'static',
    entrypoint: [
      'sh',
      '-c',
      'node /obieg/create-delivery-keys.mjs /tmp /tmp/store && exec node /obieg/deliver.mjs deploy ./* --by trial',
    ],
    env: {
      DELIVERY_STORE: '/tmp/store',
      DELIVERY_KEY: '/tmp/key.pem',
      REMOTE_KEYS: '/tmp/store/remote-keys.json',
    },
    output: /shell \w+: released/,
  },
  {
    image: 'gateway',
    path: '/healthz',
    env: { STATIC_ROOT: '/tmp/store', REMOTE_KEYS: '/tmp/store/remote-keys.json' },
    check: (port) => checkRelease(port),
  },
  { image: 'svc-identity', path: '/healthz', env: service },
  { image: 'svc-workflow', path: '/healthz', env: service },
  { image: 'svc-tasks', path: '/healthz', env: service },
  {
    image: 'svc-tasks',
    args: ['migrate'],
    env: { ...service, MIGRATION_DATABASE_URL: database },
    output: /ECONNREFUSED/,
  },
  {
    image: 'backup',
    args: ['backup', '/tmp/backups'],
    env: {
      IDENTITY_BACKUP_DATABASE_URL: database,
      WORKFLOW_BACKUP_DATABASE_URL: database,
      TASKS_BACKUP_DATABASE_URL: database,
      OBIEG_DATA_DIR: '/tmp/obieg',
    },
    output: /ECONNREFUSED/,
  },
];

/** Where the static image releases, and what the gateway serves. */
const store = mkdtempSync(join(tmpdir(), 'obieg-try-images-'));
chownSync(store, 1000, 1000);

/** Mounts the image read-only, gives up root and its capabilities, and replaces itself with the program. */
const script = `
mkdir -p "$IMAGE_ROOT/dev" "$IMAGE_ROOT/proc" "$IMAGE_ROOT/tmp"
mount --bind "$IMAGE_ROOT" "$IMAGE_ROOT" && mount -o remount,ro,bind "$IMAGE_ROOT" || exit 90
mount --rbind /dev "$IMAGE_ROOT/dev" && mount -t proc proc "$IMAGE_ROOT/proc" || exit 91
mount -t tmpfs -o mode=1777,size=256m tmpfs "$IMAGE_ROOT/tmp" || exit 92
mkdir "$IMAGE_ROOT/tmp/store" && mount --bind "$STORE" "$IMAGE_ROOT/tmp/store" || exit 93
exec chroot "$IMAGE_ROOT" setpriv --reuid=1000 --regid=1000 --clear-groups --bounding-set=-all --inh-caps=-all \\
  --no-new-privs /usr/bin/env -i "$@"`;

const readImage = (name) => {
  const container = run('buildah', ['from', '--pull-never', `obieg/${name}:${tag}`]);
  const config = JSON.parse(run('buildah', ['inspect', container])).OCIv1.config;
  return { container, root: run('buildah', ['mount', container]), config };
};

const start = ({ root, config }, { entrypoint, args = [], env }, port) => {
  const settings = [...config.Env, ...Object.entries({ ...env, PORT: port }).map((pair) => pair.join('='))];
  const program = [...(entrypoint ?? config.Entrypoint), ...args];
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', config.WorkingDir, ...program];
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', ...settings, ...inFolder],
    {
      detached: true,
      env: { ...process.env, IMAGE_ROOT: root, STORE: store },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** Ends the program by its process group: the kernel drops a signal at the parent's death when the user changes. */
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  return { ended, kill, output: () => output };
};

const untilAnswer = async (url, { ended, output }) => {
  let hasEnded = false;
  ended.then(() => (hasEnded = true));
  const deadline = Date.now() + deadlineMs;
  while (Date.now() < deadline && !hasEnded) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return `${url.pathname} ${response.status}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no answer: ${output()}`);
};

/** Requests a path of the main domain. */
const request = (port, path) =>
  new Promise((resolve, reject) => {
    const headers = { host: 'obieg.localhost', accept: 'text/html' };
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', reject);
  });

/** Opens the page until the gateway has read the release, then the page's script and the entry of each remote. */
const checkRelease = async (port) => {
  const deadline = Date.now() + deadlineMs;
  let page = await request(port, '/');
  while (page.status !== 200 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    page = await request(port, '/');
  }
  const script = /<script[^<>]* src="(\/remotes\/shell\/[^"]+)"/.exec(page.text)?.[1];
  const { remotes } = JSON.parse((await request(port, '/remotes.json')).text);
  const files = [script, ...remotes.map(({ entry }) => entry)];
  for (const file of files) {
    const { status } = await request(port, file);
    if (status !== 200) throw new Error(`${file} returned ${status}`);
  }
  return `serves the page and ${files.length} files of shell, ${remotes.map(({ id }) => id).join(', ')}`;
};

const tryImage = async (trial) => {
  const image = readImage(trial.image);
  const port = await findFreePort();
  const running = start(image, trial, port);
  try {
    if (trial.path) {
      const answer = await untilAnswer(new URL(trial.path, `http://127.0.0.1:${port}`), running);
      return trial.check ? `${answer}, ${await trial.check(port)}` : answer;
    }
    await running.ended;
    const [found] = trial.output.exec(running.output()) ?? [];
    if (found === undefined) throw new Error(`unexpected output: ${running.output()}`);
    return `prints "${found}"`;
  } finally {
    running.kill();
    await running.ended;
    run('buildah', ['umount', image.container]);
    run('buildah', ['rm', image.container]);
  }
};

let failures = 0;
for (const trial of trials.filter(({ image }) => only.length === 0 || only.includes(image))) {
  const name = [trial.image, ...(trial.args ?? [])].join(' ');
  try {
    process.stdout.write(`${name}: ${await tryImage(trial)}\n`);
  } catch (error) {
    failures += 1;
    process.stdout.write(`${name}: FAILED, ${error.message}\n`);
  }
}
rmSync(store, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
