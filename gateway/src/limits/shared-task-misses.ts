import { type TaskMissReservation, taskMissReservationSchema } from '@obieg/contracts';
import { type Logger, type Origins, postJsonTo, problem } from '@obieg/service-kit';

/** The count of unknown task numbers that all gateways share. */
export interface SharedTaskMisses {
  /** @throws 503 if svc-tasks is unavailable */
  reserve(principal: string, number: string): Promise<TaskMissReservation>;
  /** Does not wait. A lost settlement of a miss still counts until its reservation expires. */
  settle(principal: string, number: string, isMiss: boolean): void;
}

interface Options {
  tasks: Origins;
  /** Misses per principal and hour. */
  max: number;
  /** Called if svc-tasks does not respond in time. */
  onUnavailable(): void;
  log: Pick<Logger, 'warn'>;
}

/** A count takes milliseconds. The caller waits for it before its own call starts. */
const deadlineMs = 1_500;

/**
 * Counts in the database of svc-tasks. It fails closed: without svc-tasks, a guess gets no response anyway. During a
 * rolling update, a svc-tasks of the last release lacks the count. Each gateway then counts alone. A client cannot
 * cause this.
 */
export const createSharedTaskMisses = ({ tasks, max, onUnavailable, log }: Options): SharedTaskMisses => {
  const post = (action: 'reserve' | 'settle', body: object) =>
    postJsonTo(tasks, `/internal/task-misses/${action}`, body, deadlineMs);
  return {
    reserve: async (principal, number) => {
      const { status, body } = await post('reserve', { principal, number, max }).catch((error: unknown) => {
        onUnavailable();
        throw problem.partUnavailable('tasks', error);
      });
      if (status === 404) return { outcome: 'reserved', retryAfterSeconds: 0 };
      return taskMissReservationSchema.parse(body);
    },
    settle: (principal, number, isMiss) => {
      post('settle', { principal, number, isMiss }).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot settle an unknown task number'),
      );
    },
  };
};
