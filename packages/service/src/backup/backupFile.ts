import * as v from 'valibot'

/** A backup can't be made or brought back. The message is for the operator and names no row. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code:
    | 'backup_exists'
    | 'backup_file'
    | 'backup_damaged'
    | 'backup_newer'
    | 'backup_of_another'
    | 'backup_not_empty'
    | 'backup_refused'
    | 'backup_busy'

  constructor({ code, message, cause }: { code: BackupError['code']; message: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}

/** Of the file's form. It changes only if files of before can't be read any more. */
export const backupVersion = 1

/** The first line. */
export const Header = v.object({
  format: v.literal('foyer-backup'),
  version: v.pipe(v.number(), v.integer()),
  /** of the last migration that the data went through, as it is in the journal */
  schema: v.pipe(v.number(), v.safeInteger()),
  /** the program whose data it is; a file of before doesn't say it */
  program: v.optional(v.string()),
})
export type Header = v.InferOutput<typeof Header>

/** A line before the rows of a table. The rows follow as PostgreSQL writes them: an object a line. */
export const TableLine = v.strictObject({ table: v.string(), columns: v.array(v.string()) })
export type TableLine = v.InferOutput<typeof TableLine>

/** The last line. */
export const EndLine = v.strictObject({
  end: v.object({
    rows: v.pipe(v.number(), v.safeInteger()),
    /** of all lines before this one, with their ends, in hex */
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
})
export type EndLine = v.InferOutput<typeof EndLine>

const rowPrefix = '{"row":'

/** A row in its line, as PostgreSQL wrote it. Only PostgreSQL reads it: its numbers are larger than JavaScript's. @returns the line without its end */
export const rowLine = (row: string): string => `${rowPrefix}${row}}`

/** @returns undefined for a line that holds no row */
export const rowOf = (line: string): string | undefined =>
  line.startsWith(rowPrefix) && line.endsWith('}') ? line.slice(rowPrefix.length, -1) : undefined

/** @returns undefined for a line that is something else */
export function parseLine<Output>(schema: v.GenericSchema<unknown, Output>, line: string): Output | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line)
  return parsed.success ? parsed.output : undefined
}
