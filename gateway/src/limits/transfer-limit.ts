import { problem } from '@obieg/service-kit';

/** A browser asks a host for six things at once; a little more, for those who share an address. */
const transfersMax = 10;
const retryAfterSeconds = 2;

/** Runs a transfer of a file while its principal has few others under way; else throws a problem (429). */
export type TransferLimit = (principal: string, transfer: () => Promise<void>) => Promise<void>;

/** How many files one principal moves at once: the rates count beginnings, and a file may be read as slowly as one likes. */
export const createTransferLimit = (onRefused: () => void): TransferLimit => {
  const underWay = new Map<string, number>();
  return async (principal, transfer) => {
    const others = underWay.get(principal) ?? 0;
    if (others >= transfersMax) {
      onRefused();
      throw problem.tooMany(retryAfterSeconds);
    }
    underWay.set(principal, others + 1);
    try {
      await transfer();
    } finally {
      const left = (underWay.get(principal) ?? 1) - 1;
      if (left > 0) underWay.set(principal, left);
      else underWay.delete(principal);
    }
  };
};
