import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { delegateAddress, delegationManager, entryPoint } from '../../delegate.js'
import { respelled, spellings } from '../../test/spellings.js'
import { chainAgain, daily, expiry, fresh, nodeOf } from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (place: number, more: object = {}) => walletOf({ chain, delegate, place, ...more })
const node = () => nodeOf(chain.url)

describe('a permission', () => {
  const to = fresh()
  const late = [expiry(2 ** 40)]
  const asking = (more: object = {}) => [{ chainId: '0x7a69', to, permission: daily(1n), rules: late, ...more }]
  const calling = (address: string, more: object = {}) => ({
    permission: { type: 'contract-call', data: { address, selectors: ['0x12345678'], callLimit: 1, ...more } },
  })
  const dailyWith = (more: object) => ({ permission: { ...daily(1n), data: { ...daily(1n).data, ...more } } })
  const ofToken = (tokenAddress: string) => ({
    permission: { type: 'erc20-token-periodic', data: { ...daily(1n).data, tokenAddress } },
  })
  const party = (type: string, ...addresses: string[]) => ({ rules: [...late, { type, data: { addresses } }] })
  const anyRedeemer = '0x0000000000000000000000000000000000000a11'
  test.each<[string, (own: Address) => unknown, string]>([
    ['nothing', () => undefined, '-32602 `params`'],
    [
      'a type that isn’t known',
      () => asking({ permission: { type: 'erc721-token', data: {} } }),
      '5700 `permission.type`',
    ],
    ['a rule that isn’t known', () => asking({ rules: [{ type: 'weekdays', data: {} }] }), '5700 `rules.weekdays`'],
    ['a rule twice', () => asking({ rules: [...late, ...late] }), '-32602 `rules.expiry`'],
    ['a rule with more', () => asking({ rules: [{ ...expiry(2 ** 40), only: 1 }] }), '-32602 `0.rules.0.only`'],
    ['no end', () => asking({ rules: [] }), '-32602 `rules.expiry`'],
    ['an end that is past', () => asking({ rules: [expiry(1)] }), '-32602 `rules.expiry`'],
    [
      'an end of null',
      () => asking({ rules: [{ type: 'expiry', data: { timestamp: null } }] }),
      '-32602 `rules.expiry.data.timestamp`',
    ],
    ['data with more than its type has', () => asking(dailyWith({ x: 1 })), '-32602 `permission.data.x`'],
    ['a request with more', () => asking({ sudo: true }), '-32602 `0.sudo`'],
    ['a permission with more', () => asking({ permission: { ...daily(1n), sudo: 1 } }), '-32602 `0.permission.sudo`'],
    ['an amount of nothing', () => asking(dailyWith({ periodAmount: '0x0' })), '-32602 `permission.data.periodAmount`'],
    [
      'an amount that doesn’t fit',
      () => asking(dailyWith({ periodAmount: `0x1${'00'.repeat(32)}` })),
      '-32602 `permission.data.periodAmount`',
    ],
    ['a period of nothing', () => asking(dailyWith({ periodDuration: 0 })), '-32602 `permission.data.periodDuration`'],
    ['a start after its end', () => asking(dailyWith({ startTime: 2 ** 41 })), '-32602 `permission.data.startTime`'],
    ['another chain', () => asking({ chainId: '0x1' }), '5710 The permission is for another chain'],
    ['somebody else’s account', () => asking({ from: fresh() }), '4100'],
    ['the account itself as its key', (own) => asking({ to: own }), '-32602 `to`'],
    ['any redeemer as its key', () => asking({ to: anyRedeemer }), '-32602 `to`'],
    ['the manager as its key', () => asking({ to: delegationManager }), '-32602 `to`'],
    ['no address as a redeemer', () => asking(party('redeemer', zeroAddress)), '-32602 `rules.redeemer`'],
    ['the account as a redeemer', (own) => asking(party('redeemer', to, own)), '-32602 `rules.redeemer`'],
    ['the manager as a redeemer', () => asking(party('redeemer', delegationManager)), '-32602 `rules.redeemer`'],
    ['any redeemer as a redeemer', () => asking(party('redeemer', anyRedeemer)), '-32602 `rules.redeemer`'],
    ['no redeemers', () => asking(party('redeemer')), '-32602 `rules.redeemer.data.addresses`'],
    ['the account as a payee', (own) => asking(party('payee', own)), '-32602 `rules.payee`'],
    [
      'two payees of a token',
      () => asking({ ...ofToken(fresh()), ...party('payee', fresh(), fresh()) }),
      '5700 `rules.payee`',
    ],
    ['the account as a token', (own) => asking(ofToken(own)), '-32602 `permission.data.tokenAddress`'],
    ['calls of the account itself', (own) => asking(calling(own)), '-32602 `permission.data.address`'],
    ['calls of the manager', () => asking(calling(delegationManager)), '-32602 `permission.data.address`'],
    ['calls of the delegate', () => asking(calling(delegateAddress)), '-32602 `permission.data.address`'],
    ['calls of the EntryPoint', () => asking(calling(entryPoint)), '-32602 `permission.data.address`'],
    [
      'calls of Permit2',
      () => asking(calling('0x000000000022D473030F116dDEE9F6B43aC78BA3')),
      '5700 `permission.data.address`',
    ],
    [
      'calls that move tokens',
      () => asking(calling(fresh(), { selectors: ['0xA9059CBB'] })),
      '5700 `permission.data.selectors` has 0xa9059cbb',
    ],
    [
      'calls without a word on how many',
      () => asking(calling(fresh(), { callLimit: undefined })),
      '-32602 `permission.data.callLimit`',
    ],
  ])('[F18] %s is refused by its number and its field', async (_, params, why) => {
    const of = wallet(6)
    const asked = params(of.address)
    for (const [, spell] of [['its own', (hex: string) => hex] as const, ...Object.entries(spellings)])
      expect(await of.refusedFor('wallet_requestExecutionPermissions', respelled(asked, spell))).toContain(why)
  })

  test('[F13] isn’t granted to call the code by which the accounts of its network act, whichever that is', async () => {
    const code = fresh()
    const of = wallet(6, { at: { delegate: code.toLowerCase() } })
    const asked = asking(calling(code))
    expect(await of.refusedFor('wallet_requestExecutionPermissions', asked)).toContain(
      '-32602 `permission.data.address`',
    )
    // Beside what could be granted as well.
    const both = [...asking(), ...asked]
    expect(await of.refusal('wallet_requestExecutionPermissions', both)).toBe(-32_602)
  })

  test('isn’t granted where another’s code stands, where the visitor chose a plain account, nor by a wallet that keeps none', async () => {
    const of = wallet(1)
    await node().setCode({ address: of.address, bytecode: concat(['0xef0100', fresh()]) })
    expect(await of.refusedFor('wallet_requestExecutionPermissions', asking())).toContain(
      '5700 Another contract’s code',
    )
    const plain = wallet(8, { asOne: false })
    expect(await plain.refusedFor('wallet_requestExecutionPermissions', asking())).toContain(
      '5700 The visitor has chosen',
    )
    const elsewhere = wallet(8, { at: { delegate: undefined } })
    expect(await elsewhere.refusedFor('wallet_requestExecutionPermissions', asking())).toContain('aren’t enforced')
    const without = wallet(8, { own: { grants: undefined } })
    for (const method of [
      ...['wallet_requestExecutionPermissions', 'wallet_grantPermissions', 'wallet_revokePermissions'],
      ...['wallet_getGrantedExecutionPermissions', 'wallet_getSupportedExecutionPermissions'],
      'wallet_revokeExecutionPermission',
    ])
      expect(await without.refusal(method, asking())).toBe(4200)
    const supported = Object(await of.answer('wallet_getSupportedExecutionPermissions', []))
    expect(supported['erc20-token-stream']).toEqual({
      ...{ chainIds: ['0x7a69'], ruleTypes: ['expiry', 'redeemer', 'payee'] },
    })
    expect(await wallet(8, { at: { delegate: undefined } }).answer('wallet_getSupportedExecutionPermissions')).toEqual(
      {},
    )
  })
})
