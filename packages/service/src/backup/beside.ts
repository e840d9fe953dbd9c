import type { Orm } from '../db/database.js'

type Transaction = Pick<Orm, 'execute'>

/** Reads what rows name and a database doesn't hold: lines of a program's own, some at once, which follow the last table. */
export type SaveBeside = (transaction: Transaction) => AsyncIterable<readonly string[]>

/** Brings such lines back. */
export interface RestoreBeside {
  /** Recognizes them among the rows. */
  isLine(line: string): boolean
  /** Brings them before the rows that name them. @throws where it brought none */
  bring(): Promise<BroughtBeside>
}

/** The brought parts, while the rows are replaced. */
export interface BroughtBeside {
  readonly lines: number
  /** Called before the rows are replaced and after, with their transaction. */
  before(transaction: Transaction): Promise<void>
  after(transaction: Transaction): Promise<void>
  /** Called once the rows are there, to take out what they name no more. @returns how much that was */
  keep(): Promise<number>
  /** Called where they aren't, to take out what wasn't there before. */
  undo(): Promise<void>
}
