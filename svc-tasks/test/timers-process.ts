import { createDatabase, createLog } from '@obieg/service-kit';
import { targetTimer } from '../src/targets/clocks.repo';
import { runTargetTimers } from '../src/targets/target-timers';
import { createTimerWorker } from '../src/timers/timer-worker';

/** A process of its own, which a test can kill. It prints a line when it works. */
const { DATABASE_URL = '' } = process.env;
createTimerWorker({
  db: createDatabase({ url: DATABASE_URL, poolSize: 5 }),
  log: createLog('timers-process', 'silent'),
  kinds: { [targetTimer]: runTargetTimers },
}).start();
process.stdout.write('started\n');
