import type { Fact } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { deadEnds, isTokenProgram, stakeProgram, systemProgram, wrappedCoins } from './programs.js'
import { standingSpender } from './standingSpender.js'
import { type SystemStep, systemStep } from './systemStep.js'
import { keepsCoins } from './tokenState.js'

/** Reads an instruction of the system program; undefined for those that applications don’t ask visitors for. */
export function readSystem(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const step = systemStep(parameters.instruction)
  if (!step) return undefined
  switch (step.is) {
    case 'create':
      return creation(step, parameters)
    case 'transfer':
    case 'transferDerived':
      return transfer(step, parameters)
    case 'assign':
      return said({
        title: words('request.handOverAccount'),
        facts: [code('request.account', step.account), code('request.ownedBy', step.owner)],
        warnings: [words('request.warn.handedOver')],
        isDeliberate: true,
      })
    // An account that holds data pays for nothing any more: no application asks that of a visitor's own.
    case 'allocate':
      return step.account === parameters.address
        ? undefined
        : said({ title: words('request.createAccount'), isMinor: true })
    default:
      return ofNonce(step, parameters)
  }
}

type Of<Kind extends SystemStep['is']> = Extract<SystemStep, { readonly is: Kind }>

const paidBy = (from: string, address: string): Fact[] => (from === address ? [] : [code('request.paidBy', from)])

function transfer(
  step: Of<'transfer' | 'transferDerived'>,
  { address, network, tokenAccounts, mintDecimals }: ReadInstructionParameters,
): ReadInstruction {
  const { from, to, amount } = step
  const isOwnCoins = from === address
  // An address that is derived of the account's own has coins that it alone moves.
  const isDerived = step.is === 'transferDerived' && step.by === address && !isOwnCoins
  const spends = isOwnCoins ? amount : 0n
  const held = tokenAccounts.get(to)
  // What goes to an account that nobody else empties is no gift: as a token, or by itself.
  if (to === address || keepsCoins(held, { address, amount, network })) {
    const isWrapped = to !== address && wrappedCoins.includes(held?.mint)
    const { decimals } = network.currency
    const spender = standingSpender({ account: isWrapped ? held : undefined, amount, decimals, network })
    return said({
      ...spender,
      title: isWrapped ? words('request.wrap', { token: network.currency.symbol }) : words('request.moveWithin'),
      facts: [coinsOf(amount, network), code('request.toOwn', to), ...paidBy(from, address), ...spender.facts],
      spends: to === address ? 0n : spends,
    })
  }
  // A token's own account is one by what the chain says, whether or not its token is listed.
  const isToken = mintDecimals.has(to) || network.tokens.some((token) => token.address === to)
  const isLost = deadEnds.includes(to) || isToken
  return said({
    title: words('request.send', { token: network.currency.symbol }),
    facts: [
      ...[coinsOf(amount, network), code('request.to', to)],
      ...(isDerived ? [code('request.account', from)] : paidBy(from, address)),
    ],
    warnings: isLost ? [words('request.warn.destroyed')] : [],
    isDeliberate: isLost,
    spends,
    gives: isOwnCoins || isDerived ? [{ amount, to: code('request.to', to), isApart: isDerived }] : [],
  })
}

/** A new account is the visitor's where this very transaction opens it for them; else it is whose its program says. */
function creation(
  { from, created, amount, owner }: Of<'create'>,
  { address, network, openedFor, tokenAccounts }: ReadInstructionParameters,
): ReadInstruction {
  const isKnown = owner === systemProgram || owner === stakeProgram || isTokenProgram(owner)
  const controller = isKnown ? openedFor.get(created) : undefined
  const isPaidHere = from === address
  const whose =
    controller === address ? [] : [controller ? code('request.opensFor', controller) : code('request.ownedBy', owner)]
  const isOthers = isPaidHere && whose.length > 0
  const isKept = !isTokenProgram(owner) || keepsCoins(tokenAccounts.get(created), { address, amount, network })
  const isGiven = isOthers || (isPaidHere && !isKept)
  return said({
    title: words('request.createAccount'),
    facts: [
      coinsOf(amount, network, isGiven ? 'request.give' : 'request.amount'),
      ...[...paidBy(from, address), code('request.newAccount', created), ...whose],
    ],
    warnings: isOthers ? [words('request.warn.foreignAccount')] : [],
    spends: isPaidHere ? amount : 0n,
    gives: isGiven && amount > 0n ? [{ amount, to: whose[0] ?? code('request.newAccount', created) }] : [],
  })
}

/**
 * Describes what happens to a nonce account, whose number stands in for a block, so that a transaction holds until it
 * is used.
 */
function ofNonce(
  step: Of<'useNonce' | 'withdrawNonce' | 'openNonce' | 'handNonce'>,
  { address, network }: ReadInstructionParameters,
): ReadInstruction {
  switch (step.is) {
    case 'useNonce':
      return said({ title: words('request.useNonce'), facts: [code('request.fromNonce', step.nonce)], isMinor: true })
    case 'withdrawNonce': {
      const isGiven = step.by === address && step.to !== address
      return said({
        title: words('request.withdraw', { token: network.currency.symbol }),
        facts: [
          coinsOf(step.amount, network, isGiven ? 'request.give' : 'request.amount'),
          code('request.to', step.to),
          code('request.fromNonce', step.nonce),
        ],
        warnings: isGiven ? [words('request.warn.givenAway')] : [],
        isDeliberate: isGiven,
        gives: isGiven ? [{ amount: step.amount, to: code('request.to', step.to), isApart: true }] : [],
      })
    }
    default: {
      const isOwn = step.controller === address
      const isOpened = step.is === 'openNonce'
      return said({
        title: words(isOpened ? 'request.createAccount' : 'request.changeController'),
        facts: isOwn ? [] : [code('request.fromNonce', step.nonce), code('request.goesTo', step.controller)],
        warnings: isOwn ? [] : [words('request.warn.controller')],
        isMinor: isOwn && isOpened,
        isDeliberate: !isOwn && !isOpened,
      })
    }
  }
}
