import { deployDelegation, devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { type Address, type Hex, numberToHex, pad, parseEther, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedContract } from '../../family.js'
import { chainAgain, daily, expiry, fresh, granted, inADayOn, nodeOf } from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

const place = 2
const account = (devAccounts[place] ?? devAccounts[0]).address

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (more: object = {}) => walletOf({ chain, delegate, place, ...more })

/** A contract by its code: `0x00` takes any call and answers none, as a portal, a registry and a lender do. */
async function contractOf(bytecode: Hex = '0x00'): Promise<Address> {
  const address = fresh()
  await nodeOf(chain.url).setCode({ address, bytecode })
  return address
}

const permitted = async (permission: object) => [
  { chainId: '0x7a69', to: fresh(), rules: [expiry(await inADayOn(chain.url))], permission },
]
const calls = (address: Address, signatures: readonly string[], more: object = {}) => {
  const selectors = signatures.map((each) => toFunctionSelector(each))
  return permitted({ type: 'contract-call', data: { address, selectors, callLimit: 5, ...more } })
}
const method = 'wallet_requestExecutionPermissions'
const play = 'play(uint8)'

/** By each an account that calls it hands over what it has, at a contract that answers nothing of it. */
const powers = [
  ...['depositTransaction(address,uint256,uint64,bool,bytes)', 'sendMessage(address,bytes,uint32)'],
  ...['initiateWithdrawal(address,uint256,bytes)', 'sendRawAction(bytes)', 'setAuthorization(address,bool)'],
  ...['batchAll(address[],uint256[],bytes[],uint64[])', 'setAccountOperator(address,address,bool)'],
  ...['batch((address,address,uint256,bytes)[])', 'give(uint256,address)', 'cdpAllow(uint256,address,uint256)'],
  ...['hope(address)', 'delegateAll(address,bytes32,bool)', 'callAgreement(address,bytes,bytes)'],
  ...['grantPermission(uint128,bytes32,address)', 'setInterfaceImplementer(address,bytes32,address)'],
  'setManager(address,address)',
] as const

describe('a function whose effect isn’t known', () => {
  test.each([
    ...powers,
    ...['operate(uint256,address)', 'claimAllRewards(address[],address)', 'setFlowrate(address,address,int96)', play],
  ])('[F13] %s is granted nowhere that the operator doesn’t list it', async (signature) => {
    const target = await contractOf()
    const selector = toFunctionSelector(signature)
    for (const callable of [[], ['0x12345678']])
      expect(await wallet({ callable }).refusedFor(method, await calls(target, [signature]))).toMatch(
        new RegExp(`^5700 \`permission\\.data\\.selectors\` has ${selector}, `),
      )
    const bound = { arguments: [0, 1].map((index) => ({ index, value: pad(account) })) }
    expect(await wallet().refusal(method, await calls(target, [signature], bound))).toBe(5700)
  })

  test.each(powers)('[F13] %s isn’t granted where it is listed either', async (signature) => {
    const asked = await calls(await contractOf(), [signature])
    expect(await wallet({ callable: [toFunctionSelector(signature)] }).refusedFor(method, asked)).toContain(
      'hands over who may',
    )
  })

  test('[F13] the refusal says whose list it is, and names the first that isn’t on it', async () => {
    const other = toFunctionSelector('move(uint8)')
    const asked = await calls(await contractOf(), [play, 'move(uint8)'])
    expect(await wallet({ callable: [toFunctionSelector(play)] }).refusedFor(method, asked)).toBe(
      `5700 \`permission.data.selectors\` has ${other}, whose effect isn’t known: such a function is granted only where the project’s operator lists it for the contract at \`permission.data.address\` (\`callable\`).`,
    )
  })

  test('[F13] that is listed for its contract is granted there alone, as long as it is', async () => {
    const [own, elsewhere] = [await contractOf(), await contractOf()]
    const asked: ListedContract[] = []
    let listed = true
    const callable = async (contract: ListedContract) => {
      asked.push(contract)
      return listed && contract.address === own ? [toFunctionSelector(play)] : []
    }
    const of = wallet()
    const host = wallet({ own: { grants: { list: () => [], add: () => {}, callable } } })
    const { recheck, words } = await host.asked(method, await calls(own, [play]))
    expect(words.isDeliberate).toBe(true)
    expect(asked).toEqual([{ chainId: of.network.chainId, address: own }])
    expect(await host.refusal(method, await calls(elsewhere, [play]))).toBe(5700)
    expect(await recheck?.()).toBeUndefined()
    listed = false
    expect(await recheck?.()).toMatchObject({ kind: 'refuse', failure: { code: 5700 } })
  })

  test('[F13] isn’t granted where the operator’s server doesn’t answer, nor by a wallet whose applications have no operator', async () => {
    const asked = await calls(await contractOf(), [play])
    const callable = () => Promise.reject(new Error('away'))
    const kept = { list: () => [], add: () => {} }
    expect(await wallet({ own: { grants: { ...kept, callable } } }).refusal(method, asked)).not.toBe('ask')
    expect(await wallet({ own: { grants: kept } }).refusal(method, asked)).toBe(5700)
  })
})

test('a token of the wallet’s list without a contract is asked nothing', async () => {
  const tokens = [{ address: 'native', symbol: 'ETH', decimals: 18 }]
  const callable = [toFunctionSelector(play)]
  const asked = await calls(await contractOf(), [play])
  expect(await wallet({ callable, at: { tokens } }).refusal(method, asked)).toBe('ask')
})

describe('a function that gives to its caller', () => {
  test('[F13] is granted unlisted, with what it may cost at a contract that nobody has looked at; of coin that goes along it isn’t said that anything comes back', async () => {
    const target = await contractOf()
    const data = { address: target, selectors: [toFunctionSelector('claim()')], callLimit: 5 }
    const rules = [expiry(await inADayOn(chain.url))]
    const saidOf = async (more: object) =>
      (await granted(wallet(), { type: 'contract-call', data: { ...data, ...more } }, { to: fresh(), rules })).words
        .warnings
    expect((await saidOf({})).join()).toContain('This one may not, and what is locked or lent there may lose by it.')
    const paid = (await saidOf({ valueLimit: numberToHex(parseEther('1')) })).join()
    expect(paid).toContain(
      'The contract may keep the coin that goes with these calls, and what is locked or lent there may lose by them.',
    )
    expect(paid).not.toContain('your own address')
  })
})

describe('what is spent', () => {
  const spending = (tokenAddress: Address) =>
    permitted({ type: 'erc20-token-periodic', data: { ...daily(7n).data, tokenAddress } })
  test.each<[string, Hex]>([
    ['answers who owns its first thing', '0x60015f5260205ff3'],
    ['has no decimals', '0x00'],
  ])('[F13] is no contract that %s', async (_, code) => {
    expect(await wallet().refusedFor(method, await spending(await contractOf(code)))).toContain(
      '5700 `permission.data.tokenAddress`',
    )
  })
})
