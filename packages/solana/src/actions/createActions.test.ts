import { shortenAddress } from '@foyer/core/chain'
import { solana as network } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { addresses } from '../test/keys.js'
import { decodeTransaction } from '../transaction/decode.js'
import { createActions } from './createActions.js'

afterEach(() => vi.unstubAllGlobals())

const [own, other] = addresses

/** A node that answers each method with one thing, and keeps what it was asked. */
function nodeWith(results: Readonly<Record<string, unknown>>) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    const call: unknown = JSON.parse(body)
    const one = (each: unknown) => {
      const { id, method, params }: { id: number; method: string; params: unknown } = Object(each)
      asked.push([method, params])
      return { jsonrpc: '2.0', id, result: results[method] }
    }
    return Response.json(Array.isArray(call) ? call.map(one) : one(call))
  })
  return { asked, actions: createActions(createTestHost({ networks: [network] }), 'finalized') }
}

test('[F27] a balance is asked for as surely as the adapter wants', async () => {
  const { actions, asked } = nodeWith({ getBalance: { context: { slot: 1 }, value: 7 } })
  expect(await actions.nativeBalance({ address: own, network })).toBe(7n)
  expect(asked).toEqual([['getBalance', [own, { commitment: 'finalized' }]]])
})

test('why a transaction failed is read from its own network', async () => {
  const { actions } = nodeWith({ getTransaction: { meta: { err: 'AccountInUse' } } })
  expect(await actions.failureReason?.({ network, hash: 'h' })).toBe('AccountInUse')
})

test('an address is shown short, and is the same only letter by letter', () => {
  const { actions } = nodeWith({})
  expect(actions.showAddress?.(own)).toBe(shortenAddress({ address: own }))
  expect([actions.isSameAddress?.(own, own), actions.isSameAddress?.(own, own.toLowerCase())]).toEqual([true, false])
})

test('a transfer that was called off asks neither node nor wallet', async () => {
  const { actions, asked } = nodeWith({})
  const account = { namespace: 'solana', address: own, type: 'eoa' } as const
  const provider = { version: '1.0.0', name: 'W', icon: '', chains: [], features: {}, accounts: [] } as const
  const wallet = { provider, account, accounts: [account], networkId: network.caipNetworkId, network } as const
  const transfer = { to: other, asset: { type: 'coin' }, amount: 1n } as const
  const sending = actions.sendTransfer?.({ wallet, transfer, signal: AbortSignal.abort('gone') })
  await expect(sending).rejects.toMatchObject({ code: 'aborted', cause: 'gone' })
  expect(asked).toEqual([])
  expect(await actions.capabilities?.({ wallet })).toMatchObject({ signMessage: false, transfers: [] })
})

test('what a wallet would be asked is the transaction that is sent, with the newest block; of what isn’t sent there is nothing', async () => {
  const blockhash = other
  const { actions } = nodeWith({
    getLatestBlockhash: { context: { slot: 1 }, value: { blockhash, lastValidBlockHeight: 9 } },
    getMultipleAccounts: { context: { slot: 1 }, value: [null] },
  })
  const by = { address: own, network, networkId: network.caipNetworkId }
  const transfer = { to: other, asset: { type: 'coin' }, amount: 7n } as const
  const request = await actions.walletRequest?.({ ...by, asked: { transfer } })
  expect(request).toMatchObject({ method: 'solana_signAndSendTransaction', params: { pubkey: own } })
  const transaction = String(Reflect.get(Object(request?.params), 'transaction'))
  const { signers, message } = decodeTransaction(transaction)
  expect(signers).toEqual([own])
  expect(message.length).toBeGreaterThan(100)
  expect(await actions.walletRequest?.({ ...by, asked: { call: { transaction } } })).toEqual(request)
  expect(await actions.walletRequest?.({ ...by, asked: { typedData: {} } })).toBeUndefined()
})
