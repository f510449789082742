import type { ServerResponse } from 'node:http';

export interface StalledReaderLimits {
  /** A reader without progress for this long is disconnected. */
  stalledMs: number;
  /** Stalled readers of one address. An office has one address. */
  perAddress: number;
  /** Stalled readers of all addresses. */
  total: number;
  /** Bytes that all readers together may leave in the memory of the gateway. */
  bytes: number;
}

/** 500 readers that stalled took 320 MB of a pod of 512 MB without these limits. */
export const defaultStalledReaderLimits: Omit<StalledReaderLimits, 'stalledMs'> = {
  perAddress: 64,
  total: 256,
  bytes: 32 * 1_024 * 1_024,
};

export interface StalledReaders {
  /** Watches a response until it closes. */
  watch(response: ServerResponse, address: string): void;
}

const sweepMs = 500;
/** Longer than a pause between two packets. */
const stalledAfterMs = 1_000;

interface Reader {
  response: ServerResponse;
  address: string;
  /** Bytes that the operating system has taken. */
  takenBytes: number;
  waitingBytes: number;
  progressAt: number;
}

/** Updates a reader. A response whose bytes the operating system has taken does not wait for its reader. */
const observe = (reader: Reader, now: number): void => {
  const { response } = reader;
  const taken = (response.socket?.bytesWritten ?? 0) - (response.socket?.writableLength ?? 0);
  reader.waitingBytes = response.writableLength;
  if (reader.waitingBytes > 0 && taken === reader.takenBytes) return;
  reader.takenBytes = taken;
  reader.progressAt = now;
};

/** Chooses the readers to disconnect, those that stalled first before others. */
const choose = (readers: Iterable<Reader>, limits: StalledReaderLimits, now: number): Reader[] => {
  const stalled = [...readers]
    .filter(({ progressAt }) => now - progressAt >= stalledAfterMs)
    .sort((one, other) => one.progressAt - other.progressAt);
  const counts = new Map<string, number>();
  const countOf = (address: string): number => counts.get(address) ?? 0;
  for (const { address } of stalled) counts.set(address, countOf(address) + 1);
  let bytes = stalled.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0);
  let total = stalled.length;
  return stalled.filter((reader) => {
    const { address } = reader;
    const isOver =
      now - reader.progressAt >= limits.stalledMs ||
      countOf(address) > limits.perAddress ||
      total > limits.total ||
      bytes > limits.bytes;
    if (!isOver) return false;
    counts.set(address, countOf(address) - 1);
    total -= 1;
    bytes -= reader.waitingBytes;
    return true;
  });
};

/**
 * Disconnects clients that do not read their responses, because each keeps a part of its response in memory. Node.js
 * notices such a client only after up to twice its timeout, and has no limit for all of them together.
 */
export const createStalledReaders = (limits: StalledReaderLimits, onClosed: () => void): StalledReaders => {
  const readers = new Set<Reader>();
  let isSweeping = false;

  const sweep = (): void => {
    const now = performance.now();
    for (const reader of readers) observe(reader, now);
    for (const { response } of choose(readers, limits, now)) {
      onClosed();
      response.destroy();
    }
    isSweeping = readers.size > 0;
    if (isSweeping) setTimeout(sweep, sweepMs).unref();
  };

  return {
    watch: (response, address) => {
      const reader = { response, address, takenBytes: 0, waitingBytes: 0, progressAt: performance.now() };
      readers.add(reader);
      response.once('close', () => readers.delete(reader));
      if (isSweeping) return;
      isSweeping = true;
      setTimeout(sweep, sweepMs).unref();
    },
  };
};
