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
      "deployStrangeToken",
      "deployUniswapV3",
      "devAccounts",
      "devMnemonic",
      "localAccountFactoryAbi",
      "localBitcoin",
      "localChains",
      "localEditionsAbi",
      "localEnsAbi",
      "localNftAbi",
      "offchainResolverAbi",
      "placeMulticall",
      "sendUnlocked",
      "startBitcoin",
      "startChain",
      "startChains",
      "startDesk",
      "startExchange",
      "unusedPort",
    ]
  `)
})
