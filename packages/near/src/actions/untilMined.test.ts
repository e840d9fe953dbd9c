import { createTestHost } from '@foyer/testing'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { near } from '../near.js'
import { networkAt } from '../test/stage.js'

afterEach(() => vi.unstubAllGlobals())

const hash = '2'.repeat(43)
const network = networkAt({ url: 'https://node.example' })
const Asked = v.object({ id: v.unknown(), method: v.string() })
const first = { block_hash: 'b', outcome: { tokens_burnt: '5' } }
const receipts = [{ outcome: { tokens_burnt: '7' } }, { outcome: { tokens_burnt: '11' } }]
const carried = { status: { SuccessValue: '' }, transaction_outcome: first, receipts_outcome: receipts }

/** The actions over a node that says this of a transaction, and whether it knows its block. */
function actionsOver(said: object | undefined, knowsBlock = true) {
  const none = { code: -32_000, message: 'Server error', data: 'Transaction x doesn’t exist'.replace('’', "'") }
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    const { id, method } = v.parse(Asked, JSON.parse(String(init?.body)))
    const answer = method === 'tx' ? said : knowsBlock ? { header: { height: 70 } } : undefined
    return Response.json({ jsonrpc: '2.0', id, ...(answer ? { result: answer } : { error: none }) })
  })
  return near().actions(createTestHost({ networks: [network] }))
}

test.each([
  ['that was carried out', carried, 'success', 23n],
  ['that failed', { ...carried, status: { Failure: {} } }, 'reverted', 23n],
  ['without receipts', { ...carried, receipts_outcome: undefined }, 'success', 5n],
])('a transaction %s is told as that, with all that was burnt', async (_, said, status, fee) => {
  const actions = await actionsOver(said)
  expect(await actions.waitForTransaction?.({ network, hash })).toStrictEqual({ hash, status, blockNumber: 70n, fee })
})

test.each([
  ['that nobody knows', undefined, true],
  ['that has begun', { ...carried, status: 'Started' }, true],
  ['without an outcome yet', { status: carried.status }, true],
  ['whose block the node doesn’t know', carried, false],
])('a transaction %s is waited for', async (_, said, knowsBlock) => {
  const actions = await actionsOver(said, knowsBlock)
  const error = await actions.waitForTransaction?.({ network, hash, timeoutMs: 1 }).then(String, Object)
  // Nothing that failed was asked again.
  expect(error).toMatchObject({ code: 'request_timeout' })
  expect(error.cause).toBeUndefined()
})

test.each([
  ['by a name', { ActionError: { kind: 'LackBalance' } }, 'LackBalance'],
  ['by the name of its facts', { ActionError: { kind: { AccountDoesNotExist: {} } } }, 'AccountDoesNotExist'],
  ['otherwise', { InvalidTxError: { Expired: {} } }, 'InvalidTxError'],
])('why one failed is what the chain says %s', async (_, Failure, told) => {
  const actions = await actionsOver({ ...carried, status: { Failure } })
  expect(await actions.failureReason?.({ network, hash })).toBe(told)
})

test('nothing is said of why where one didn’t fail, or isn’t known', async () => {
  for (const said of [carried, { ...carried, status: 'Started' }, undefined])
    expect(await (await actionsOver(said)).failureReason?.({ network, hash })).toBeUndefined()
})

test('what is no hash is not looked for', async () => {
  const actions = await actionsOver(carried)
  for (const wrong of [`0${hash}`, `${hash}0`, '2'.repeat(31), '2'.repeat(45)])
    await expect(actions.waitForTransaction?.({ network, hash: wrong })).rejects.toMatchObject({ code: 'invalid_hex' })
})

test('an account’s name is shown whole up to 24 letters, and shortened beyond', async () => {
  const { showAddress = () => '' } = await actionsOver(carried)
  const [whole, long] = [`${'a'.repeat(19)}.near`, `${'a'.repeat(20)}.near`]
  expect(showAddress(whole)).toBe(whole)
  expect(showAddress(long)).toMatch(/^aaaa.*near$/)
  expect(showAddress(long).length).toBeLessThan(long.length)
})
