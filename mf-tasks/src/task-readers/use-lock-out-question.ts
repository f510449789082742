import { useEffect, useState } from 'react';

interface LockOutOptions {
  /** The server has not answered yet. */
  isChecking: boolean;
  /** The user would no longer see the task. */
  isLockingOut: boolean;
  /** Called with true if the user has agreed to lose access. */
  onSave: (isLockedOut: boolean) => void;
}

/**
 * Saves a form that changes who sees a task, and asks first if its user would lose access. Waits until this is known.
 * `LockOutDialog` shows the question.
 */
export const useLockOutQuestion = ({ isChecking, isLockingOut, onSave }: LockOutOptions) => {
  const [isAsking, setIsAsking] = useState(false);
  /** The user has submitted before the answer is known. */
  const [isWaiting, setIsWaiting] = useState(false);
  const submit = (): void => {
    if (isLockingOut) setIsAsking(true);
    else onSave(false);
  };
  useEffect(() => {
    if (!isWaiting || isChecking) return;
    setIsWaiting(false);
    submit();
  });
  return {
    isAsking,
    isWaiting,
    submit: (): void => {
      if (isChecking) setIsWaiting(true);
      else submit();
    },
    confirm: (): void => {
      setIsAsking(false);
      onSave(true);
    },
    cancel: (): void => setIsAsking(false),
  };
};
export type LockOutQuestion = ReturnType<typeof useLockOutQuestion>;
