import type { EarlierCode } from '../db/schema/login.js'
import type { Asker, CodeBudgets } from './codeBudgets.js'
import type { Codes } from './codes.js'
import { CodeReplacedError, CodeWrongError, TooManyTriesError } from './refusals.js'

/** The number of times that a code may be wrong. @see F1 */
export const mostTries = 5

interface RequireCode<Row> {
  readonly codes: Codes
  readonly codeBudgets: CodeBudgets
  readonly asker: Asker
  /** of the login, or whatever else the code was sent for */
  readonly id: string
  readonly code: string
  /** Counts a try in one statement that lets it through: of any number at once, five are compared. @returns the row; undefined for none that may be tried */
  readonly countTry: () => Promise<Row | undefined>
}

/** Compares a code once its try was counted. @returns its row @throws {@link TooManyTriesError} · {@link CodeWrongError} · {@link CodeReplacedError} · TooManyCodesError */
export async function requireCode<
  Row extends { readonly hash: string; readonly tries: number; readonly earlier: readonly EarlierCode[] },
>({ codes, codeBudgets, asker, id, code, countTry }: RequireCode<Row>): Promise<Row> {
  await codeBudgets.refuseGuesser(asker)
  const row = await countTry()
  if (row === undefined) throw new TooManyTriesError()
  if (codes.matches({ login: id, code, hash: row.hash })) return row
  // Typed from a mail of before, it is no guess.
  if (row.earlier.some((each) => codes.matches({ login: each.id, code, hash: each.hash })))
    throw new CodeReplacedError()
  await codeBudgets.countWrong(asker)
  throw row.tries < mostTries ? new CodeWrongError() : new TooManyTriesError()
}
