import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { withReply, wordsRequest } from './wordsRequest.js'

const held = { value: 1n, decimals: 6, symbol: 'USDC', name: 'USD Coin' }

test('[F14] 59: of what is held, what is listed is known by name; another that calls itself so isn’t; nor is a contract but by the server’s word', () => {
  const { foyer } = fakeKit({ adapters: [fakeAdapter('eip155'), fakeAdapter('solana'), fakeAdapter('bip122')] })
  const context = contextOf(foyer)
  const network = context.store.getState().networks.find(({ chainNamespace }) => chainNamespace === 'eip155')
  const request = wordsRequest({
    ...{ context, address: '0x1', request: { method: 'eth_sendTransaction', params: [] }, outside: {} },
    network: network ?? expect.fail(),
    tokens: [
      { ...held, address: '0xa' },
      { ...held, address: '0xb', isUnlisted: true },
      { ...held, symbol: 'ETH' },
    ],
    onLate: () => {},
  })
  const listed = { symbol: 'USDC', decimals: 6, address: '0xa', name: 'USD Coin' }
  expect(request.network.tokens).toEqual([listed])
  expect(request.network.contracts).toBeUndefined()
  const token = { kind: 'token', amount: '1', symbol: 'DAI', decimals: 18 } as const
  const known = withReply(request, {
    ...{ status: 'known', by: 'eth_simulateV1', block: 1, allowances: [] },
    names: [{ address: '0xe', name: 'Router' }],
    changes: [
      { ...token, contract: '0xc', isListed: true },
      { ...token, contract: '0xd', isListed: false },
    ],
  })
  expect(known.network.tokens).toEqual([listed, { symbol: 'DAI', decimals: 18, address: '0xc' }])
  expect(known.network.contracts).toEqual([{ address: '0xe', name: 'Router' }])
  const unknown = withReply(request, { status: 'unknown', why: 'unreached' })
  expect(unknown.network).toMatchObject({ tokens: [listed], contracts: [] })
})
