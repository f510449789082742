import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../product';
import { memoryMb } from '../resources';

/** A list that another member reads again and again. */
export interface Reader {
  address: string;
  token: string;
}

export interface Observed {
  seconds: number;
  /** Sorted. */
  readMs: number[];
  /** PSS of the service, from first to last. */
  memoryMb: number[];
}

const pauseMs = 50;
/** `smaps_rollup` takes a millisecond of the kernel. */
const readsPerSample = 10;

/** Reads a list, and the memory of a process, until the work ends. */
export const observe = async (
  reader: Reader,
  processId: number,
  work: () => Promise<unknown>,
): Promise<Observed> => {
  let isDone = false;
  const readMs: number[] = [];
  const memory: number[] = [memoryMb(processId)];
  const startedAt = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const readAt = performance.now();
    await call('GET', reader.address, reader.token);
    readMs.push(performance.now() - readAt);
    if (readMs.length % readsPerSample === 0) memory.push(memoryMb(processId));
    await sleep(pauseMs);
  }
  await working;
  memory.push(memoryMb(processId));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, readMs: readMs.toSorted((one, other) => one - other), memoryMb: memory };
};
