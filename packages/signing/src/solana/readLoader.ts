import type { Fact } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { numbersOf } from './numbersOf.js'

/** Reads what happens to a program: its code is replaced, it gets another owner, or is closed; undefined for the steps by which code is put there. */
export function readLoader(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { accounts, data } = parameters.instruction
  const [first, second, third, fourth] = accounts
  if (!first) return undefined
  const kind = numbersOf(data).u32(0)
  // Newer ones say in a byte more whether what held the code is closed.
  if (kind === 3 && (data.length === 4 || data.length === 5)) {
    if (!second || !third || !fourth) return undefined
    const rest = fourth === parameters.address ? [] : [code('request.goesTo', fourth)]
    return said({
      title: words('request.upgrade'),
      facts: [code('request.contract', second), code('request.newCode', third), ...rest],
      warnings: [words('request.warn.upgrade')],
      isDeliberate: true,
    })
  }
  if (data.length !== 4) return undefined
  if (kind === 5 && second) return closing({ closed: first, to: second, program: fourth }, parameters)
  return kind === 4 || kind === 7 ? handing({ account: first, to: third }, parameters) : undefined
}

function handing(
  { account, to }: { readonly account: string; readonly to: string | undefined },
  { address }: ReadInstructionParameters,
): ReadInstruction {
  const isOwn = to === address
  return said({
    title: words('request.handOverContract'),
    facts: [
      code('request.contract', account),
      to === undefined
        ? { label: words('request.goesTo'), value: words('request.nobody') }
        : code('request.goesTo', to),
    ],
    warnings: isOwn ? [] : [words(to === undefined ? 'request.warn.controller' : 'request.warn.ownership')],
    isDeliberate: !isOwn,
  })
}

function closing(
  { closed, to, program }: { readonly closed: string; readonly to: string; readonly program: string | undefined },
  { address, network, lamports }: ReadInstructionParameters,
): ReadInstruction {
  const held = lamports.get(closed)
  const isGiven = to !== address
  const goesTo = code('request.to', to)
  const label = isGiven ? 'request.give' : 'request.comesBack'
  const back: Fact =
    held === undefined ? { label: words(label), value: words('request.allItHolds') } : coinsOf(held, network, label)
  return said({
    title: words('request.closeProgram'),
    facts: [back, ...(isGiven ? [goesTo] : []), code('request.contract', program ?? closed)],
    warnings: [
      ...(isGiven ? [words('request.warn.givenAway')] : []),
      ...(program === undefined ? [] : [words('request.warn.programGone')]),
    ],
    isDeliberate: isGiven || program !== undefined,
    gives: isGiven ? [{ amount: held, to: goesTo, isApart: true }] : [],
  })
}
