import {
  deployDelegation,
  deployHoldings,
  devAccounts,
  type Holdings,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import { type Address, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KeptGrant } from '../../family.js'
import {
  chainAgain,
  clientOf,
  daily,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  passedOn,
  redeemingOn,
  sessionKeyOn,
} from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

const place = 2
const account = (devAccounts[place] ?? devAccounts[0]).address

let chain: StartedChain
let delegate: Address
let holdings: Holdings
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
  holdings = await deployHoldings({ url: chain.url, account })
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (more: object = {}) => walletOf({ chain, delegate, place, ...more })
const redeem = redeemingOn(() => chain.url)
const refused = (redeemed: Parameters<typeof redeem>[0]) => expect(redeem(redeemed)).rejects.toThrow()
const requesting = 'wallet_requestExecutionPermissions'
const listing = 'wallet_getGrantedExecutionPermissions'
const party = (type: string, ...addresses: Address[]) => ({ type, data: { addresses } })
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
])

describe('what is granted', () => {
  test('[F13] of a token goes to its payee alone, by each of its redeemers, and no more than in each day', async () => {
    const { token } = holdings
    const [key, other, stranger] = await Promise.all([1, 2, 3].map(() => sessionKeyOn(chain.url)))
    if (!key || !other || !stranger) return expect.fail('There are fewer keys.')
    const payee = fresh()
    const rules = [
      expiry(await inADayOn(chain.url)),
      party('redeemer', key.address, other.address),
      party('payee', payee),
    ]
    const permission = { type: 'erc20-token-periodic', data: { ...daily(7n).data, tokenAddress: token } }
    const { words, answer, context } = await granted(wallet(), permission, { to: key.address, rules })
    expect(words.facts).toEqual(
      expect.arrayContaining([
        { label: 'Key that may', value: key.address, isCode: true },
        { label: 'Also used by', value: other.address, isCode: true },
        { label: 'Only to', value: payee, isCode: true },
        { label: 'Contract', value: token, isCode: true },
      ]),
    )
    expect(answer).toMatchObject({ rules, permission: { data: { tokenAddress: token } } })
    const pay = (to: Address, amount: bigint) => ({
      context,
      to: token,
      data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
    })
    await redeem({ by: key, ...pay(payee, 3n) })
    await refused({ by: key, ...pay(fresh(), 3n) })
    // The manager takes it of its key, which passes it on to the other: to a third it can't.
    const passedTo = async ({ address }: typeof other) => ({ context: await passedOn(context, key, address) })
    await refused({ by: stranger, ...pay(payee, 4n), ...(await passedTo(stranger)) })
    await redeem({ by: other, ...pay(payee, 4n), ...(await passedTo(other)) })
    await refused({ by: key, ...pay(payee, 1n) })
    const held = { address: token, abi, functionName: 'balanceOf', args: [payee] } as const
    expect(await readContract(clientOf(chain.url), held)).toBe(7n)
  })

  test.each([
    ['erc20-token-allowance', { allowanceAmount: '0x5' }],
    ['erc20-token-stream', { amountPerSecond: '0x1', initialAmount: '0x5', maxAmount: '0x5' }],
  ])('[F13] of a token in all (%s) is no more than that', async (type, amounts) => {
    const { token } = holdings
    const key = await sessionKeyOn(chain.url)
    const rules = [expiry(await inADayOn(chain.url))]
    const permission = { type, data: { ...amounts, tokenAddress: token } }
    const { context } = await granted(wallet(), permission, { to: key.address, rules })
    const pay = (amount: bigint) => ({
      by: key,
      context,
      to: token,
      data: encodeFunctionData({ abi, functionName: 'transfer', args: [fresh(), amount] }),
    })
    // It begins now, and a node carries a call out at the time of its last block.
    await nodeOf(chain.url).mine({ blocks: 1 })
    await refused(pay(6n))
    await redeem(pay(5n))
    await refused(pay(1n))
  })

  test('[F13] of the coin goes to its payees alone, of whom there may be several', async () => {
    const key = await sessionKeyOn(chain.url)
    const [one, other] = [fresh(), fresh()]
    const rules = [expiry(await inADayOn(chain.url)), party('payee', one, other, one)]
    const { context, answer } = await granted(wallet(), daily(10n), { to: key.address, rules })
    expect(Object(answer).rules).toContainEqual(party('payee', one, other))
    for (const to of [one, other]) await redeem({ by: key, context, to, value: 2n })
    await refused({ by: key, context, to: fresh(), value: 2n })
    expect(await getBalance(clientOf(chain.url), { address: other })).toBe(2n)
  })

  test('of several is all of one account on one network, and five at most', async () => {
    const rules = [expiry(await inADayOn(chain.url))]
    const one = { chainId: '0x7a69', to: fresh(), permission: daily(1n), rules }
    const of = wallet()
    expect(await of.refusal(requesting, [one, { ...one, from: fresh() }])).toBe(4100)
    expect(await of.refusal(requesting, [one, { ...one, from: of.address }])).toBe('ask')
    expect(await of.refusal(requesting, [one, { ...one, chainId: '0x1' }])).toBe(5710)
    expect(await of.refusal(requesting, [one, { ...one, permission: daily(0n) }])).toBe(-32_602)
    expect(await of.refusal(requesting, Array(5).fill(one))).toBe('ask')
    expect(await of.refusal(requesting, Array(6).fill(one))).toBe(-32_602)
    const { perform } = await of.asked(requesting, [one, { ...one, permission: daily(2n) }])
    const answers = [await perform()].flat()
    const amounts = answers.map((each) => Object(each).permission.data.periodAmount)
    expect(amounts).toEqual([numberToHex(1n), numberToHex(2n)])
    expect(await of.answer(listing)).toEqual(expect.arrayContaining(answers))
  })

  test('is said to come on top of what the same key may already: of no other key’s, no other network’s, and of none that is over', async () => {
    const of = wallet()
    const [to, other] = [fresh(), fresh()]
    const rules = [expiry(await inADayOn(chain.url))]
    const isOnTop = async (key: Address) => {
      const { words } = await of.asked(requesting, [{ chainId: '0x7a69', to: key, permission: daily(1n), rules }])
      return words.warnings.join().includes('added to it')
    }
    const { context } = await granted(of, daily(1n), { to, rules })
    expect([await isOnTop(to), await isOnTop(other)]).toEqual([true, false])
    // Beside what this network’s is, one of another’s is kept, and one that can’t be read.
    const [kept] = of.grants
    if (!kept) return expect.fail('It isn’t kept.')
    of.grants.push({ ...kept, chainId: 'eip155:1' }, { ...kept, context: '0x00' })
    expect([await isOnTop(to), await isOnTop(other)]).toEqual([true, false])
    of.grants.splice(0, 1)
    expect(await isOnTop(to)).toBe(false)
    of.grants.unshift(kept)
    await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: context }]).then((each) => each.perform())
    expect(await isOnTop(to)).toBe(false)
  })
})

describe('what an application may still use', () => {
  test('is listed on the networks and for the accounts that the wallet has, and not what the older methods granted', async () => {
    const of = wallet()
    const rules = [expiry(await inADayOn(chain.url))]
    const { answer } = await granted(of, daily(1n), { to: fresh(), rules })
    const listed = (grants: readonly KeptGrant[], more: object = {}) =>
      wallet({ own: { grants: { list: () => grants, add: () => {} } }, ...more }).answer(listing)
    const [kept] = of.grants
    if (!kept) return expect.fail('It isn’t kept.')
    expect(await listed([kept])).toEqual([answer])
    expect(await listed([kept], { place: 3 })).toEqual([])
    expect(await listed([kept], { at: { delegate: undefined } })).toEqual([])
    const older = { ...kept, answer: { expiry: 900, permissions: [], context: kept.context } }
    const others = [{ ...kept, chainId: 'eip155:1' }, { ...kept, context: '0x00' }, older]
    expect(await listed([...others, kept])).toEqual([answer])
  })

  test('is said to be grantable where the visitor’s account carries calls out as one, on the networks that have the code', async () => {
    const chainIdsOf = async (more: object) => {
      const supported = Object(await wallet(more).answer('wallet_getSupportedExecutionPermissions'))
      return Object(supported['contract-call']).chainIds
    }
    const beside = { url: chain.url, caipNetworkId: 'eip155:10', name: 'Ten' } as const
    expect(await chainIdsOf({ inUse: beside })).toEqual(['0xa', '0x7a69'])
    expect(await chainIdsOf({ asOne: false })).toBeUndefined()
    expect(await chainIdsOf({ own: { batches: undefined } })).toBeUndefined()
  })
})

test('a wallet that carries no calls out as one neither grants permissions nor ends any', async () => {
  const of = wallet({ own: { batches: undefined } })
  for (const method of [
    ...[requesting, 'wallet_grantPermissions', 'wallet_revokePermissions', 'wallet_revokeExecutionPermission'],
  ])
    expect(await of.refusal(method, [{}])).toBe(4200)
})
