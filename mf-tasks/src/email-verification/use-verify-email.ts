import type { ConfirmedTask } from '@obieg/contracts';
import { readReason, useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { sendVerificationCode } from './email-verification.api';

/** Mails a verification code for a task and opens the page that asks for it. */
export const useVerifyEmail = (email: string, confirmedTask: ConfirmedTask) => {
  const navigate = useNavigate();
  /** Undefined: no failure. Empty: a failure without a reason. */
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    setFailure(undefined);
    try {
      const { success, token, message } = await sendVerificationCode(email, confirmedTask);
      if (success && token) return void navigate(`/verify-email?token=${encodeURIComponent(token)}`);
      setFailure(message ?? '');
    } catch (error) {
      setFailure(readReason(error) ?? '');
    }
    setIsSending(false);
  };
  return { send, isSending, failure };
};
