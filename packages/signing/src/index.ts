export type {
  AskedRequest,
  Balance,
  Batches,
  Fact,
  FamilyHost,
  KeptBatch,
  OnChain,
  PreparedRequest,
  PrepareFor,
  PricedAmount,
  RequestFailure,
  ShownField,
  ShownRequest,
  SignInSignature,
  SigningAccount,
  WalletFamily,
  Worth,
} from './family.js'
export { createSeeds, type ImportedKey, KeptKeyring, type Keyring, mostAccounts, type SeedOf } from './keyring.js'
export { NetworkSchema, type WalletNetwork, type WalletToken } from './network.js'
export { type Outside, payeesIn, type Simulated } from './outside.js'
export { failureOf } from './prepare.js'
export { RequestTooLargeError } from './requestSize.js'
export { shownName, shownText } from './shownText.js'
