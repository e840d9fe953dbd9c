export { adapterConformance } from './adapterConformance.js'
export type { AdapterSubject } from './adapterSubject.js'
export { createTestAlgorandWallet } from './algorand/createTestAlgorandWallet.js'
export { installTestAlgorandWallet } from './algorand/installTestAlgorandWallet.js'
export type {
  AlgorandAction,
  AlgorandSessionRequest,
  TestAlgorandAccount,
  TestAlgorandWallet,
  TestAlgorandWalletOptions,
} from './algorand/testAlgorandWallet.js'
export { createTestBitcoinWallet } from './bitcoin/createTestBitcoinWallet.js'
export { type InstallableDialect, installTestBitcoinWallet } from './bitcoin/installTestBitcoinWallet.js'
export type {
  BitcoinAction,
  BitcoinDialect,
  TestBitcoinWallet,
  TestBitcoinWalletOptions,
} from './bitcoin/testBitcoinWallet.js'
export { createTestCardanoWallet } from './cardano/createTestCardanoWallet.js'
export { installTestCardanoWallet } from './cardano/installTestCardanoWallet.js'
export type {
  CardanoAction,
  CardanoSessionRequest,
  TestCardanoAccount,
  TestCardanoWallet,
  TestCardanoWalletOptions,
} from './cardano/testCardanoWallet.js'
export {
  type ConformanceRunner,
  type ConformanceSubject,
  type ConformanceWallet,
  connectorConformance,
} from './connectorConformance.js'
export { createTestCosmosWallet } from './cosmos/createTestCosmosWallet.js'
export { installTestCosmosWallet } from './cosmos/installTestCosmosWallet.js'
export type { CosmosAction, TestCosmosWallet, TestCosmosWalletOptions } from './cosmos/testCosmosWallet.js'
export { createTestClock, type TestClock } from './createTestClock.js'
export { createTestHost, type TestHost, type TestHostOptions } from './createTestHost.js'
export { createTestWallet } from './createTestWallet.js'
export type { Fault } from './faults.js'
export type { TestContext, TestPage } from './installInPages.js'
export { installTestWallet } from './installTestWallet.js'
export type { TestSmartAccounts } from './login/kinds.js'
export { type LoginSubject, loginConformance } from './login/loginConformance.js'
export { type TestLogin, type TestLoginOptions, testLogin } from './login/testLogin.js'
export {
  createTestLoginServer,
  type TestLoginServer,
  type TestLoginServerOptions,
  type TestMail,
} from './login/testLoginServer.js'
export { createTestMultiversxWallet } from './multiversx/createTestMultiversxWallet.js'
export { installTestMultiversxWallet } from './multiversx/installTestMultiversxWallet.js'
export type {
  MultiversxAction,
  MultiversxSessionRequest,
  TestMultiversxAccount,
  TestMultiversxWallet,
  TestMultiversxWalletOptions,
} from './multiversx/testMultiversxWallet.js'
export { createTestNearWallet } from './near/createTestNearWallet.js'
export { installTestNearWallet } from './near/installTestNearWallet.js'
export type { NearAction, TestNearAccount, TestNearWallet, TestNearWalletOptions } from './near/testNearWallet.js'
export type { Place } from './pages.js'
export { createTestPolkadotWallet } from './polkadot/createTestPolkadotWallet.js'
export { installTestPolkadotWallet } from './polkadot/installTestPolkadotWallet.js'
export type {
  PolkadotAction,
  PolkadotSessionRequest,
  TestPolkadotAccount,
  TestPolkadotWallet,
  TestPolkadotWalletOptions,
} from './polkadot/testPolkadotWallet.js'
export type { Prompt } from './prompts.js'
export type { ProviderRequest, TestProvider } from './provider.js'
export { ProviderError } from './providerError.js'
export type { RequestRecord } from './requestRecord.js'
export { createTestSolanaWallet } from './solana/createTestSolanaWallet.js'
export { installTestSolanaWallet } from './solana/installTestSolanaWallet.js'
export type {
  NextSolanaFaults,
  TestSolanaChain,
  TestSolanaWallet,
  TestSolanaWalletOptions,
} from './solana/testSolanaWallet.js'
export type {
  Hex,
  NextFaults,
  TestCalls,
  TestChain,
  TestWallet,
  TestWalletOptions,
} from './testWallet.js'
export { createTestTezosWallet } from './tezos/createTestTezosWallet.js'
export { installTestTezosWallet } from './tezos/installTestTezosWallet.js'
export type {
  TestTezosAccount,
  TestTezosWallet,
  TestTezosWalletOptions,
  TezosAction,
  TezosSessionRequest,
} from './tezos/testTezosWallet.js'
