import { createTestHost } from '@foyer/testing'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { cosmos } from '../cosmos.js'
import { freshAddress, localChains, networkAt } from '../test/stage.js'

afterEach(() => vi.unstubAllGlobals())

const hash = 'AB'.repeat(32)
const network = networkAt({ url: 'https://node.example' })
const Asked = v.object({ id: v.unknown(), method: v.string() })
const fee = (value: string) => [{ type: 'tx', attributes: [{ key: 'fee', value }] }]
const carried = { height: '7', tx_result: { code: 0, events: fee('500uatom') } }

/** The actions over a node that has this transaction, or none, and is at its eighth block. */
function actionsOver(found?: object) {
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    const body: unknown = JSON.parse(String(init?.body))
    const answers = (Array.isArray(body) ? body : [body]).map((each) => {
      const { id, method } = v.parse(Asked, each)
      const head = { response: { last_block_height: '8' } }
      return { jsonrpc: '2.0', id, result: method === 'abci_info' ? head : { txs: found ? [found] : [] } }
    })
    return Response.json(Array.isArray(body) ? answers : answers[0])
  })
  return cosmos({ chains: localChains }).actions(createTestHost({ networks: [network] }))
}

const told = { hash, status: 'success', blockNumber: 7n, fee: 500n }

test.each([
  ['that was carried out', carried, told],
  ['that failed', { ...carried, tx_result: { ...carried.tx_result, code: 5 } }, { ...told, status: 'reverted' }],
  ['paid in another coin', { ...carried, tx_result: { events: fee('500ibc/ABC') } }, { ...told, fee: undefined }],
  ['with a fee that is none', { ...carried, tx_result: { events: fee('x500uatom') } }, { ...told, fee: undefined }],
  ['without events', { ...carried, tx_result: {} }, { ...told, fee: undefined }],
  [
    'whose fee has no value',
    { ...carried, tx_result: { events: [{ type: 'tx', attributes: [{ key: 'fee' }] }] } },
    { ...told, fee: undefined },
  ],
])('a transaction %s is told as that', async (_, found, said) => {
  const actions = await actionsOver(found)
  expect(await actions.waitForTransaction?.({ network, hash, confirmations: 2 })).toStrictEqual(said)
})

test.each([
  ['that no block has', undefined, 1],
  ['with a block less behind it than was asked for', carried, 3],
])('a transaction %s is waited for', async (_, found, confirmations) => {
  const actions = await actionsOver(found)
  const error = await actions.waitForTransaction?.({ network, hash, confirmations, timeoutMs: 1 }).then(String, Object)
  // Nothing that failed was asked again.
  expect(error).toMatchObject({ code: 'request_timeout' })
  expect(error.cause).toBeUndefined()
})

test.each([
  ['one that failed', { ...carried, tx_result: { code: 5, log: 'insufficient funds' } }, 'insufficient funds'],
  ['one that was carried out', carried, undefined],
  ['one that isn’t there', undefined, undefined],
])('why is said of %s alone', async (_, found, why) => {
  expect(await (await actionsOver(found)).failureReason?.({ network, hash })).toBe(why)
})

test('what is no hash is not looked for', async () => {
  const actions = await actionsOver(carried)
  for (const wrong of [`0${hash}`, `${hash}0`, hash.toLowerCase()])
    await expect(actions.waitForTransaction?.({ network, hash: wrong })).rejects.toMatchObject({ code: 'invalid_hex' })
})

test('an address of another chain is none on this one, and one where no network is named', async () => {
  const { parseAddress, transferIn } = await actionsOver()
  const [own, sibling] = [freshAddress(), freshAddress('osmo')]
  const [here, there] = ['cosmos:foyer-1', 'cosmos:foyer-2'] as const
  expect([parseAddress?.(own, here), parseAddress?.(own, there), parseAddress?.(own)]).toEqual([own, undefined, own])
  expect([parseAddress?.(sibling, here), parseAddress?.(sibling, there)]).toEqual([undefined, sibling])
  const call = { to: own, amount: 1n }
  expect(transferIn?.(call)).toEqual({ ...call, asset: { type: 'coin' } })
  expect(transferIn?.({ ...call, denom: 'ibc/A' })).toBeUndefined()
  expect(transferIn?.({ ...call, memo: 'a' })).toBeUndefined()
})
