import { deployThingToken, devAccounts, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, http, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fieldsOf } from './test/stage.js'

const abi = parseAbi([
  'function mint(address to, uint256 count)',
  'function approve(address spender, uint256 amountOrId)',
  'function transferFrom(address from, address to, uint256 amountOrId)',
])
const [{ address: me }, { address: other }] = devAccounts
let chain: StartedChain
let token: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  token = await deployThingToken({ url: chain.url })
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [me, 10n] })
  const client = createClient({ transport: http(chain.url) })
  await sendUnlocked({ client, transaction: { from: me, to: token, data } })
})
afterAll(() => chain.stop())

const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

const networkOf = (isListed: boolean) => ({
  ...{ chainId: chain.caipNetworkId, name: chain.name, rpcUrl: chain.url },
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: isListed ? [{ address: token, symbol: 'THING', decimals: 18 }] : [],
})

/** How a call of the token is said, where it is one of the wallet's list or isn't. */
const said = (data: string, isListed: boolean) =>
  ask({ network: networkOf(isListed), method: 'eth_sendTransaction', params: [{ from: me, to: token, data }] })

describe.each([true, false])('[F27] a token of amounts and things by the same calls (listed: %s)', (isListed) => {
  const wholeOne = 'The number is that of one thing: a whole token goes with it.'

  test('a small number moves a whole one, which takes a step of its own; an amount is an amount', async () => {
    const move = (amountOrId: bigint) =>
      said(encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, other, amountOrId] }), isListed)
    const one = await move(5n)
    expect([one.level, one.warnings.includes(wholeOne)]).toEqual(['deliberate', true])
    expect(one.facts.join('\n')).toContain('#5')
    const amount = await move(10n ** 18n)
    expect(amount.warnings).not.toContain(wholeOne)
    expect(amount.facts.join('\n')).toMatch(/\b1 THING/)
  })

  test('a small number that is allowed is a whole one as well', async () => {
    const allow = (amountOrId: bigint) =>
      said(encodeFunctionData({ abi, functionName: 'approve', args: [token, amountOrId] }), isListed)
    const one = await allow(5n)
    expect([one.level, one.warnings.includes(wholeOne)]).toEqual(['deliberate', true])
    const amount = await allow(10n ** 18n)
    expect([amount.level, amount.warnings.includes(wholeOne)]).toEqual(['careful', false])
    const back = await said(encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] }), isListed)
    expect([back.level, back.warnings.includes(wholeOne)]).toEqual(['plain', false])
  })

  test('a small number that Permit2 is told to allow, or that is signed for it, is a whole one as well', async () => {
    const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const network = networkOf(isListed)
    const allow = (amount: bigint) => {
      const args = [token, other, amount, 1_800_000_060] as const
      const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
      return ask({ network, method: 'eth_sendTransaction', params: [{ from: me, to: permit2, data }] })
    }
    const sign = (amount: bigint) => {
      const details = { token, amount: `${amount}`, expiration: '1800000060', nonce: '0' }
      const message = { details, spender: other, sigDeadline: '1800000060' }
      const types = {
        PermitSingle: fieldsOf('details PermitDetails, spender address, sigDeadline uint256'),
        PermitDetails: fieldsOf('token address, amount uint160, expiration uint48, nonce uint48'),
      }
      const domain = { name: 'Permit2', chainId: 31337, verifyingContract: permit2 }
      const params = [me, { types, primaryType: 'PermitSingle', domain, message }]
      return ask({ network, method: 'eth_signTypedData_v4', params })
    }
    for (const said of [allow, sign]) {
      const one = await said(5n)
      expect([one.level, one.warnings.includes(wholeOne)]).toEqual(['deliberate', true])
      expect((await said(10n ** 18n)).warnings).not.toContain(wholeOne)
    }
  })
})
