import { expect, test } from 'vitest'
import * as entry from './index.js'

test('the entry', () => {
  expect(Object.keys(entry)).toMatchInlineSnapshot(`
    [
      "adapterConformance",
      "createTestAlgorandWallet",
      "installTestAlgorandWallet",
      "createTestBitcoinWallet",
      "installTestBitcoinWallet",
      "createTestCardanoWallet",
      "installTestCardanoWallet",
      "connectorConformance",
      "createTestCosmosWallet",
      "installTestCosmosWallet",
      "createTestClock",
      "createTestHost",
      "createTestWallet",
      "installTestWallet",
      "loginConformance",
      "testLogin",
      "createTestLoginServer",
      "createTestMultiversxWallet",
      "installTestMultiversxWallet",
      "createTestNearWallet",
      "installTestNearWallet",
      "createTestPolkadotWallet",
      "installTestPolkadotWallet",
      "ProviderError",
      "createTestSolanaWallet",
      "installTestSolanaWallet",
      "createTestTezosWallet",
      "installTestTezosWallet",
    ]
  `)
})
