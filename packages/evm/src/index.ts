export {
  InvalidTransferError,
  NoRpcUrlError,
  TransactionDroppedError,
  TransactionNotPendingError,
} from '@foyer/core/errors'
export * from './account.js'
export * from './calls.js'
export { InvalidAnnouncementError } from './discovery/parseAnnouncement.js'
export { WrongNetworkError } from './errors.js'
export { evm } from './evm.js'
export type * from './family.js'
export { InvalidPermissionError, PermissionUnsupportedError } from './permission/errors.js'
export type * from './permission/model.js'
export * from './permissions.js'
