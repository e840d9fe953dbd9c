import { base58 } from '@scure/base'
import { associatedTokenProgram, isTokenProgram, stakeProgram } from './programs.js'
import type { Instruction } from './resolve.js'
import { stakeStep } from './stakeStep.js'
import { systemStep } from './systemStep.js'

/** An account that an instruction opens, and for whom. */
export interface Opened {
  readonly address: string
  readonly owner: string
  /** Of a token account. */
  readonly mint?: string
}

/** Whom an instruction opens an account for: a token account, in any of its four ways, or one of a nonce; stakes are read with those that are there. */
export function openedBy(instruction: Instruction): readonly Opened[] {
  const { program, accounts, data } = instruction
  const [first, second, third, fourth] = accounts
  const [kind] = data
  if (program === associatedTokenProgram) {
    const isOpening = data.length === 0 || (data.length === 1 && (kind === 0 || kind === 1))
    return isOpening && second && third && fourth ? [{ address: second, owner: third, mint: fourth }] : []
  }
  if (isTokenProgram(program) && first && second) {
    if (kind === 1 && data.length === 1 && third) return [{ address: first, owner: third, mint: second }]
    const isNamed = (kind === 16 || kind === 18) && data.length === 33
    return isNamed ? [{ address: first, owner: base58.encode(data.slice(1)), mint: second }] : []
  }
  const step = systemStep(instruction)
  return step?.is === 'openNonce' ? [{ address: step.nonce, owner: step.controller }] : []
}

/** Whose stake accounts an instruction opens, or splits off one of these. */
export function stakesOpenedBy(instruction: Instruction, stakes: ReadonlyMap<string, string>): readonly Opened[] {
  const step = instruction.program === stakeProgram ? stakeStep(instruction) : undefined
  if (step?.is === 'open') return [{ address: step.stake, owner: step.withdrawer }]
  const owner = step?.is === 'split' ? stakes.get(step.stake) : undefined
  return step?.is === 'split' && owner !== undefined ? [{ address: step.created, owner }] : []
}
