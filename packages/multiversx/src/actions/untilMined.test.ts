import { createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { multiversx } from '../multiversx.js'
import { networkAt } from '../test/stage.js'

afterEach(() => vi.unstubAllGlobals())

const hash = 'ab'.repeat(32)
const network = networkAt({ url: 'https://gateway.example' })
const over = { fee: '50000', hyperblockNonce: 7 }

/** The actions over a gateway that says this of a transaction, and that the metachain is at its eighth block. */
function actionsOver(status: object, transaction: object) {
  vi.stubGlobal('fetch', async (url: string) => {
    const isHead = url.includes('/network/status/')
    const data = isHead ? { status: { erd_nonce: 8 } } : url.endsWith('/process-status') ? status : { transaction }
    return Response.json({ code: 'successful', error: '', data })
  })
  return multiversx().actions(createTestHost({ networks: [network] }))
}

const success = { hash, status: 'success', blockNumber: 7n, fee: 50_000n }

test.each([
  ['that was carried out', { status: 'success' }, over, success],
  ['that failed', { status: 'fail', reason: 'x' }, over, { hash, status: 'reverted', blockNumber: 7n, fee: 50_000n }],
  ['that never was one', { status: 'invalid' }, over, { hash, status: 'reverted', blockNumber: 7n, fee: 50_000n }],
  [
    'whose fee was paid at first',
    { status: 'success' },
    { initiallyPaidFee: '60000', hyperblockNonce: 7 },
    { hash, status: 'success', blockNumber: 7n, fee: 60_000n },
  ],
  [
    'of which no fee is said',
    { status: 'success' },
    { hyperblockNonce: 7 },
    { hash, status: 'success', blockNumber: 7n },
  ],
] as const)('a transaction %s is told as that', async (_, status, transaction, told) => {
  const actions = await actionsOver(status, transaction)
  expect(await actions.waitForTransaction?.({ network, hash, confirmations: 2 })).toStrictEqual(told)
})

test.each([
  ['that waits for other shards', { status: 'pending' }, over, 1],
  ['that isn’t notarized yet', { status: 'success' }, { fee: '50000' }, 1],
  ['with a block less behind it than was asked for', { status: 'success' }, over, 3],
])('a transaction %s is waited for', async (_, status, transaction, confirmations) => {
  const actions = await actionsOver(status, transaction)
  const error = await actions.waitForTransaction?.({ network, hash, confirmations, timeoutMs: 1 }).then(String, Object)
  // Nothing that failed was asked again.
  expect(error).toMatchObject({ code: 'request_timeout' })
  expect(error.cause).toBeUndefined()
})

test.each([
  ['fail', 'insufficient funds', 'insufficient funds'],
  ['invalid', 'lowerNonceInTx', 'lowerNonceInTx'],
  ['success', 'none', undefined],
  ['pending', 'none', undefined],
])('why one failed is what the network says, and nothing of one that is %s', async (status, reason, told) => {
  const actions = await actionsOver({ status, reason }, over)
  expect(await actions.failureReason?.({ network, hash })).toBe(told)
})
