import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { Fact, Words } from '@foyer/core/words'
import { type Address, concat, encodeAbiParameters, isAddressEqual } from 'viem'
import { wouldRun } from '../contracts/nodeReads.js'
import {
  amountOf,
  limitOf,
  nameOf,
  type ReadToken,
  readAllowance,
  readShare,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { readAllowing } from './allowance.js'
import { type Called, type ReadCall, said } from './called.js'
import { flow, received, sent, strangersWord } from './flow.js'
import { lostWarnings } from './lost.js'

/** Sends to whom the data names, not to the contract that is called. */
export async function readTransfer([to, amount]: readonly [Address, bigint], called: Called): Promise<ReadCall> {
  const { network, from } = called
  const token = await readToken(network, called.to)
  const lost = lostWarnings({ to, token: called.to, network })
  const isOwn = isAddressEqual(to, from)
  return said(
    isOwn ? words('request.moveWithin') : words('request.send', { token: nameOf(token) }),
    [amountOf(amount, token), code('request.to', to), ...tokenFacts(token)],
    {
      warnings: [...lost, ...tokenWarnings(token)],
      isDeliberate: lost.length > 0,
      flow: sent({ token, amount, from, to }),
    },
  )
}

/** Moves a token or an NFT of its owner's, who may be somebody that has allowed it. */
export async function readMove(
  { owner, to, amount, isNft }: { owner: Address; to: Address; amount: bigint; isNft: boolean },
  called: Called,
): Promise<ReadCall> {
  const { network } = called
  const { token: read, isBoth } = await readShare(network, called.to, amount)
  const token: ReadToken = isNft ? { ...read, isNft } : read
  const moved =
    token.decimals === undefined && !token.isNft
      ? { label: words('request.amountOrId'), value: `${amount}` }
      : amountOf(amount, token)
  const lost = lostWarnings({ to, token: called.to, network, isTold: token.isNft })
  const way = wayOf({ ...called, owner, to })
  return said(
    titleOf(way, nameOf(token)),
    [asMoved(moved, way, token), code('request.from', owner), code('request.to', to), ...tokenFacts(token)],
    {
      warnings: [...lost, ...(isBoth ? [words('request.warn.wholeOne')] : []), ...tokenWarnings(token)],
      isDeliberate: lost.length > 0 || (isBoth && way === 'given'),
      flow:
        way === 'given' || way === 'own'
          ? sent({ token, amount, from: owner, to })
          : way === 'got'
            ? received([{ token, amount }])
            : undefined,
    },
  )
}

/**
 * The way of a move for the account, or for another that makes the call for it, such as a Safe: who owns it before and
 * after decides that. What comes past such another to the account is nothing that the other gets.
 */
type Way = 'given' | 'got' | 'past' | 'own' | 'others'

export function wayOf({
  owner,
  to,
  from,
  account = from,
}: Pick<Called, 'from' | 'account'> & { readonly owner: Address; readonly to: Address }): Way {
  const giver = [from, account].find((each) => isAddressEqual(owner, each))
  if (giver) return isAddressEqual(to, giver) ? 'own' : 'given'
  if (!isAddressEqual(to, account)) return 'others'
  return isAddressEqual(from, account) ? 'got' : 'past'
}

export const titleOf = (way: Way, token: string | Words): Words =>
  way === 'own'
    ? words('request.moveWithin')
    : words(way === 'others' ? 'request.moveOthers' : 'request.move', { token })

/** Labels what comes as got by the rules of a listed token alone. */
export function asMoved(moved: Fact, way: Way, { isListed }: ReadToken): Fact {
  if (way !== 'got') return moved
  return isListed ? { ...moved, label: words('request.get') } : strangersWord(moved)
}

/** Lets a spender take some of a token, or one NFT; of nothing or to the zero address, it takes that back. */
export async function readApproval(
  [spender, amount]: readonly [Address, bigint],
  kind: 'set' | 'added' | 'taken',
  { to, from, network }: Called,
): Promise<ReadCall> {
  // What is added or taken is an amount, whatever it is of.
  const { token, isBoth } = await readShare(network, to, kind === 'set' ? amount : 0n)
  const name = { token: nameOf(token) }
  // NFTs are allowed more rarely: what reads that comes with other such calls.
  if (token.isNft) {
    const { approvalOfOne } = await import('./readMoreCalls.js')
    return approvalOfOne({ spender, id: amount, token, isBoth, owner: from, network })
  }
  if (kind === 'taken') return lessened({ spender, amount, token }, { to, from, network })
  if (amount === 0n && kind === 'set') {
    // Of a collection it is a thing of its own that is numbered 0: those alone have no allowances.
    const { before } = token.isListed
      ? { before: 0n }
      : await readAllowance({ network, token: to, owner: from, spender })
    if (before === undefined) {
      const ofNfts = await import('./readMoreCalls.js')
      return ofNfts.approvalOfOne({ spender, id: amount, token: { ...token, isNft: true }, owner: from, network })
    }
    // What a call before it in a batch allows is allowed no more.
    const taken = { token, spender, amount, looked: { before: undefined, balance: undefined, isContract: undefined } }
    const facts = [code('request.spender', spender), ...tokenFacts(token)]
    return said(words('request.disallow', name), facts, { flow: flow({ allows: [taken] }) })
  }
  const allowing = await readAllowing({ network, token, owner: from, spender, amount, kind })
  const { looked, atStake, facts, isDeliberate } = allowing
  const { before = 0n } = looked
  const isRefused = kind === 'set' && before > 0n && (await refusesChange({ spender, amount }, { to, from, network }))
  const beside = isRefused ? [words('request.warn.allowanceStands')] : []
  const warnings = [...beside, ...allowing.warnings]
  const allowed = { token, spender, amount, change: kind === 'added' ? kind : undefined, looked, beside }
  // What is added to what isn't known comes to what isn't known.
  const isKnown = kind === 'set' || allowing.after !== undefined
  const { symbol, decimals } = token
  const canBeLimited = kind === 'set' && symbol !== undefined && decimals !== undefined && atStake !== undefined
  return {
    title: words('request.allow', name),
    facts: [...facts, { label: words('request.movesNow'), value: words('request.nothing') }],
    ...{ warnings, isDeliberate, flow: isKnown ? flow({ allows: [allowed] }) : undefined },
    ...(canBeLimited && { limitless: { spender, symbol, decimals, balance: atStake } }),
  }
}

/** So much less may be taken: what is left of it is an allowance still, and where how much that is isn't known, some may be. */
async function lessened(
  { spender, amount, token }: { readonly spender: Address; readonly amount: bigint; readonly token: ReadToken },
  called: Pick<Called, 'to' | 'from' | 'network'>,
): Promise<ReadCall> {
  const { network, from: owner } = called
  const looked = await readAllowance({ network, token: token.address, owner, spender })
  const { before } = looked
  const left = before === undefined || before > amount
  const taken = amountOf(amount, token, 'request.takesBack')
  const facts = [
    ...(before === undefined ? [] : [limitOf(before, token, 'request.allowedBefore')]),
    ...(before !== undefined && left ? [limitOf(before - amount, token, 'request.allowedAfter')] : []),
    ...[code('request.spender', spender), ...tokenFacts(token)],
  ]
  return said(words(left ? 'request.allowLess' : 'request.disallow', { token: nameOf(token) }), [taken, ...facts], {
    flow: before === undefined ? undefined : flow({ allows: [{ token, spender, amount, change: 'taken', looked }] }),
  })
}

/** The data of an approval: its selector, and what it is given. */
export const approvalOf = (spender: Address, amount: bigint): LowerHex =>
  lowerHex(concat(['0x095ea7b3', encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [spender, amount])]))

/** Some tokens, such as USDT, refuse to change an allowance that isn't zero to another, and take it back all the same. */
async function refusesChange(
  { spender, amount }: { readonly spender: Address; readonly amount: bigint },
  { to, from, network }: Pick<Called, 'to' | 'from' | 'network'>,
): Promise<boolean> {
  const [isDone, isTakenBack] = await Promise.all(
    [amount, 0n].map((each) => wouldRun(network, { from, to, data: approvalOf(spender, each) })),
  )
  return isTakenBack === true && isDone === false
}
