import { expect, test } from 'vitest'
import { walletPolicy } from './walletPolicy.js'

test('the wallet speaks to the relay and the nodes it was given, and not even to who serves it', () => {
  const network = {
    chainId: 'eip155:31337',
    name: 'Foyer Local',
    currency: { symbol: 'ETH', decimals: 18 },
    tokens: [],
  }
  expect(
    walletPolicy({ relay: 'ws://127.0.0.1:7101', networks: [{ ...network, rpcUrl: 'http://127.0.0.1:8545/' }] }),
  ).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
      "connect-src ws://127.0.0.1:7101 http://127.0.0.1:8545; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
})
