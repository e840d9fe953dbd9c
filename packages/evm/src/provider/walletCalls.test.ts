import type { NetworkId, RequestChannel } from '@foyer/core'
import { UserRejectedError, WalletCapabilityError } from '@foyer/core/errors'
import fc from 'fast-check'
import { createWalletClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { createProvider } from './createProvider.js'

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const to = '0x00000000000000000000000000000000000000aa'
const methods = ['wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_showCallsStatus'] as const

/** A session on mainnet that grants batches there and on another network. */
function providerOf(answer: RequestChannel['request'], granted: readonly string[] = methods) {
  const asked: { readonly networkId: NetworkId; readonly method: string; readonly params: unknown }[] = []
  const provider = createProvider({
    channel: {
      takes: ({ networkId, method }) => granted.includes(method) && ['eip155:1', 'eip155:10'].includes(networkId),
      request(request) {
        asked.push(request)
        return answer(request)
      },
    },
    connection: {
      accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
      networks: { eip155: 'eip155:1' },
      listen: () => () => {},
      switchNetwork: async () => {},
    },
    networks: () => [],
    readerOf: () => () => Promise.reject(new Error('Nothing is read.')),
  })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, asked, ask }
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const batch = { version: '2.0.0', chainId: '0x1', from: address, atomicRequired: true, calls: [{ to, value: '0x1' }] }

describe('a session’s provider', () => {
  test('passes a batch to the wallet, once, on the chain that it names', async () => {
    const { ask, asked } = providerOf(async () => ({ id: '0xid' }))
    expect(await ask('wallet_sendCalls', batch)).toEqual({ id: '0xid' })
    expect(await ask('wallet_sendCalls', { ...batch, chainId: '0xa' })).toEqual({ id: '0xid' })
    expect(asked.map(({ networkId }) => networkId)).toEqual(['eip155:1', 'eip155:10'])
    expect(asked[0]?.params).toEqual([batch])
  })

  test('a chain that the session hasn’t is 5710, and the wallet isn’t asked', async () => {
    const { ask, asked } = providerOf(async () => '0xid')
    for (const chainId of ['0x2105', '0x', '0x0'])
      expect(await failure(ask('wallet_sendCalls', { ...batch, chainId }))).toMatchObject({ code: 5710 })
    expect(asked).toEqual([])
  })

  test.each([
    ['wallet_sendCalls', { ...batch, calls: [] }],
    ['wallet_sendCalls', { ...batch, calls: [{ to: 'alice.eth' }] }],
    ['wallet_sendCalls', { ...batch, version: 2 }],
    ['wallet_sendCalls', undefined],
    ['wallet_getCallsStatus', 5],
    ['wallet_getCallsStatus', 'x'.repeat(8_195)],
    ['wallet_showCallsStatus', ''],
  ])('%s isn’t asked with what it doesn’t take: -32602', async (method, params) => {
    const { ask, asked } = providerOf(async () => '0xid')
    expect(await failure(ask(method, params))).toMatchObject({ code: -32_602 })
    expect(asked).toEqual([])
  })

  test.each([
    ['wallet_sendCalls', batch, { answer: 5 }],
    ['wallet_sendCalls', batch, null],
    ['wallet_getCallsStatus', '0xid', { status: 'DONE' }],
    ['wallet_getCallsStatus', '0xid', { status: 99 }],
  ])('an answer to %s that is none is an error', async (method, params, answer) => {
    const { ask } = providerOf(async () => answer)
    expect(await failure(ask(method, params))).toMatchObject({ code: -32_603, cause: { code: 'wallet_answer' } })
  })

  test.each([5700, 5710, 5720, 5730, 5740, 5750, 5760] as const)(
    '[S8.39] the wallet’s %i keeps its number',
    async (code) => {
      const { ask } = providerOf(() => Promise.reject(new WalletCapabilityError({ walletCode: code })))
      expect(await failure(ask('wallet_sendCalls', batch))).toMatchObject({ code })
    },
  )

  test('what wasn’t granted isn’t asked for', async () => {
    const { ask, asked } = providerOf(async () => '0xid', [])
    for (const method of methods) expect(await failure(ask(method, batch))).toMatchObject({ code: 4200 })
    expect(asked).toEqual([])
  })

  test('viem sends a batch by it, reads its status, and knows a refusal', async () => {
    const receipt = {
      transactionHash: `0x${'ab'.repeat(32)}`,
      status: '0x1',
      blockNumber: '0x7',
      gasUsed: '0x5208',
      logs: [],
    }
    const status = { version: '2.0.0', id: '0xid', chainId: '0x1', status: 200, atomic: true, receipts: [receipt] }
    const { provider } = providerOf(async ({ method }) => (method === 'wallet_sendCalls' ? { id: '0xid' } : status))
    const client = createWalletClient({ account: address, chain: mainnet, transport: custom(provider) })
    const { id } = await client.sendCalls({ calls: [{ to, value: 1n }], forceAtomic: true })
    expect(await client.getCallsStatus({ id })).toMatchObject({
      ...{ status: 'success', statusCode: 200, atomic: true },
      receipts: [{ status: 'success', blockNumber: 7n, gasUsed: 21_000n }],
    })
    const refusing = providerOf(() => Promise.reject(new UserRejectedError()))
    const other = createWalletClient({ account: address, chain: mainnet, transport: custom(refusing.provider) })
    await expect(other.sendCalls({ calls: [{ to }] })).rejects.toThrow(/User rejected the request/)
  })

  test('no parameters and no answer make it throw anything but an error with a number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), fc.anything(), fc.anything(), async (method, params, answer) => {
        const { ask } = providerOf(async () => answer)
        const done = await ask(method, params).then(
          () => 'answered',
          (error: unknown) => (error instanceof Error && 'code' in error ? typeof error.code : String(error)),
        )
        expect(['answered', 'number']).toContain(done)
      }),
    )
  })
})
