import { withParentDeathSignal } from '../src/child';
import { createSupervisor } from '../src/supervisor';

/** A launcher that the test kills. Its child ignores terminal signals. Prints the child's pid. */
const supervisor = createSupervisor({ logFolder: process.argv[2] ?? '', log: () => undefined });
await supervisor.start({
  name: 'child',
  program: {
    command: withParentDeathSignal('TERM', [process.execPath, '-e', 'setInterval(() => {}, 1000)']),
  },
  isReady: async () => true,
});
process.stdout.write(`${supervisor.pids()['child']}\n`);
