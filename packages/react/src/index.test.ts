import { expect, test } from 'vitest'
import * as entry from './index.js'

test('the public names of the package', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "FoyerButton",
      "FoyerModal",
      "FoyerProvider",
      "NetworkButton",
      "ProviderMissingError",
      "WalletButton",
      "useFoyer",
      "useFoyerAccount",
      "useFoyerBalance",
      "useFoyerDisconnect",
      "useFoyerEvents",
      "useFoyerNetwork",
      "useFoyerProvider",
      "useFoyerState",
      "useFoyerTheme",
      "useFoyerWallet",
      "useFoyerWalletInfo",
    ]
  `)
})
