import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AttackerCommand, AttackerData, AttackerReport } from './attacker-thread';

export interface Attacker {
  start(): void;
  /** Waits for all responses. @returns their number by status */
  stop(): Promise<AttackerReport>;
  close(): Promise<void>;
}

export const createAttacker = async (data: AttackerData): Promise<Attacker> => {
  // Relative to `dist/attack.mjs`.
  const thread = new Worker(new URL('./attacker-thread.mjs', import.meta.url), { workerData: data });
  await once(thread, 'online');
  const send = (command: AttackerCommand): void => thread.postMessage(command);
  return {
    start: () => send('start'),
    stop: async () => {
      send('stop');
      const [report] = await once(thread, 'message');
      return report as AttackerReport;
    },
    close: async () => void (await thread.terminate()),
  };
};
