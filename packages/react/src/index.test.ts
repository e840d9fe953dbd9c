import { expect, test } from 'vitest'
import * as headless from './headless/index.js'
import * as entry from './index.js'

test('the public names of the package', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "CustomButton",
      "FoyerButton",
      "FoyerModal",
      "FoyerProvider",
      "NetworkButton",
      "OnrampWidget",
      "ProviderMissingError",
      "WalletButton",
      "useFoyer",
      "useFoyerAccount",
      "useFoyerBalance",
      "useFoyerButton",
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

test('the public names of the hooks without the modal', () => {
  expect(Object.keys(headless).sort()).toMatchInlineSnapshot(`
    [
      "HeadlessProvider",
      "useAccountChoices",
      "useAccountName",
      "useAccounts",
      "useActivity",
      "useApprovals",
      "useAvailableExchanges",
      "useBalance",
      "useConnectRows",
      "useConnecting",
      "useDisconnect",
      "useExchangeBuyStatus",
      "useIdentity",
      "useNameOffered",
      "useNetworks",
      "useNfts",
      "useOnramp",
      "useOnrampQuote",
      "usePairing",
      "usePay",
      "usePurchase",
      "usePurchases",
      "useReceive",
      "useReplaceTransaction",
      "useRevocation",
      "useSend",
      "useSendTokens",
      "useSentences",
      "useSignIn",
      "useSwap",
      "useSwitchNetwork",
      "useTokens",
      "useTransactions",
      "useWalletChains",
      "useWalletFeatures",
      "useWallets",
    ]
  `)
})
