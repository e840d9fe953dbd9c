import { type Address, concat, encodeAbiParameters, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { code, words } from '../sentences.js'
import { readAllowing } from './allowance.js'
import { type Called, type ReadCall, said } from './called.js'
import { flow } from './flow.js'
import { readHeld, wouldRun } from './nodeReads.js'
import {
  amountOf,
  coinOf,
  isContractAt,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from './tokens.js'

/** Sends to whom the data names, not to the contract that is called. */
export async function readTransfer([to, amount]: readonly [Address, bigint], called: Called): Promise<ReadCall> {
  const token = await readToken(called.network, called.to)
  const isLost = isAddressEqual(to, called.to)
  return said(
    words('request.send', { token: nameOf(token) }),
    [amountOf(amount, token), code('request.to', to), ...tokenFacts(token)],
    {
      warnings: [...(isLost ? [words('request.warn.ownContract')] : []), ...tokenWarnings(token)],
      isDeliberate: isLost,
      flow: flow({ gives: [{ token, amount }] }),
    },
  )
}

/** Moves a token or an NFT of its owner's, who may be somebody that has allowed it. */
export async function readMove(
  { owner, to, amount, isNft }: { owner: Address; to: Address; amount: bigint; isNft: boolean },
  called: Called,
): Promise<ReadCall> {
  const read = await readToken(called.network, called.to)
  const token: ReadToken = isNft ? { ...read, isNft } : read
  const moved =
    token.decimals === undefined && !token.isNft
      ? { label: words('request.amountOrId'), value: `${amount}` }
      : amountOf(amount, token)
  const isLost = isAddressEqual(to, called.to)
  const [isGiven, isGot] = [isAddressEqual(owner, called.from), isAddressEqual(to, called.from)]
  return said(
    words('request.move', { token: nameOf(token) }),
    [moved, code('request.from', owner), code('request.to', to), ...tokenFacts(token)],
    {
      warnings: [...(isLost ? [words('request.warn.ownContract')] : []), ...tokenWarnings(token)],
      isDeliberate: isLost,
      flow: flow({ gives: isGiven ? [{ token, amount }] : [], gets: isGot ? [{ token, amount }] : [] }),
    },
  )
}

/** Lets a spender take some of a token, or one NFT; of nothing or to nobody, it takes that back. */
export async function readApproval(
  [spender, amount]: readonly [Address, bigint],
  kind: 'set' | 'added' | 'taken',
  { to, from, network }: Called,
): Promise<ReadCall> {
  const token = await readToken(network, to)
  const name = { token: nameOf(token) }
  if (token.isNft) return approvalOfOne({ spender, id: amount, token, network })
  if (kind === 'taken')
    return said(
      words('request.disallow', name),
      [amountOf(amount, token, 'request.takesBack'), code('request.spender', spender), ...tokenFacts(token)],
      { flow: undefined },
    )
  if (amount === 0n && kind === 'set') {
    // What a call before it in a batch allows is allowed no more.
    const taken = { token, spender, amount, said: { facts: [], warnings: [], isDeliberate: false } }
    const facts = [code('request.spender', spender), ...tokenFacts(token)]
    return said(words('request.disallow', name), facts, { flow: flow({ allows: [taken] }) })
  }
  const allowing = await readAllowing({ network, token, owner: from, spender, amount, kind })
  const { before = 0n, after = amount, atStake, facts, isDeliberate } = allowing
  const isRefused = kind === 'set' && before > 0n && (await refusesChange({ spender, amount }, { to, from, network }))
  const warnings = [...(isRefused ? [words('request.warn.allowanceStands')] : []), ...allowing.warnings]
  const allowed = { token, spender, amount: after, said: { ...allowing, warnings } }
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

/** The data of an approval: its selector, and what it is given. */
export const approvalOf = (spender: Address, amount: bigint): Hex =>
  concat(['0x095ea7b3', encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [spender, amount])])

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

async function approvalOfOne({
  spender,
  id,
  token,
  network,
}: Pick<Called, 'network'> & {
  readonly spender: Address
  readonly id: bigint
  readonly token: ReadToken
}): Promise<ReadCall> {
  const name = { token: nameOf(token) }
  const facts = [amountOf(id, token), code('request.spender', spender), ...tokenFacts(token)]
  if (isAddressEqual(spender, zeroAddress)) return said(words('request.disallow', name), facts, { flow: flow({}) })
  const isPerson = (await isContractAt(network, spender)) === false
  return said(words('request.allow', name), facts, {
    warnings: [
      words('request.warn.spenderOne'),
      ...(isPerson ? [words('request.warn.spenderPerson')] : []),
      ...tokenWarnings(token),
    ],
    isDeliberate: isPerson,
  })
}

/** Every token of a collection, and every later one. */
export async function readHandOver(
  [operator, isApproved]: readonly [Address, boolean],
  { to, from, network }: Called,
): Promise<ReadCall> {
  const facts = [code('request.operator', operator), code('request.contract', to)]
  if (!isApproved) return said(words('request.disallowCollection'), facts, { flow: flow({}) })
  const [held, isContract] = await Promise.all([
    readHeld(network, { token: to, owner: from }),
    isContractAt(network, operator),
  ])
  const atStake = held === undefined ? [] : [{ label: words('request.atStake'), value: `${held}` }]
  return said(words('request.handOverCollection'), [...atStake, ...facts], {
    warnings: [
      words('request.warn.collection'),
      ...(isContract === false ? [words('request.warn.spenderPerson')] : []),
    ],
    isDeliberate: true,
  })
}

/** So many of each of some ids (ERC-1155). */
export function readMoveOfSome(
  { owner, to, ids, counts }: { owner: Address; to: Address; ids: readonly bigint[]; counts: readonly bigint[] },
  called: Called,
): ReadCall {
  const isLost = isAddressEqual(to, called.to)
  const moved = ids.map((id, index) => ({
    label: words('request.tokenNumber', { id: `${id}` }),
    value: `× ${counts[index] ?? 0n}`,
  }))
  const between = [code('request.from', owner), code('request.to', to), code('request.contract', called.to)]
  return said(words('request.move', { token: words('request.tokens') }), [...moved, ...between], {
    warnings: isLost ? [words('request.warn.ownContract')] : [],
    isDeliberate: isLost,
  })
}

/** The coin into its form as a token, or back. What another contract calls so isn't known. */
export async function readWrapping(
  amount: bigint,
  way: 'into' | 'back',
  { to, network }: Called,
): Promise<ReadCall | undefined> {
  const token = await readToken(network, to)
  const coin = coinOf(network)
  const isWrapped = token.symbol?.toLowerCase() === `w${network.currency.symbol.toLowerCase()}`
  if (!isWrapped || token.decimals !== network.currency.decimals) return undefined
  const [given, got] = way === 'into' ? [coin, token] : [token, coin]
  const title =
    way === 'into'
      ? words('request.wrapInto', { token: nameOf(token) })
      : words('request.unwrap', { token: nameOf(token) })
  return said(
    title,
    [amountOf(amount, given, 'request.give'), amountOf(amount, got, 'request.getAtLeast'), ...tokenFacts(token)],
    {
      warnings: tokenWarnings(token),
      flow: flow({ gives: [{ token: given, amount }], gets: [{ token: got, amount }] }),
    },
  )
}
