import { lowerHex } from '@foyer/core/chain'
import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { caveatsOf } from './caveats.js'
import { isGrantOf } from './olderPermission.js'

const [account, to, target] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
] as const
const abi = [{ type: 'function', name: 'move', inputs: [{ type: 'uint8' }] }]

/** Returns a delegation by which a key calls the account, at most so many times. */
const delegationOf = (count: bigint | undefined) => ({
  ...{ delegate: to, delegator: account, salt: 1n },
  caveats: caveatsOf(
    {
      ...{ account, to, redeemers: [to], payees: [], expiry: 900n },
      terms: {
        is: 'calls',
        target,
        selectors: [lowerHex(toFunctionSelector('move(uint8)'))],
        signatures: [],
        bound: [],
        value: 0n,
        count,
      },
    },
    3n,
  ),
})
const askedFor = (callLimit: number | undefined) =>
  ({
    permissions: [
      {
        type: 'contract-call',
        data: { address: target, abi, functions: [{ functionName: 'move', valueLimit: '0x0' }], callLimit },
      },
    ],
    expiry: 900,
  }) as const

test.each([
  [50, 50n, true],
  [undefined, undefined, true],
  [50, 51n, false],
  [50, undefined, false],
  [undefined, 50n, false],
])('what is asked for with a limit of %s calls is granted by one of %s: %s', (callLimit, count, isGranted) => {
  expect(
    isGrantOf({ ...askedFor(callLimit), permissions: [...askedFor(callLimit).permissions] }, delegationOf(count)),
  ).toBe(isGranted)
})
