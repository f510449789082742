import { createWorkerLoop, type Logger, requestJson } from '@obieg/service-kit';
import { createHangWatch, type HangWatch, unwatchedCall, type WatchedCall } from './hang-watch';

/** The processes of one service, each at its own address. */
export interface Instances {
  /**
   * Chooses the instance for a call, in turn among those that are ready. If none is ready, in turn among all that do not
   * hang, because the readiness may be outdated. @returns undefined if all instances have been tried or hang
   */
  choose(tried?: ReadonlySet<string>): string | undefined;
  /** Leaves an instance out until its readiness is known, and checks that now. */
  suspect(origin: string): void;
  /** Checks the readiness of an instance now, for example because it closes its connections. */
  check(origin: string): void;
  /** Watches a call until its response begins. Runs `onHanging` once if the instance does not respond at all. */
  watch(origin: string, onHanging: () => void): WatchedCall;
  /** Checks each instance now. @returns whether it is ready, in the order of the setting */
  readiness(): Promise<boolean[]>;
  /** Origins of the instances that do not hang, ready ones first. */
  list(): string[];
  /** Polls the readiness of each instance. A single instance gets every call and needs no polling. */
  start(): void;
  stop(): Promise<void>;
}

interface InstancesOptions {
  log: Pick<Logger, 'warn' | 'info'>;
  /** Time between two checks of the readiness. */
  pollMs: number;
}

/** Longer than a service's own checks take. */
const deadlineMs = 3_000;

interface Instance {
  origin: string;
  isReady: boolean;
  checking: Promise<void> | undefined;
  hangs: HangWatch;
}

const isUp = async ({ origin, hangs }: Instance): Promise<boolean> => {
  try {
    return (await requestJson(`${origin}/readyz`, deadlineMs)).status === 200;
  } catch {
    hangs.suspect();
    return false;
  }
};

const isUsable = ({ isReady, hangs }: Instance): boolean => isReady && !hangs.isHanging();

/** Spreads calls over the instances of a service. */
export const createInstances = (origins: readonly string[], { log, pollMs }: InstancesOptions): Instances => {
  const instances = origins.map(
    (origin): Instance => ({
      origin,
      isReady: true,
      checking: undefined,
      hangs: createHangWatch({ origin, log }),
    }),
  );
  let turn = 0;
  let isStopped = false;

  const setReady = (instance: Instance, isReady: boolean): void => {
    if (instance.isReady === isReady) return;
    instance.isReady = isReady;
    if (isReady) log.info({ upstream: instance.origin }, 'instance is ready again');
    else log.warn({ upstream: instance.origin }, 'instance is not ready and gets no calls');
  };
  const checkOne = async (instance: Instance): Promise<void> => {
    // Its watch checks it already, with a shorter deadline.
    if (instance.hangs.isHanging()) return;
    instance.checking ??= isUp(instance).then((isReady) => {
      instance.checking = undefined;
      if (!isStopped) setReady(instance, isReady);
    });
    return instance.checking;
  };
  const loop = createWorkerLoop({
    intervalMs: pollMs,
    log,
    failureMessage: 'cannot check the instances',
    round: () => Promise.all(instances.map(checkOne)),
  });
  const withOrigin = (origin: string, work: (instance: Instance) => void): void => {
    const instance = instances.find((one) => one.origin === origin);
    if (instance && instances.length > 1 && !isStopped) work(instance);
  };

  return {
    choose: (tried) => {
      const untried = instances.filter(({ origin, hangs }) => !tried?.has(origin) && !hangs.isHanging());
      const ready = untried.filter(isUsable);
      const candidates = ready.length > 0 ? ready : untried;
      turn += 1;
      return candidates[turn % candidates.length]?.origin;
    },
    suspect: (origin) =>
      withOrigin(origin, (instance) => {
        setReady(instance, false);
        void checkOne(instance);
      }),
    check: (origin) => withOrigin(origin, (instance) => void checkOne(instance)),
    watch: (origin, onHanging) =>
      instances.find((one) => one.origin === origin)?.hangs.watch(onHanging) ?? unwatchedCall,
    readiness: async () => {
      await Promise.all(instances.map(checkOne));
      return instances.map(isUsable);
    },
    list: () =>
      instances
        .filter(({ hangs }) => !hangs.isHanging())
        .sort((one, other) => Number(other.isReady) - Number(one.isReady))
        .map(({ origin }) => origin),
    start: () => {
      if (instances.length > 1) loop.start();
    },
    stop: async () => {
      isStopped = true;
      for (const { hangs } of instances) hangs.stop();
      await loop.stop();
    },
  };
};
