import { useState } from 'react';

export interface ActionOptions {
  /**
   * Returns why the action failed, or undefined if the fields say it. May first mark the fields or reload what has
   * changed.
   */
  describeFailure: (error: unknown) => string | undefined | Promise<string | undefined>;
  /** Called when the action has succeeded. A dialog closes. */
  onDone?: () => void;
}

/** Runs the action of a dialog, one call at a time, and keeps the reason of its last failure. */
export const useAction = ({ describeFailure, onDone }: ActionOptions) => {
  const [failure, setFailure] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    if (isRunning) return;
    setFailure(undefined);
    setIsRunning(true);
    try {
      await action();
      onDone?.();
    } catch (error) {
      setFailure(await describeFailure(error));
    } finally {
      setIsRunning(false);
    }
  };
  return { run, failure, isRunning };
};
export type Action = ReturnType<typeof useAction>;
