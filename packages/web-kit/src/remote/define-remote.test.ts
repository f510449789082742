import { remoteContractVersion } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { assertRemote, ContractError, defineRemote } from './define-remote';

const messages = { mul: async () => ({}), pl: async () => ({}), en: async () => ({}) };
const remote = defineRemote({ contractVersion: remoteContractVersion, routes: [{ path: '/x' }], messages });

describe('assertRemote', () => {
  it('returns the remote that a module exports by default', () => {
    expect(assertRemote({ default: remote }, 'mf-x')).toBe(remote);
  });

  it.each([
    ['nothing', null],
    ['no default export', {}],
    ['another contract version', { default: { ...remote, contractVersion: remoteContractVersion + 1 } }],
    ['no routes', { default: { ...remote, routes: [] } }],
    ['no messages', { default: { ...remote, messages: undefined } }],
  ])('throws ContractError for %s', (_, module) => {
    expect(() => assertRemote(module, 'mf-x')).toThrow(ContractError);
  });
});
