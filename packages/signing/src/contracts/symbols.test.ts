import { encodeAbiParameters, type Hex, pad } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { readToken } from './tokens.js'

// A token's own name stands beside numbers, in sentences of the wallet's.

afterEach(() => void vi.unstubAllGlobals())

const network = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://node.example' },
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [{ symbol: 'USDC', decimals: 6, address: pad('0x01', { size: 20 }) }],
}

/** Reads a token that isn't listed and calls itself so. */
function named(symbol: string) {
  interface Asked {
    readonly id: number
    readonly params: readonly [{ readonly data: Hex }]
  }
  const answer = ({ params: [{ data }] }: Asked): Hex =>
    data.startsWith('0x95d89b41') ? encodeAbiParameters([{ type: 'string' }], [symbol]) : pad('0x06', { size: 32 })
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const asked = JSON.parse(body)
    const reply = (each: Asked) => ({ jsonrpc: '2.0', id: each.id, result: answer(each) })
    return new Response(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)))
  })
  return readToken(network, pad('0xabcd', { size: 20 }))
}

test.each(['000 USD', ',000,000 USD', '000.00 WETH', 'USD back. You give nothing now.', ' ', '.5', 'x'.repeat(25)])(
  '[F14] a name that reads as a part of the number before it, or as the rest of the sentence, is none: %s',
  async (symbol) => expect((await named(symbol)).symbol).toBeUndefined(),
)

test.each(['OWN', 'stETH', 'UNI-V2', 'yvUSD+', 'token0'])('[F14] another stands as it is: %s', async (symbol) =>
  expect(await named(symbol)).toMatchObject({ symbol, isNamesake: false }),
)

test.each(['usdc', 'USDC.e', 'USD-C', 'my/USDC'])(
  '[F14] one that holds a listed name poses as it: %s',
  async (symbol) => expect((await named(symbol)).isNamesake).toBe(true),
)
