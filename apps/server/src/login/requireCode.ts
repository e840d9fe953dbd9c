import type { Asker, CodeBudgets } from './codeBudgets.js'
import type { Codes } from './codes.js'
import { CodeWrongError, TooManyTriesError } from './refusals.js'

/** How often a code may be wrong. @see F1 */
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

/** Compares a code once its try was counted. @returns its row @throws {@link TooManyTriesError} · {@link CodeWrongError} · TooManyCodesError */
export async function requireCode<Row extends { readonly hash: string; readonly tries: number }>({
  codes,
  codeBudgets,
  asker,
  id,
  code,
  countTry,
}: RequireCode<Row>): Promise<Row> {
  await codeBudgets.refuseGuesser(asker)
  const row = await countTry()
  if (row === undefined) throw new TooManyTriesError()
  if (codes.matches({ login: id, code, hash: row.hash })) return row
  await codeBudgets.countWrong(asker)
  throw row.tries < mostTries ? new CodeWrongError() : new TooManyTriesError()
}
