import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { SetupError } from './SetupError.js'

/** Variables of a service by their names. */
export type Values = Readonly<Record<string, string>>

/** A service's variables as they stand in its file, such as `nodes.env`. */
export interface SettingsFile {
  readonly path: string
  /** empty where there is no such file yet */
  readonly text: string
  readonly values: Values
}

/** Reads a file of variables, which may be missing. @throws SetupError where it can't be read */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'ENOENT') return ''
    throw new SetupError(`${path} can't be read (${code}).`)
  })
  return { path, text, values: valuesIn(text) }
}

/** Those that are set; an empty one isn't. */
const valuesIn = (text: string): Values =>
  Object.fromEntries(
    Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  )

/** A file as it is to be. */
export interface ChangedFile extends Pick<SettingsFile, 'path' | 'text'> {
  /** names of what is other than before */
  readonly changed: readonly string[]
}

/** Puts what differs into its text, and leaves each other line as its operator has it. @throws SetupError where that can't be */
export function withSettings({ path, text, values }: SettingsFile, wanted: Values): ChangedFile {
  const changed = Object.entries(wanted).filter(([name, value]) => values[name] !== value)
  const next = changed.reduce(withLine, text)
  // A value of several lines isn't one that a line stands for.
  const said = valuesIn(next)
  const other = Object.entries({ ...values, ...wanted }).find(([name, value]) => said[name] !== value)
  if (other !== undefined) throw new SetupError(`${path} can't be changed: put ${other[0]} into one line.`)
  return { path, text: next, changed: changed.map(([name]) => name) }
}

/** The file is whole at any time, and its owner's alone. */
export async function writeSettingsFile({ path, text, changed }: ChangedFile): Promise<void> {
  if (changed.length === 0) return
  const beside = `${path}.${randomUUID()}`
  await writeFile(beside, text, { mode: 0o600 })
  await rename(beside, path)
}

/** A line that says it already is replaced, one that says how it would be said too. */
function withLine(text: string, [name, value]: readonly [string, string]): string {
  const line = `${name}=${written(name, value)}`
  const lines = text.split('\n')
  const said = lines.find((each) => each.replace(/^# ?/, '').startsWith(`${name}=`))
  if (said !== undefined) {
    const end = said.endsWith('\r') ? '\r' : ''
    const at = lines.indexOf(said)
    return lines.map((each, index) => (index === at ? `${line}${end}` : each)).join('\n')
  }
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${line}\n`
}

/** Bare where that is read alike by Node, systemd and Docker: quotation marks at the beginning, and what looks like a comment, aren't. */
function written(name: string, value: string): string {
  if (/[\r\n]/.test(value)) throw new SetupError(`${name} must be one line.`)
  if (!/^["'`\s]|#|\s$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["\\$`]/.test(value)) return `"${value}"`
  throw new SetupError(`${name} must not have an apostrophe beside a quotation mark, a backslash or a dollar sign.`)
}
