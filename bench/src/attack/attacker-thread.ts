/** A thread of its own, so that the attacker does not delay the measured clients. */
import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type PreparedRequest, sendPrepared } from './send';

/** What the thread gets at its start. */
export interface AttackerData {
  port: number;
  requests: readonly PreparedRequest[];
  perSecond: number;
  /** Requests at once. */
  connections: number;
}
/** `start` and `stop` of the main thread. */
export type AttackerCommand = 'start' | 'stop';
/** The answer to `stop`, once all responses are there: number of responses by status. */
export type AttackerReport = Record<number, number>;

const { port, requests, perSecond, connections } = workerData as AttackerData;
const tickMs = 10;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
let next = 0;
let running = 0;
let statuses: AttackerReport = {};
let timer: NodeJS.Timeout | undefined;
let onIdle: (() => void) | undefined;

const sendNext = async (): Promise<void> => {
  const request = requests[next++ % requests.length];
  if (!request) return;
  running += 1;
  const status = await sendPrepared(agent, port, request);
  running -= 1;
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (running === 0) onIdle?.();
};

/** Sends at the rate from the first moment. Skips requests that would exceed the connections. */
const start = (): void => {
  statuses = {};
  const startedAt = performance.now();
  let due = 0;
  timer = setInterval(() => {
    const wanted = 1 + Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    for (; due < wanted; due++) if (running < connections) void sendNext();
  }, tickMs);
};

const stop = (): void => {
  clearInterval(timer);
  onIdle = () => parentPort?.postMessage(statuses);
  if (running === 0) onIdle();
};

parentPort?.on('message', (command: AttackerCommand) => {
  onIdle = undefined;
  if (command === 'start') start();
  else stop();
});
