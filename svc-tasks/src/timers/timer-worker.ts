import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  isOutage,
  type Logger,
  setAside,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { listDueOrganizations, postponeTimer, type Timer, takeTimers, timerQueue } from './timer-queue';

const intervalMs = 500;
/** Timers of one organization before the others have their turn. They take a tenth of a second. */
const turn = 50;
/** After this many failures, about four minutes, a timer is set aside. */
const attemptsMax = 8;

interface TimerRun {
  organizationId: number;
  now: Date;
}

/** Runs timers of one kind, whose tasks are locked, in the transaction that takes them. */
export type RunTimers = (tx: Tx, timers: readonly Timer[], run: TimerRun) => Promise<void>;

interface TimerWorkerOptions {
  db: Database;
  log: Logger;
  /** How the timers of each kind run. Others wait for the newer version that set them. */
  kinds: Readonly<Record<string, RunTimers>>;
  now?: () => Date;
}

type Round = Required<TimerWorkerOptions>;

const runEachKind = async (
  tx: Tx,
  { kinds }: Round,
  timers: readonly Timer[],
  run: TimerRun,
): Promise<void> => {
  for (const [kind, runTimers] of Object.entries(kinds)) {
    const ofKind = timers.filter((timer) => timer.kind === kind);
    if (ofKind.length > 0) await runTimers(tx, ofKind, run);
  }
};

const handleFailure = async (
  { db, log }: Round,
  { organizationId, now }: TimerRun,
  timer: Timer,
  error: unknown,
): Promise<void> => {
  const tries = timer.attempts + 1;
  const isLast = tries >= attemptsMax;
  log[isLast ? 'error' : 'warn']({ err: error, organizationId, timer }, 'could not run a timer');
  await withOrganization(db, organizationId, (tx) =>
    isLast
      ? setAside(tx, timerQueue, [timer.id], { tries, error })
      : postponeTimer(tx, timer, new Date(now.getTime() + 2 ** tries * 1_000)),
  );
};

/** Runs up to `max` due timers of an organization. @returns their number, and whether they failed together */
const runTurn = async (
  round: Round,
  run: TimerRun,
  max: number,
): Promise<{ count: number; haveFailed: boolean }> => {
  let timers: Timer[] = [];
  try {
    await withOrganization(round.db, run.organizationId, async (tx) => {
      timers = await takeTimers(tx, { now: run.now, kinds: Object.keys(round.kinds), max });
      await runEachKind(tx, round, timers, run);
    });
  } catch (error) {
    const [first] = timers;
    if (!first || isOutage(error)) throw error;
    if (timers.length > 1) return { count: timers.length, haveFailed: true };
    await handleFailure(round, run, first, error);
  }
  return { count: timers.length, haveFailed: false };
};

/** Runs the due timers of an organization, those of a failed turn one by one. @returns whether any was taken */
const runOrganization = async (round: Round, organizationId: number): Promise<boolean> => {
  const run = { organizationId, now: round.now() };
  const { count, haveFailed } = await runTurn(round, run, turn);
  for (let left = haveFailed ? count : 0; left > 0; left -= 1) await runTurn(round, run, 1);
  return count > 0;
};

/**
 * Runs the timers of all organizations in turns, so that many of one do not delay those of another. Any number of
 * processes may run one: a timer runs once, in the transaction that deletes it. After an outage timers run late.
 */
export const createTimerWorker = ({ now = () => new Date(), ...options }: TimerWorkerOptions) => {
  const round: Round = { now, ...options };
  const { db, log } = options;
  const runDue = async (isStopped: () => boolean = () => false): Promise<void> => {
    for (let isWorking = true; isWorking && !isStopped(); ) {
      isWorking = false;
      // Timers of all organizations wait in one table.
      const due = await withEveryOrganization(db, (tx) =>
        listDueOrganizations(tx, { now: now(), kinds: Object.keys(options.kinds) }),
      );
      await forEachOrganization(due, { work: 'run the timers', log, isStopped }, async (organizationId) => {
        if (await runOrganization(round, organizationId)) isWorking = true;
      });
    }
  };
  return {
    ...createWorkerLoop({ intervalMs, log, failureMessage: 'could not run timers', round: runDue }),
    runDue,
  };
};
