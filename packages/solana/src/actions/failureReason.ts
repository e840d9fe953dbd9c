import { shortReason } from '@foyer/core/connector'
import { type Asking, readTransaction } from './chain.js'
import { FailedTransaction } from './chainAnswers.js'

/** How programs say in their log why they fail, the last of them nearest to the cause. */
const words = /^Program (?:log: )?(?:Error: |log: Error: |\w+ failed: )(.+)$/
const anchors = /^Program (?:log: )?AnchorError /
const beforeWords = 'Error Message: '

/** Returns the words of a line of the log, where it has some. */
function wordsIn(line: string): string | undefined {
  const at = anchors.test(line) ? line.lastIndexOf(beforeWords) : -1
  return at === -1 ? words.exec(line)?.[1] : line.slice(at + beforeWords.length) || undefined
}

/**
 * Reads why a transaction failed: the words of its program, where its log has some, else the chain's own name for it
 * (`getTransaction`).
 *
 * @returns undefined for one that succeeded, or that the node doesn't keep
 */
export async function failureReason(asked: Asking & { readonly hash: string }): Promise<string | undefined> {
  const found = await readTransaction({ ...asked, schema: FailedTransaction })
  const meta = found?.meta
  if (!meta || meta.err === null) return undefined
  return shortReason(reasonIn(meta.logMessages ?? []) ?? nameOf(meta.err))
}

/** A program's own sentence comes before the runtime's, which only repeats its number. */
function reasonIn(log: readonly string[]): string | undefined {
  const said = log.flatMap((line) => wordsIn(line) ?? [])
  return said.find((each) => !/^custom program error/.test(each)) ?? said.at(-1)
}

/** The chain's name of an error, such as `InsufficientFundsForRent` or `InstructionError: Custom 1`. */
function nameOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const [[name, detail] = ['', undefined]] = Object.entries(error)
  if (name !== 'InstructionError' || !Array.isArray(detail)) return name
  const [, why]: readonly unknown[] = detail
  const inner = typeof why === 'object' && why !== null ? Object.entries(why)[0]?.join(' ') : String(why)
  return `${name}: ${inner ?? ''}`
}
