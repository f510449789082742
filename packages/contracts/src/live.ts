/** Type of what GET /api/tasks/live and /api/tasks/{publicTaskId}/live answer with: server-sent events. */
export const liveMediaType = 'text/event-stream';

/**
 * Their one event: something that the reader sees is not as it was, in the list or of that task. It says no more; what
 * there is now is asked for by the calls that judge who sees it.
 */
export const changedEvent = 'changed';

/** A page reads anew as soon as it is told, then at most so often; so nobody is told more often either. */
export const livePaceMs = { list: 5_000, task: 2_000 } as const;

/** Something, if only a comment, is sent at least as often: who hears nothing for much longer has lost the connection. */
export const liveBeatMs = 20_000;
