import { type Address, concat, encodeAbiParameters, type Hex, keccak256, numberToHex, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { caveatsOf } from './caveats.js'
import { type Delegation, delegationPayload, type SignedDelegation } from './delegation.js'
import { type ChainReads, endOf, isOver, standingOf } from './grantState.js'
import { fresh } from './test/onChain.js'

const privateKey = generatePrivateKey()
const [account, to, delegate] = [privateKeyToAccount(privateKey).address, fresh(), fresh()]
const [chainId, end, number] = [5, 900n, 3n] as const
const terms = { is: 'once', token: undefined, start: 1n, amount: 1n } as const
const caveats = caveatsOf({ account, to, redeemers: [to], payees: [], terms, expiry: end }, number)
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

async function signed(more: Partial<Delegation> = {}): Promise<SignedDelegation> {
  const delegation: Delegation = { delegate: to, delegator: account, salt: 1n, caveats, ...more }
  const hash = keccak256(delegationPayload(delegation, chainId))
  return { ...delegation, signature: await sign({ hash, privateKey, to: 'hex' }) }
}

interface There {
  readonly isDisabled?: Hex
  readonly number?: Hex
  readonly code?: Hex
  readonly accepts?: Hex
}
const accepting: Hex = encodeAbiParameters([{ type: 'bytes4' }], ['0x1626ba7e'])

/** A chain on which a permission stands, but for what is said. */
const reads = (there: There = {}): ChainReads => ({
  async call({ to: asked }) {
    const answers: Readonly<Record<Address, Hex>> = {
      [delegationManager]: there.isDisabled ?? word(0n),
      [enforcers.nonce]: there.number ?? word(number),
      [account]: there.accepts ?? accepting,
    }
    return answers[asked] ?? expect.fail(`${asked} is asked.`)
  },
  codeAt: async () => there.code ?? concat(['0xef0100', delegate]),
})

const standing = async (
  there: There = {},
  more: { now?: bigint; delegation?: SignedDelegation; chainId?: number } = {},
) => standingOf({ reads: reads(there), delegation: await signed(), delegate, chainId, now: end - 1n, ...more })

test.each<[string, There, 'standing' | 'dormant' | 'over']>([
  ['nothing speaks against it', {}, 'standing'],
  ['nothing answers at the manager, which has ended nothing', { isDisabled: '0x' }, 'standing'],
  ['the account has ended it', { isDisabled: word(1n) }, 'over'],
  ['the account has ended all', { number: word(number + 1n) }, 'over'],
  ['the account’s number lies further back', { number: word(number - 1n) }, 'dormant'],
  ['the account has no code', { code: '0x' }, 'dormant'],
  ['the account has another’s code', { code: concat(['0xef0100', fresh()]) }, 'dormant'],
  ['the code doesn’t take the signature', { accepts: word(0n) }, 'dormant'],
  ['the code answers no more than a part', { accepts: slice(accepting, 0, 3) }, 'dormant'],
  ['the code is written in other letters', { code: `0xEF0100${delegate.slice(2).toUpperCase()}` }, 'standing'],
])('where %s', async (_, there, is) => {
  expect(await standing(there)).toBe(is)
  if (is === 'dormant') return
  expect(await isOver({ reads: reads(there), delegation: await signed(), now: end - 1n })).toBe(is === 'over')
})

test('a permission is over from the second of its end on, and where it wasn’t signed for the chain', async () => {
  expect(await standing({}, { now: end })).toBe('over')
  expect(await standing({}, { chainId: chainId + 1 })).toBe('over')
  const delegation = await signed()
  const over = (now: bigint) => isOver({ reads: reads(), delegation, now })
  expect([await over(end - 1n), await over(end), await over(end + 1n)]).toEqual([false, true, true])
})

test('a permission that names no end, or no number, isn’t over by either', async () => {
  const without = (name: 'timestamp' | 'nonce') => caveats.filter(({ enforcer }) => enforcer !== enforcers[name])
  const delegation = await signed({ caveats: without('timestamp') })
  expect(endOf(delegation)).toBeUndefined()
  expect(await standing({}, { delegation, now: 2n ** 60n })).toBe('standing')
  const unnumbered = await signed({ caveats: without('nonce') })
  for (const other of [0n, number + 1n]) {
    expect(await standing({ number: word(other) }, { delegation: unnumbered })).toBe('standing')
    expect(await isOver({ reads: reads({ number: word(other) }), delegation: unnumbered, now: 1n })).toBe(false)
  }
})

test('the end of a permission is the second part of its terms: 0 there is none', async () => {
  const timed = (after: bigint, before: bigint) => ({
    enforcer: enforcers.timestamp,
    terms: concat([numberToHex(after, { size: 16 }), numberToHex(before, { size: 16 })]),
  })
  expect(endOf(await signed({ caveats: [timed(7n, 0n)] }))).toBeUndefined()
  expect(endOf(await signed({ caveats: [timed(7n, 9n)] }))).toBe(9n)
})
