export { batchIdOf } from './eip155/batchId.js'
export { type CameBy, cameBy } from './eip155/cameBy.js'
export type {
  AskedRequest,
  Balance,
  Batches,
  FamilyHost,
  Grants,
  KeptBatch,
  KeptGrant,
  ListedContract,
  OnChain,
  PreparedRequest,
  PrepareFor,
  RequestFailure,
  SignInSignature,
  SigningAccount,
  WalletFamily,
} from './family.js'
export {
  createOnce,
  createSeeds,
  type ImportedKey,
  KeptKeyring,
  type Keyring,
  mostAccounts,
  type SeedOf,
} from './keyring.js'
export { NetworkSchema } from './network.js'
export { payeesIn } from './outside.js'
export { failureOf, refuse, stranger, unfit } from './prepare.js'
export { RequestTooLargeError } from './requestSize.js'
export { shownName, shownText } from './shownText.js'
export type {
  NamedPaymaster,
  SignedSponsored,
  SponsoredCalls,
  SponsoredOutcome,
  Sponsoring,
  SponsorQuote,
  Unpaid,
} from './sponsoring.js'
