import { readFile } from 'node:fs/promises'
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

test('of each family what signs by its own library is an entry by itself', async () => {
  const vaults = ['algorand', 'cardano', 'cosmos', 'multiversx', 'near', 'polkadot', 'tezos']
  const { exports }: { exports: object } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  expect(Object.keys(exports)).toEqual(['.', ...vaults.map((name) => `./${name}/vault`), './package.json'])
  const entries = await Promise.all(vaults.map((name) => import(`./${name}/vault.ts`)))
  expect(entries.flatMap((each) => Object.keys(each))).toEqual([
    ...[
      'algorandKey',
      'algorandSender',
      'cardanoKey',
      'cosmosKey',
      'multiversxKey',
      'nearKey',
      'polkadotKey',
      'tezosKey',
    ],
  ])
})
