import type { Fact } from '../family.js'
import { code, words } from '../sentences.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { deadEnds, isTokenProgram, systemProgram } from './programs.js'
import { type SystemStep, systemStep } from './systemStep.js'

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
    // An account that holds data pays for nothing any more: nobody asks that of a visitor's own.
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
  { address, network }: ReadInstructionParameters,
): ReadInstruction {
  const { from, to, amount } = step
  const isLost = deadEnds.includes(to) || network.tokens.some((token) => token.address === to)
  return said({
    title: words('request.send', { token: network.currency.symbol }),
    facts: [coinsOf(amount, network), code('request.to', to), ...paidBy(from, address)],
    warnings: isLost ? [words('request.warn.destroyed')] : [],
    isDeliberate: isLost,
    spends: from === address ? amount : 0n,
  })
}

/** A new account is the visitor's where this very transaction opens it for them; else it is of whoever its program says. */
function creation(
  { from, created, amount, owner }: Of<'create'>,
  { address, network, openedFor }: ReadInstructionParameters,
): ReadInstruction {
  const controller = owner === systemProgram || isTokenProgram(owner) ? openedFor.get(created) : undefined
  const isPaidHere = from === address
  const whose =
    controller === address ? [] : [controller ? code('request.opensFor', controller) : code('request.ownedBy', owner)]
  return said({
    title: words('request.createAccount'),
    facts: [coinsOf(amount, network), ...paidBy(from, address), code('request.newAccount', created), ...whose],
    warnings: isPaidHere && whose.length > 0 ? [words('request.warn.foreignAccount')] : [],
    spends: isPaidHere ? amount : 0n,
  })
}

/** What happens to an account whose number stands in for a block, so that a transaction holds until it is used. */
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
          code('request.fromNonce', step.nonce),
          code('request.to', step.to),
        ],
        warnings: isGiven ? [words('request.warn.givenAway')] : [],
        isDeliberate: isGiven,
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
