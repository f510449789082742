/** Media type of GET /api/tasks/live and /api/tasks/{publicTaskId}/live: server-sent events. */
export const liveMediaType = 'text/event-stream';

/**
 * Name of the only event. It invalidates the caller's list or the task and carries no data. The page refetches with
 * its normal calls, which check visibility.
 */
export const changedEvent = 'changed';

/** Minimum time in milliseconds between two refetches of a page, and therefore between two events. */
export const liveRefetchIntervalMs = { list: 5_000, task: 2_000 } as const;

/**
 * Maximum time in milliseconds without any data on a stream. A client that receives nothing for much longer has lost
 * the connection.
 */
export const liveHeartbeatMs = 20_000;
