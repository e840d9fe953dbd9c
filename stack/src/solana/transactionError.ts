import {
  type FailedTransactionMetadata,
  InstructionErrorCustom,
  TransactionErrorInstructionError,
} from 'litesvm/dist/internal.js'

/** Why a transaction failed, as nodes write it: a name, or `{ InstructionError: [index, why] }`. */
export function nameOfError(failed: FailedTransactionMetadata): unknown {
  const error = failed.err()
  if (!(error instanceof TransactionErrorInstructionError)) return wordIn(failed.toString(), /err: (\w+)/)
  const why = error.err()
  if (why instanceof InstructionErrorCustom) return { InstructionError: [error.index, { Custom: why.code }] }
  return { InstructionError: [error.index, wordIn(error.toString(), /\(\s*\d+,\s*(\w+)/)] }
}

const wordIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? text
