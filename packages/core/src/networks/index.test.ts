import { expect, test } from 'vitest'
import * as networks from './index.js'

test('exports these names and no others', () => {
  expect(Object.keys(networks).sort()).toMatchInlineSnapshot(`
    [
      "InvalidNetworkError",
      "arbitrum",
      "aurora",
      "avalanche",
      "base",
      "baseSepolia",
      "bitcoin",
      "bitcoinTestnet",
      "bsc",
      "celo",
      "defaultNetworkId",
      "defineNetwork",
      "findNetwork",
      "gnosis",
      "linea",
      "mainnet",
      "optimism",
      "polygon",
      "rpcUrlsFor",
      "scroll",
      "sepolia",
      "solana",
      "solanaDevnet",
      "solanaTestnet",
      "walletRpcUrlsFor",
      "zksync",
    ]
  `)
})
