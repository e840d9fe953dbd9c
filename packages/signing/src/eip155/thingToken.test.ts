import { deployThingToken, devAccounts, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, http, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './test/stage.js'

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

/** How a call of the token is said, where it is one of the wallet's list or isn't. */
function said(data: string, isListed: boolean) {
  const network = {
    ...{ chainId: chain.caipNetworkId, name: chain.name, rpcUrl: chain.url },
    currency: { symbol: 'ETH', decimals: 18 },
    tokens: isListed ? [{ address: token, symbol: 'THING', decimals: 18 }] : [],
  }
  return ask({ network, method: 'eth_sendTransaction', params: [{ from: me, to: token, data }] })
}

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
})
