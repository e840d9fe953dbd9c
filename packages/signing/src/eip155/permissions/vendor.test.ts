import { lowerHex } from '@foyer/core/chain'
import {
  createAllowedCalldataTerms,
  createAllowedMethodsTerms,
  createAllowedTargetsTerms,
  createERC20StreamingTerms,
  createERC20TokenPeriodTransferTerms,
  createExactCalldataTerms,
  createLimitedCallsTerms,
  createNativeTokenPeriodTransferTerms,
  createNativeTokenStreamingTerms,
  createNonceTerms,
  createRedeemerTerms,
  createTimestampTerms,
  createValueLteTerms,
  encodeDelegations,
  hashDelegation,
  ROOT_AUTHORITY,
} from '@metamask/delegation-core'
import fc from 'fast-check'
import { bytesToHex, type Hex, numberToHex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { enforcers } from '../../enforcers.js'
import { caveatsOf } from './caveats.js'
import { contextOf, delegationHash } from './delegation.js'
import { largest, type Permission, type Terms } from './permission.js'

/** Times are numbers in the maker's library, and end with the year 9999. */
const latest = 253_402_300_799n
const address = fc.constantFrom(...Array.from({ length: 20 }, () => privateKeyToAccount(generatePrivateKey()).address))
const uint = (max: bigint) => fc.bigInt({ min: 1n, max })
const spending = { token: fc.option(address, { nil: undefined }), start: uint(latest) }
const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({ is: fc.constant('periodic' as const), ...spending, amount: uint(largest), seconds: uint(latest) }),
  fc.record({ is: fc.constant('once' as const), ...spending, amount: uint(largest) }),
  fc.record({
    ...{ is: fc.constant('stream' as const), ...spending, initial: fc.bigInt({ min: 0n, max: 2n ** 100n }) },
    ...{ perSecond: uint(2n ** 200n), most: fc.bigInt({ min: 2n ** 100n, max: largest }) },
  }),
  fc.record({
    ...{ is: fc.constant('calls' as const), target: address, signatures: fc.constant([]), value: uint(largest) },
    selectors: fc.uniqueArray(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((each) => lowerHex(numberToHex(each, { size: 4 }))),
      { minLength: 1, maxLength: 8 },
    ),
    count: fc.option(uint(2n ** 40n), { nil: undefined }),
    bound: fc.uniqueArray(
      fc.record({
        index: fc.integer({ min: 0, max: 31 }),
        word: fc.bigInt({ min: 0n, max: largest }).map((each) => lowerHex(numberToHex(each, { size: 32 }))),
      }),
      { maxLength: 8, selector: ({ index }) => index },
    ),
  }),
)
const permissions: fc.Arbitrary<Permission> = fc.record({
  ...{ account: address, to: address, terms, expiry: uint(latest) },
  redeemers: fc.uniqueArray(address, { minLength: 1, maxLength: 3 }),
  payees: fc.array(address, { maxLength: 1 }),
})

/** Encodes the same terms by the vendor's functions, in the order of here. */
function vendorTerms(is: Terms): readonly (readonly [keyof typeof enforcers, Hex])[] {
  if (is.is === 'calls')
    return [
      ['allowedTargets', createAllowedTargetsTerms({ targets: [is.target] })],
      ['allowedMethods', createAllowedMethodsTerms({ selectors: [...is.selectors] })],
      ...is.bound.map(
        ({ index, word }) =>
          ['allowedCalldata', createAllowedCalldataTerms({ startIndex: 4 + 32 * index, value: word })] as const,
      ),
      ['valueLte', createValueLteTerms({ maxValue: is.value })],
      ...(is.count === undefined
        ? []
        : [['limitedCalls', createLimitedCallsTerms({ limit: Number(is.count) })] as const]),
    ]
  const plain = ['exactCalldata', createExactCalldataTerms({ calldata: '0x' })] as const
  const noCoin = ['valueLte', createValueLteTerms({ maxValue: 0n })] as const
  const { token: tokenAddress } = is
  if (is.is === 'stream') {
    const { initial: initialAmount, most: maxAmount, perSecond: amountPerSecond } = is
    const stream = { initialAmount, maxAmount, amountPerSecond, startTime: Number(is.start) }
    return tokenAddress === undefined
      ? [['nativeStream', createNativeTokenStreamingTerms(stream)], plain]
      : [['erc20Stream', createERC20StreamingTerms({ ...stream, tokenAddress })], noCoin]
  }
  const periodDuration = is.is === 'once' ? largest : is.seconds
  const period = { periodAmount: is.amount, periodDuration, startDate: Number(is.start) }
  return tokenAddress === undefined
    ? [['nativePeriod', createNativeTokenPeriodTransferTerms(period)], plain]
    : [['erc20Period', createERC20TokenPeriodTransferTerms({ ...period, tokenAddress })], noCoin]
}

function vendorCaveats({ terms: is, payees, expiry, redeemers }: Permission, nonce: bigint) {
  const [payee] = payees
  const isOfToken = is.is !== 'calls' && is.token !== undefined
  const rules: readonly (readonly [keyof typeof enforcers, Hex])[] = [
    ...(payee === undefined
      ? []
      : [
          isOfToken
            ? (['allowedCalldata', createAllowedCalldataTerms({ startIndex: 4, value: pad(payee) })] as const)
            : (['allowedTargets', createAllowedTargetsTerms({ targets: [payee] })] as const),
        ]),
    ['timestamp', createTimestampTerms({ afterThreshold: 0, beforeThreshold: Number(expiry) })],
    ['redeemer', createRedeemerTerms({ redeemers: [...redeemers] })],
    ['nonce', createNonceTerms({ nonce: numberToHex(nonce) })],
  ]
  return [...vendorTerms(is), ...rules].map(([name, written]) => ({
    enforcer: enforcers[name],
    terms: written.toLowerCase(),
  }))
}

test('the framework’s maker’s own library writes, hashes and hands over 1,000 random permissions as here, to the byte', () => {
  fc.assert(
    fc.property(
      permissions,
      fc.bigInt({ min: 0n, max: 2n ** 64n }),
      fc.bigInt({ min: 0n, max: largest }),
      (permission, nonce, salt) => {
        const caveats = caveatsOf(permission, nonce)
        expect(caveats).toEqual(vendorCaveats(permission, nonce))
        const { to: delegate, account: delegator } = permission
        const signed = { delegate, delegator, salt, caveats, signature: bytesToHex(new Uint8Array(65).fill(7)) }
        const theirs = {
          ...{ ...signed, authority: ROOT_AUTHORITY },
          caveats: caveats.map((each) => ({ ...each, args: '0x' as const })),
        }
        expect(delegationHash(signed)).toBe(hashDelegation(theirs))
        expect(contextOf(signed)).toBe(encodeDelegations([theirs]))
      },
    ),
    { numRuns: 1_000 },
  )
})
