export { MailboxFullError } from './errors.js'
export { type Account, accountOf, type Budget, createLedger, namesOf, type Owner } from './ledger.js'
export {
  type MailboxBudgets,
  type Mailboxes,
  type MailboxPage,
  type Message,
  mailboxBudgets,
  maxMessagesPerTopic,
  maxReceivers,
  type StoredMessage,
  sha256,
  sizeOf,
} from './mailboxes.js'
export { createMemoryMailboxes, type MemoryMailboxes } from './memoryMailboxes.js'
export type { RelayEvent, RelayParameters } from './parameters.js'
export { createRelay, type Relay, type RelaySocket } from './relay.js'
export type { Cost } from './requests.js'
export type { RelaySession } from './session.js'
