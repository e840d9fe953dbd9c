import type { Account, NonEmpty } from '@foyer/core'
import * as v from 'valibot'
import type { StandardAccount } from '../standard.js'
import { parseAddress } from '../transaction/address.js'

/** More accounts than any wallet shows to a dapp; a longer list is nonsense. */
const mostAccounts = 1000

/** The needed fields of an account; wallets give objects whose members are getters. */
const AccountShape = v.object({
  address: v.string(),
  publicKey: v.instance(Uint8Array),
  chains: v.array(v.string()),
})
const Listed = v.pipe(v.array(v.unknown()), v.maxLength(mostAccounts))

const isStandardAccount = (value: unknown): value is StandardAccount =>
  typeof value === 'object' && value !== null && v.is(AccountShape, pick(value))

/** A wallet's own objects aren't plain: each member is read by its name. */
const pick = (value: object) => ({
  address: Reflect.get(value, 'address'),
  publicKey: Reflect.get(value, 'publicKey'),
  chains: Reflect.get(value, 'chains'),
})

/**
 * The accounts of Solana's in a wallet's list, in its order; each counts once. A wallet of several families lists those of the others too; what can't be read is
 * left out.
 *
 * @returns undefined for what is no list of accounts
 */
export function standardAccounts(answer: unknown): readonly StandardAccount[] | undefined {
  if (!v.is(Listed, answer)) return undefined
  const readable = answer.filter(isStandardAccount)
  if (readable.length === 0 && answer.length > 0) return undefined
  const accounts = new Map<string, StandardAccount>()
  for (const each of readable) {
    const isOurs = each.chains.some((chain) => chain.startsWith('solana:')) && parseAddress(each.address) !== undefined
    if (isOurs && !accounts.has(each.address)) accounts.set(each.address, each)
  }
  return [...accounts.values()]
}

/** The same as the kit has them. */
export function parseAccounts(answer: unknown): readonly Account[] | undefined {
  return standardAccounts(answer)?.map(({ address }) => ({ namespace: 'solana', address, type: 'eoa' }))
}

/** The accounts of what `standard:connect` answers. */
export function parseConnected(answer: unknown): readonly Account[] | undefined {
  return parseAccounts(Reflect.get(Object(answer), 'accounts'))
}

/** Those, where there is at least one. */
export function parseSomeConnected(answer: unknown): NonEmpty<Account> | undefined {
  const [first, ...others] = parseConnected(answer) ?? []
  return first && [first, ...others]
}
