export {
  type AddressRules,
  createAddressRules,
  hostOf,
  isIpAddress,
  parseNetworks,
} from './address-rules';
export { type ConnectFailure, connectFailure, createGuardedConnector, type Reach } from './connector';
export { type ResolveHost, resolveHost } from './resolve-host';
