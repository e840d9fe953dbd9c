import { lowerHex } from '@foyer/core/chain'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import fc from 'fast-check'
import { bytesToHex, createClient, type Hex, http, keccak256, numberToHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { callsIn, caveatsOf } from './caveats.js'
import { contextOf, type Delegation, delegationHash, delegationPayload, readContext } from './delegation.js'
import { kindOf, writtenTerms } from './kinds.js'
import { largest, type Permission, type Terms } from './permission.js'
import { mostOf, takeableOf } from './readPermission.js'

let chain: StartedChain
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
})
afterAll(() => chain.stop())

const client = () => createClient({ transport: http(chain.url) })
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const asLines = (returns: string): readonly string[] => [`function getTermsInfo(bytes terms) view returns (${returns})`]
const managerAbi = parseAbi([
  'function getDelegationHash((address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation) pure returns (bytes32)',
])

describe('terms', () => {
  const address = fc.constantFrom(...Array.from({ length: 20 }, fresh))
  const uint = (max: bigint) => fc.bigInt({ min: 1n, max })
  const time = uint(2n ** 40n)
  const spending = { token: fc.option(address, { nil: undefined }), start: time }
  const bounds = fc.uniqueArray(
    fc.record({
      index: fc.integer({ min: 0, max: 31 }),
      word: fc.bigInt({ min: 0n, max: largest }).map((each) => lowerHex(numberToHex(each, { size: 32 }))),
    }),
    { maxLength: 8, selector: ({ index }) => index },
  )
  const terms: fc.Arbitrary<Terms> = fc.oneof(
    fc.record({ is: fc.constant('periodic' as const), ...spending, amount: uint(largest), seconds: time }),
    fc.record({ is: fc.constant('once' as const), ...spending, amount: uint(largest) }),
    fc.record({
      ...{ is: fc.constant('stream' as const), ...spending, initial: fc.bigInt({ min: 0n, max: 2n ** 100n }) },
      ...{ perSecond: uint(2n ** 100n), most: fc.bigInt({ min: 2n ** 100n, max: largest }) },
    }),
    fc.record({
      ...{ is: fc.constant('calls' as const), target: address, signatures: fc.constant([]), value: uint(largest) },
      selectors: fc.uniqueArray(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((each) => lowerHex(numberToHex(each, { size: 4 }))),
        {
          ...{ minLength: 1, maxLength: 8 },
        },
      ),
      count: fc.option(uint(2n ** 40n), { nil: undefined }),
      bound: bounds,
    }),
  )
  const permissions: fc.Arbitrary<Permission> = fc.record({
    ...{ account: address, to: address, terms, expiry: uint(2n ** 100n) },
    redeemers: fc.uniqueArray(address, { minLength: 1, maxLength: 3 }),
    payees: fc.array(address, { maxLength: 1 }),
  })

  test('what is asked for, written and read again, is the same for 1,000 random ones', () => {
    fc.assert(
      fc.property(terms, (each) => {
        const { type, data } = writtenTerms(each)
        expect(kindOf(type)?.read(JSON.parse(JSON.stringify(data)), 1n)).toEqual(each)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the enforcers themselves read each of them as it was meant', async () => {
    const read = async (name: keyof typeof enforcers, of: Hex, returns: string) => {
      const abi = parseAbi(asLines(returns))
      const said: unknown = await readContract(client(), {
        ...{ address: enforcers[name], abi, functionName: 'getTermsInfo', args: [of] },
      })
      return said
    }
    await fc.assert(
      fc.asyncProperty(permissions, fc.bigInt({ min: 0n, max: 2n ** 64n }), async (permission, nonce) => {
        const caveats = caveatsOf(permission, nonce)
        const of = (name: keyof typeof enforcers) =>
          caveats.filter(({ enforcer }) => enforcer === enforcers[name]).map(({ terms: each }) => each)
        const [redeemer = '0x', number = '0x'] = [of('redeemer')[0], of('nonce')[0]]
        expect(await read('redeemer', redeemer, 'address[]')).toEqual(permission.redeemers)
        expect(await read('nonce', number, 'uint256')).toBe(nonce)
        const [until] = of('timestamp')
        expect(await read('timestamp', until ?? '0x', 'uint128, uint128')).toEqual([0n, permission.expiry])
        const is = permission.terms
        if (is.is === 'calls') {
          expect(await read('allowedTargets', of('allowedTargets')[0] ?? '0x', 'address[]')).toEqual([is.target])
          expect(await read('allowedMethods', of('allowedMethods')[0] ?? '0x', 'bytes4[]')).toEqual(is.selectors)
          const said = await Promise.all(
            of('allowedCalldata').map((each) => read('allowedCalldata', each, 'uint256, bytes')),
          )
          expect(said).toEqual(is.bound.map(({ index, word }) => [BigInt(4 + 32 * index), word]))
          expect(callsIn(caveats)).toEqual({ target: is.target, selectors: is.selectors, bound: is.bound })
          expect(await read('valueLte', of('valueLte')[0] ?? '0x', 'uint256')).toBe(is.value)
          const [count] = of('limitedCalls')
          if (is.count !== undefined) expect(await read('limitedCalls', count ?? '0x', 'uint256')).toBe(is.count)
          return
        }
        const words =
          is.is === 'stream'
            ? [is.initial, is.most, is.perSecond, is.start]
            : [is.amount, is.is === 'once' ? largest : is.seconds, is.start]
        const form = is.is === 'stream' ? 'uint256, uint256, uint256, uint256' : 'uint256, uint256, uint256'
        const [native, erc20] =
          is.is === 'stream' ? (['nativeStream', 'erc20Stream'] as const) : (['nativePeriod', 'erc20Period'] as const)
        if (is.token === undefined) expect(await read(native, of(native)[0] ?? '0x', form)).toEqual(words)
        else expect(await read(erc20, of(erc20)[0] ?? '0x', `address, ${form}`)).toEqual([is.token, ...words])
      }),
      { numRuns: 40 },
    )
  })

  test('a delegation is called by the manager as here, and its context is read as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(permissions, fc.bigInt({ min: 0n, max: largest }), async (permission, salt) => {
        const { to, account } = permission
        const delegation: Delegation = { delegate: to, delegator: account, salt, caveats: caveatsOf(permission, 0n) }
        const signed = { ...delegation, signature: bytesToHex(new Uint8Array(65).fill(7)) }
        expect(readContext(contextOf(signed))).toEqual(signed)
        const hash = await readContract(client(), {
          ...{ address: delegationManager, abi: managerAbi, functionName: 'getDelegationHash' },
          args: [
            {
              ...{ ...signed, authority: numberToHex(largest) },
              caveats: signed.caveats.map((each) => ({ ...each, args: '0x' as const })),
            },
          ],
        })
        expect(delegationHash(delegation)).toBe(hash)
        expect(delegationPayload(delegation, 1)).toHaveLength(66)
        expect(keccak256(delegationPayload(delegation, 1))).not.toBe(keccak256(delegationPayload(delegation, 2)))
      }),
      { numRuns: 20 },
    )
    expect([undefined, '0x', '0x00', 7, 'context'].map(readContext)).toEqual(Array(5).fill(undefined))
  })

  test('what comes to in all at most is counted from now to the last second', () => {
    const of = { token: undefined, start: 100n }
    const periodic: Terms = { is: 'periodic', ...of, amount: 5n, seconds: 10n }
    expect([101n, 110n, 111n].map((end) => mostOf(periodic, end, 100n))).toEqual([5n, 5n, 10n])
    // Of periods that are past nothing is taken any more.
    expect(mostOf(periodic, 131n, 119n)).toBe(15n)
    expect(mostOf(periodic, largest, 100n)).toBe('limitless')
    const stream: Terms = { is: 'stream', ...of, initial: 3n, perSecond: 2n, most: 9n }
    expect([101n, 103n, 200n].map((end) => mostOf(stream, end, 100n))).toEqual([3n, 7n, 9n])
    expect(mostOf({ is: 'once', ...of, amount: largest }, 101n, 100n)).toBe('limitless')
    const calls = { is: 'calls' as const, target: fresh(), selectors: [], signatures: [], bound: [], value: 2n }
    expect(mostOf({ ...calls, count: 3n }, 200n, 100n)).toBe(6n)
    expect(mostOf({ ...calls, count: undefined }, 200n, 100n)).toBe('limitless')
  })

  test('of a stream that began earlier all that has come together since is there at once, up to its most', () => {
    const stream = { is: 'stream', token: undefined, start: 100n, initial: 3n, perSecond: 2n, most: 9n } as const
    expect([50n, 100n, 101n, 103n, 1_000n].map((now) => takeableOf(stream, now))).toEqual([3n, 3n, 5n, 9n, 9n])
  })
})
