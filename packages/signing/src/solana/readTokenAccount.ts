import type { Fact, RequestSentence } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { code, words } from '../sentences.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { wrappedCoins } from './programs.js'
import { standingSpender } from './standingSpender.js'
import { amountFact, mintFacts, nameOf } from './tokenAmount.js'
import { keepsCoins } from './tokenState.js'

/** Reads instructions that move no amount of a token: what happens to a token account itself. */
export function readTokenAccount(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const {
    instruction: { accounts, data },
    network,
    openedFor,
    address,
  } = parameters
  const [first] = accounts
  if (!first) return undefined
  const account = code('request.tokenAccount', first)
  switch (data[0]) {
    case 5:
      return data.length === 1 ? revoking(first, parameters) : undefined
    case 6:
      return handing(first, parameters)
    case 9:
      return data.length === 1 ? closing(first, parameters) : undefined
    case 17:
      return data.length === 1
        ? said({ title: words('request.wrap', { token: network.currency.symbol }), isMinor: true })
        : undefined
    case 22:
      return data.length === 1 ? said({ title: words('request.openTokenAccount'), isMinor: true }) : undefined
    case 1:
    case 16:
    case 18: {
      const owner = openedFor.get(first)
      if (owner === undefined) return undefined
      const whose = owner === address ? [] : [code('request.opensFor', owner)]
      return said({ title: words('request.openTokenAccount'), isMinor: true, facts: [account, ...whose] })
    }
    default:
      return undefined
  }
}

/** A token account has no delegate any more: who it was until now. */
function revoking(first: string, { network, tokenAccounts, mintDecimals }: ReadInstructionParameters): ReadInstruction {
  const { mint, allowed } = tokenAccounts.get(first) ?? {}
  const decimals = mint === undefined ? undefined : mintDecimals.get(mint)
  return said({
    title: mint === undefined ? words('request.disallowAny') : words('request.disallow', nameOf({ network, mint })),
    facts: [
      ...(allowed
        ? [
            code('request.spender', allowed.to),
            amountFact({ network, mint, decimals, amount: allowed.amount }, 'request.allowedBefore'),
          ]
        : []),
      ...mintFacts({ network, mint }),
      code('request.tokenAccount', first),
    ],
  })
}

/** The control that is handed over, by its kind: of an account itself, or over a token. */
const controls: Readonly<Record<number, RequestSentence>> = {
  0: 'request.control.mint',
  1: 'request.control.freeze',
  2: 'request.control.account',
  3: 'request.control.close',
}

/** A power over a token itself is a role: it stands for what may be done to the token, and moves nothing that an account holds. */
function givingRole({
  mint,
  role,
  to,
  by,
  parameters: { address, network },
}: {
  readonly mint: string
  readonly role: RequestSentence
  readonly to: string | undefined
  /** The present holder. */
  readonly by: string
  readonly parameters: ReadInstructionParameters
}): ReadInstruction {
  const { token } = nameOf({ network, mint })
  const of = [
    { label: words('request.role'), value: words(role) },
    code('request.contract', typeof token === 'string' ? `${token} (${mint})` : mint),
  ]
  const isOthers = to !== address
  return to === undefined
    ? said({
        title: words('request.revokeRole'),
        facts: [code('request.account', by), ...of, { label: words('request.goesTo'), value: words('request.nobody') }],
        isDeliberate: true,
      })
    : said({
        title: words('request.grantRole'),
        facts: [code('request.goesTo', to), ...of],
        warnings: isOthers ? [words('request.warn.role')] : [],
        isDeliberate: isOthers,
      })
}

/** A kind of control, whether it goes to an account, and to which. */
function handing(first: string, parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const {
    instruction: { accounts, data },
    address,
    network,
    tokenAccounts,
    mintDecimals,
  } = parameters
  const [, kind = 0, isSomebody] = data
  const to = isSomebody === 1 && data.length === 35 ? base58.encode(data.slice(3)) : undefined
  if (to === undefined && !(isSomebody === 0 && data.length === 3)) return undefined
  const role = controls[kind] ?? 'request.control.other'
  // All but these two are powers over the token itself.
  if (kind !== 2 && kind !== 3) return givingRole({ mint: first, role, to, by: accounts[1] ?? address, parameters })
  const held = tokenAccounts.get(first)
  const decimals = held && mintDecimals.get(held.mint)
  // Only an empty account is closed, but one of wrapped coins is closed with all of them: what couldn't be looked up may be one. What has no closer can’t be closed.
  const mayMove = kind === 2 || held === undefined || wrappedCoins.includes(held.mint)
  return said({
    title: words('request.changeController'),
    facts: [
      { label: words('request.what'), value: words(role) },
      code('request.tokenAccount', first),
      to === undefined
        ? { label: words('request.goesTo'), value: words('request.nobody') }
        : code('request.goesTo', to),
      ...(kind === 2 && held?.amount
        ? [amountFact({ network, ...held, decimals, amount: held.amount }, 'request.atStake')]
        : []),
    ],
    warnings:
      to === address
        ? []
        : [
            words(mayMove ? 'request.warn.controller' : 'request.warn.closer'),
            ...(held ? [] : [words('request.warn.accountUnknown')]),
          ],
    isDeliberate: to !== address,
  })
}

/** Reads the closing of a token account, and who gets what it holds: of one of wrapped coins, all of them. */
function closing(
  first: string,
  { instruction: { accounts }, address, network, tokenAccounts, lamports }: ReadInstructionParameters,
): ReadInstruction | undefined {
  const [, to, by] = accounts
  if (!to) return undefined
  const title = words('request.closeTokenAccount')
  const account = code('request.tokenAccount', first)
  const closed = tokenAccounts.get(first)
  const held = lamports.get(first)
  // What is closed to an account that nobody else empties stays the visitor's.
  if (to === address || keepsCoins(tokenAccounts.get(to), { address, amount: held, network })) {
    const isWrapped = closed?.owner === address && wrappedCoins.includes(closed.mint)
    const into = to === address ? undefined : tokenAccounts.get(to)
    const spender = standingSpender({
      // Coins add nothing to what an account holds of another token.
      account: wrappedCoins.includes(into?.mint) ? into : undefined,
      ...{ amount: held ?? 0n, decimals: network.currency.decimals, network },
    })
    return said({
      ...spender,
      title: isWrapped ? words('request.unwrap', { token: network.currency.symbol }) : title,
      facts: [
        ...(held ? [coinsOf(held, network, 'request.comesBack')] : []),
        ...(to === address ? [] : [code('request.toOwn', to)]),
        account,
        ...spender.facts,
      ],
    })
  }
  const isOwn = by === undefined || by === address || closed?.owner === address
  if (!isOwn)
    return said({
      title,
      facts: [account, code('request.paidBy', by)],
      ...(closed ? {} : { warnings: [words('request.warn.accountUnknown')], isDeliberate: true }),
    })
  const given: Fact =
    held === undefined
      ? { label: words('request.give'), value: words('request.allItHolds') }
      : coinsOf(held, network, 'request.give')
  return said({
    title,
    facts: [given, code('request.to', to), account],
    warnings: [words('request.warn.givenAway'), ...(held === undefined ? [words('request.warn.accountUnknown')] : [])],
    isDeliberate: true,
    gives: [{ amount: held, to: code('request.to', to), isApart: true }],
  })
}
