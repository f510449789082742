/** Continues in a new task, so that a slow phone can paint and answer a tap meanwhile. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
