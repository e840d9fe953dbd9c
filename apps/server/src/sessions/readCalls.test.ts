import { devAccounts } from '@foyer/stack'
import { type Hex, numberToHex, toFunctionSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'
import { mayBeCalled } from './readCalls.js'
import { asked, dappKey } from './test/askedSession.js'
import { grantOf } from './test/grantedSession.js'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const [permission] = asked.permissions
const { address: contract } = permission.data
const token = `0x${'70'.repeat(20)}` as const
const id = 'eip155:31337' as const
const callable = [{ chainId: id, address: contract.toLowerCase(), selectors: [toFunctionSelector('vote()')] }]
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const refused: RpcOutcome = { error: { code: 3, message: 'execution reverted' } }

let context: Hex
beforeAll(async () => {
  context = await grantOf({ owner, to: dappKey.address, permission, expiry: asked.expiry })
})

/** A chain whose contract refuses each question but for what is said, with what it was asked. */
function chainOf(answer: (call: RpcCall, place: number) => RpcOutcome | undefined = () => undefined) {
  const calls: RpcCall[] = []
  const request = async (of: { readonly calls: readonly RpcCall[] }) => {
    calls.push(...of.calls)
    return of.calls.map((call, place): RpcOutcome => {
      if (call.method === 'eth_getCode') return answer(call, place) ?? { result: '0x00' }
      return answer(call, place) ?? refused
    })
  }
  const tokens = [token, 'native'].map((address) => ({ address, symbol: '', name: '', decimals: 0, iconUrl: '' }))
  return { chain: { id, request, tokens }, calls }
}
type Answer = Parameters<typeof chainOf>[0]
const may = (answer?: Answer, more: Partial<Parameters<typeof mayBeCalled>[0]> = {}) => {
  const { chain } = chainOf(answer)
  const { signal } = new AbortController()
  return mayBeCalled({ chain, context, to: contract, callable, signal, ...more })
}
const onCalls =
  (outcome: RpcOutcome): Answer =>
  ({ method }) =>
    method === 'eth_call' ? outcome : undefined

test('a contract that refuses each question is called for a session, as its project lists it', async () => {
  expect(await may()).toBe(true)
  expect(await may(undefined, { to: contract.toUpperCase().replace('0X', '0x') })).toBe(true)
  expect(await may(undefined, { callable: [] })).toBe(false)
  const elsewhere = callable.map((each) => ({ ...each, chainId: 'eip155:1' }))
  expect(await may(undefined, { callable: elsewhere })).toBe(false)
})

test('a contract at which the account may lose what it has isn’t called, whichever question says so', async () => {
  for (const place of [0, 3]) {
    const answer: Answer = ({ method }, at) =>
      method === 'eth_call' && at === place ? { result: word(7n) } : undefined
    expect(await may(answer)).toBe(false)
  }
  expect(await may(({ method }) => (method === 'eth_getCode' ? { result: '0x' } : undefined))).toBe(false)
})

test('a contract that isn’t done with the gas of a question isn’t called, whatever the node calls that', async () => {
  for (const message of ['out of gas', 'OutOfGas', 'EVM error: out of gas: required more'])
    expect(await may(onCalls({ error: { code: -32_000, message } }))).toBe(false)
})

test('while the node says nothing of a contract it is not known whether it may be called', async () => {
  for (const outcome of [{ error: { code: -32_005, message: 'limit' } }, { result: null }, { result: '0x1' }])
    await expect(may(onCalls(outcome))).rejects.toThrow(ChainUnavailableError)
  const fault = new Error('a fault of the server’s own')
  await expect(
    may(() => {
      throw fault
    }),
  ).rejects.toBe(fault)
})

test('beside the network’s tokens the contract alone is asked, with little gas, and of another contract nothing', async () => {
  const { chain, calls } = chainOf()
  const { signal } = new AbortController()
  await mayBeCalled({ chain, context, to: contract, callable, signal })
  const ofCalls = calls.filter(({ method }) => method === 'eth_call')
  const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  const questions = ofCalls.map(({ params }) => Object([params].flat()[0]))
  const addresses = new Set(questions.map(({ to }) => String(to).toLowerCase()))
  expect(addresses).toEqual(new Set([contract.toLowerCase(), token, permit2]))
  expect(new Set(questions.map(({ gas }) => gas))).toEqual(new Set(['0x186a0']))
  const other = chainOf()
  expect(await mayBeCalled({ chain: other.chain, context, to: token, callable, signal })).toBe(false)
  expect(other.calls).toEqual([])
})
