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
      "useFoyerClient",
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
      "useFoyerAccountChoices",
      "useFoyerAccountName",
      "useFoyerAccounts",
      "useFoyerActivity",
      "useFoyerApprovals",
      "useFoyerAvailableExchanges",
      "useFoyerBalanceView",
      "useFoyerCalls",
      "useFoyerConnectRows",
      "useFoyerConnecting",
      "useFoyerDisconnecting",
      "useFoyerExchangeBuyStatus",
      "useFoyerIdentity",
      "useFoyerLogin",
      "useFoyerNameOffered",
      "useFoyerNetworks",
      "useFoyerNfts",
      "useFoyerOnramp",
      "useFoyerOnrampQuote",
      "useFoyerPairing",
      "useFoyerPay",
      "useFoyerPurchase",
      "useFoyerPurchases",
      "useFoyerReceive",
      "useFoyerReplaceTransaction",
      "useFoyerRevocation",
      "useFoyerSend",
      "useFoyerSendTokens",
      "useFoyerSentences",
      "useFoyerSignIn",
      "useFoyerSwap",
      "useFoyerSwitchNetwork",
      "useFoyerTokens",
      "useFoyerTransactions",
      "useFoyerWalletChains",
      "useFoyerWalletFeatures",
      "useFoyerWallets",
    ]
  `)
})
