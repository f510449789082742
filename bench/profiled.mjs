// Preloaded by `parts.mjs`: the first SIGUSR2 starts a CPU profile of this process, the next one writes it.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

const session = new Session();
let isRunning = false;

const start = async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
};

const stop = async () => {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const file = join(process.env.PROFILE_DIR, `${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
};

process.on('SIGUSR2', () => {
  isRunning = !isRunning;
  void (isRunning ? start() : stop());
});
