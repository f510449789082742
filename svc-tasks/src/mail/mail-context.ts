import type { Tx } from '@obieg/service-kit';
import type { NewReplyAddress } from '../reply-addresses/reply-addresses.repo';
import type { NewMailKey } from './mail-keys';

export type Undo = (tx: Tx) => Promise<void>;

export interface MailContext {
  /** Address of an organization by its code name. */
  organizationUrl(codeName: string): string;
  /** Creates the key that stops the mail. @returns the addresses that contain it */
  createKey(
    tx: Tx,
    codeName: string,
    row: NewMailKey,
  ): Promise<{ settingsAddress: string; unsubscribeAddress: string }>;
  /**
   * Creates the address to which the recipient answers. @returns undefined if this installation reads no mails
   */
  createReplyAddress(tx: Tx, row: NewReplyAddress): Promise<string | undefined>;
  /** Registers how to delete a secret of the mail if the server certainly did not accept it. */
  onWithdraw(undo: Undo): void;
}
