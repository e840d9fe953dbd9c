export type {
  Account,
  AccountType,
  Adapter,
  AdapterHost,
  Connector,
  ConnectorEntry,
  ConnectorType,
  ConnectRequest,
  Eip1193Provider,
  FamilyActions,
  FamilyProviders,
  LiveConnection,
  NonEmpty,
  WalletEvent,
} from './connector.js'
export { entryOf } from './entry.js'
