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

/**
 * Name of the query parameter of a stream that tells how many milliseconds ago the page began to load what it shows.
 * The server then also reports the changes of this time, which came too early for the stream.
 */
export const dataAgeParameter = 'dataAgeMs';

/** Time in milliseconds for which the server remembers changes. It reports a change for data of this age or older. */
export const liveMemoryMs = 60_000;
