import { expect, test } from 'vitest'
import * as entry from './index.js'

test('the entry exports what it is meant to', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "AnvilMissingError",
      "ChainStartError",
      "ChainStateError",
      "ChainStopError",
      "DeployError",
      "DirectoryInUseError",
      "PortTakenError",
      "StackError",
      "deployAccountFactory",
      "deployLocalEns",
      "deployMarket",
      "deployNfts",
      "deployOffchainResolver",
      "deployStrangeFactory",
      "deployStrangeToken",
      "deployUniswapV3",
      "devAccounts",
      "devBitcoinAddresses",
      "devMnemonic",
      "devSolanaAccounts",
      "localAccountFactoryAbi",
      "localBitcoin",
      "localChains",
      "localEditionsAbi",
      "localEnsAbi",
      "localNftAbi",
      "localSolana",
      "offchainResolverAbi",
      "placeMulticall",
      "sendUnlocked",
      "signatureCheckBytecode",
      "startBitcoin",
      "startChain",
      "startChains",
      "startDesk",
      "startExchange",
      "startSolana",
      "strangeFactoryAbi",
      "unusedPort",
    ]
  `)
})
