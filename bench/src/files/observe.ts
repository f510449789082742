import { setTimeout as sleep } from 'node:timers/promises';
import { requestSite } from '@obieg/local';
import { cpuMs, memoryMb } from '../resources';

/** A list that another member reads again and again. */
export interface Reader {
  address: string;
  token: string;
}

export interface Observed {
  seconds: number;
  /** Sorted durations of each reader. */
  readMs: number[][];
  failedReads: number;
  /** PSS of the service, from first to last. */
  memoryMb: number[];
  /** Processor time of the service, and of PostgreSQL. */
  cpuMs: [number, number];
}

export interface ObservedProcesses {
  serviceId: number;
  databaseId: number;
}

const pauseMs = 50;
/** `smaps_rollup` takes a millisecond of the kernel. */
const readsPerSample = 10;

/** Reads the lists in turn, and the memory of a service, until the work ends. */
export const observe = async (
  readers: readonly Reader[],
  { serviceId, databaseId }: ObservedProcesses,
  work: () => Promise<unknown>,
): Promise<Observed> => {
  let isDone = false;
  let failedReads = 0;
  const readMs = readers.map((): number[] => []);
  const memory: number[] = [memoryMb(serviceId)];
  const readCpuMs = () => [cpuMs([serviceId]), cpuMs([databaseId])] as const;
  const [serviceBefore, databaseBefore] = readCpuMs();
  const startedAt = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  for (let reads = 1; !isDone; reads += 1) {
    for (const [index, { address, token }] of readers.entries()) {
      const readAt = performance.now();
      const { status } = await requestSite('GET', address, { token });
      if (status === 200) readMs[index]?.push(performance.now() - readAt);
      else failedReads += 1;
    }
    if (reads % readsPerSample === 0) memory.push(memoryMb(serviceId));
    await sleep(pauseMs);
  }
  await working;
  memory.push(memoryMb(serviceId));
  const [serviceAfter, databaseAfter] = readCpuMs();
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    readMs: readMs.map((durations) => durations.toSorted((one, other) => one - other)),
    failedReads,
    memoryMb: memory,
    cpuMs: [serviceAfter - serviceBefore, databaseAfter - databaseBefore],
  };
};
