import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, bytesToHex, numberToHex, pad, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caveatsOf } from './caveats.js'
import { contextOf, delegationPayload } from './delegation.js'
import { mostFunctions } from './kinds.js'
import { chainAgain, daily, expiry, fresh, inADayOn, nodeOf } from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

/* The words of what is asked for: each bound is said. */

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (callable: readonly string[] = []) => walletOf({ chain, delegate, place: 2, callable })
const request = (...permissions: readonly object[]) => requestTo(wallet(), permissions)
const requestTo = async (of: ReturnType<typeof walletOf>, permissions: readonly object[]) => {
  const rules = [expiry(await inADayOn(chain.url))]
  const to = fresh()
  const all = permissions.map((permission) => ({ chainId: '0x7a69', to, permission, rules }))
  return (await of.asked('wallet_requestExecutionPermissions', all)).words
}
const every = (seconds: number) => ({ ...daily(5n), data: { periodAmount: '0x5', periodDuration: seconds } })

test.each([
  [86_400, 'Each day, at most'],
  [3_600, 'Each hour, at most'],
  [7_200, 'Every 2 hours, at most'],
  [172_800, 'Every 2 days, at most'],
  [90, 'Every 90 seconds, at most'],
])('an amount of every %d seconds is said as “%s”', async (seconds, label) => {
  const { facts } = await request(every(seconds))
  expect(facts.map((fact) => fact.label)).toContain(label)
})

test('several permissions are one request: how many is its title, and each is a step with its own words', async () => {
  const { title, facts, warnings, isDeliberate } = await request(daily(5n), every(3_600))
  expect(title).toMatch(/\b2\b/)
  expect(facts.filter(({ value }) => value === 'Let a key spend your ETH without asking you')).toHaveLength(2)
  const labels = facts.map(({ label }) => label)
  expect(labels.indexOf('Each day, at most')).toBeLessThan(labels.indexOf('Each hour, at most'))
  expect(labels.filter((label) => label === 'Key that may')).toHaveLength(2)
  expect(warnings.length).toBeGreaterThan(0)
  expect(isDeliberate).toBe(false)
})

test('each argument that is bound is said with its place, and the account by its address', async () => {
  const address = fresh()
  await nodeOf(chain.url).setCode({ address, bytecode: '0x00' })
  const of = wallet(['0x12345678'])
  const bound = [
    { index: 0, value: pad(of.address) },
    { index: 2, value: numberToHex(7n, { size: 32 }) },
  ]
  const data = { address, selectors: ['0x12345678'], arguments: bound, callLimit: 3, valueLimit: '0x1' }
  const { facts } = await requestTo(of, [{ type: 'contract-call', data }])
  expect(facts).toEqual(
    expect.arrayContaining([
      { label: 'Argument 1, always', value: of.address, isCode: true },
      { label: 'Argument 3, always', value: numberToHex(7n, { size: 32 }), isCode: true },
      { label: 'Calls in all, at most', value: '3' },
    ]),
  )
  expect(facts.find(({ label }) => label === 'In all, at most')?.value).toMatch(/^0\.0+3 ETH$/)
})

test('in the older shape as many functions are granted as can be read, and no more', async () => {
  const address = fresh()
  await nodeOf(chain.url).setCode({ address, bytecode: '0x00' })
  const names = Array.from({ length: mostFunctions }, (_, index) => `move${index}`)
  const of = wallet(names.map((name) => toFunctionSelector(`${name}()`)))
  const until = await inADayOn(chain.url)
  const asking = (count: number) => {
    const asked = [...names, 'oneMore'].slice(0, count)
    const abi = asked.map((name) => ({ type: 'function', name, inputs: [] }))
    const functions = asked.map((functionName) => ({ functionName }))
    const publicKey = `0x02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`
    const signer = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey }] } }
    const permissions = [{ type: 'contract-call', data: { address, abi, functions, callLimit: 1 } }]
    const grant = { chainId: '0x7a69', address: of.address, expiry: until, signer, permissions, policies: [] }
    return of.refusedFor('wallet_grantPermissions', [grant])
  }
  expect(await asking(mostFunctions)).toBe('ask')
  expect(await asking(mostFunctions + 1)).toMatch(/^-32602 `functions` are more/)
})

test('the end of a permission that names no time is shown without one', async () => {
  const of = wallet()
  const caveats = caveatsOf(
    {
      account: of.address,
      to: fresh(),
      redeemers: [fresh()],
      payees: [],
      expiry: 1n,
      terms: { is: 'once', token: undefined, start: 1n, amount: 1n },
    },
    0n,
  ).filter(({ terms }) => terms.length !== 66)
  const delegation = { delegate: fresh(), delegator: of.address, caveats, salt: 1n }
  const signature = bytesToHex(await of.account.sign(delegationPayload(delegation, 31_337)))
  const permissionContext = contextOf({ ...delegation, signature })
  const { words } = await of.asked('wallet_revokeExecutionPermission', [{ permissionContext }])
  expect(words.title).toBe('End a permission')
  expect(words.facts.map(({ label }) => label)).not.toContain('Until')
})
