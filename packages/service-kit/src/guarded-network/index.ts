export {
  type AddressRules,
  createAddressRules,
  hostOf,
  isIpAddress,
  parseNetworks,
} from './address-rules';
export { type ConnectFailure, connectFailure, createGuardedConnector, type Reach } from './connector';
export { networksSetting } from './networks-setting';
export { type ResolveHost, resolveHost } from './resolve-host';
