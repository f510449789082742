export {
  assertRemote,
  ContractError,
  defineRemote,
  type MessageLoaders,
  type MessageTree,
  type Remote,
} from './define-remote';
