import { readFile } from 'node:fs/promises'
import { type Program, programs } from '../db/programs.js'

/** The configuration can't be used. `problems` are sentences, each naming its variable or place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config'
  readonly problems: readonly string[]

  constructor({ problems, of = programs.server }: { problems: readonly string[]; of?: Program | undefined }) {
    super(`The ${of.name} can't start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** The names of a program's own variables. */
export interface Known {
  readonly known: readonly string[]
}

const suffix = '_FILE'
const withoutSuffix = (name: string) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name)

/**
 * The variables that are set, with the content of the file in place of each that `NAME_FILE` names: how secrets reach a container.
 * A line break at the end of the file is an editor's.
 * @returns with the problems as sentences, none of which has a value
 */
export async function readVariables({
  env,
  known,
}: { env: Variables } & Known): Promise<{ said: Record<string, string>; problems: string[] }> {
  const said: Record<string, string> = {}
  const problems: string[] = []
  for (const name of known) {
    const [value, file] = [env[name] ?? '', env[name + suffix] ?? '']
    // An empty variable is how a compose file writes "not set".
    if (value !== '' && file !== '') problems.push(`${name} and ${name}${suffix} are both set: keep one of them.`)
    if (value !== '') said[name] = bareOf({ name, value, problems })
    else if (file !== '') {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
        problems.push(`${name}${suffix} names a file that can't be read (${code}).`)
        return ''
      })
      if (text.trimEnd() !== '') said[name] = bareOf({ name, value: text.replace(/\r?\n$/, ''), problems })
    }
  }
  return { said, problems }
}

/** A value in quotation marks, which a shell takes away and a container's or a service's file of variables may not. */
const quoted = /^(["'])(.*)\1$/s

/** What is meant by a value that has blanks or quotation marks around it, of which a problem is told: they would be part of a password or of a folder's name. */
function bareOf({ name, value, problems }: { name: string; value: string; problems: string[] }): string {
  const bare = value.trim()
  const [, , inner] = quoted.exec(bare) ?? []
  if (inner !== undefined) {
    problems.push(`${name} has quotation marks around it, which are part of it here: take them away.`)
    return inner.trim()
  }
  // JSON is the same with blanks around it.
  if (bare !== value && !/^[[{]/.test(bare))
    problems.push(`${name} has blanks at its beginning or its end: take them away.`)
  return bare
}

/**
 * Finds the variables that were probably meant for this server and that it doesn't know: a known name with a typing error, or one that
 * begins as several known ones do.
 * @param request.ofOthers - beginnings of other programs' names: one file of the environment may be for several
 * @returns a sentence for each
 */
export function unknownAmong({
  env,
  known,
  ofOthers = [],
}: { env: Variables; ofOthers?: readonly string[] } & Known): string[] {
  const families = familiesOf(known)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(withoutSuffix(name)) || ofOthers.some((each) => name.startsWith(each))) return []
    const nearest = known.find((each) => isNear(withoutSuffix(name), each))
    if (nearest !== undefined) return [`${name} is not a variable of this server, and is ignored. Is ${nearest} meant?`]
    const isOfFamily = families.some((family) => name.startsWith(family))
    return isOfFamily ? [`${name} is not a variable of this server, and is ignored.`] : []
  })
}

/** Beginnings that three known names or more have, up to the first dash. Those of AWS's SDKs are of other programs, too. */
const familiesOf = (known: readonly string[]) =>
  [...new Set(known.map((name) => `${name.split('_', 1)}_`))].filter(
    (family) => family !== 'AWS_' && known.filter((name) => name.startsWith(family)).length > 2,
  )

/** One edit in names of 5 letters, two from 10 on: `PATH` is no `PAY`. */
function isNear(name: string, other: string): boolean {
  const most = Math.min(2, Math.floor(other.length / 5))
  return most > 0 && Math.abs(name.length - other.length) <= most && editDistance(name, other) <= most
}

/** Insertions, deletions and replacements that make one text of the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, each] of [...other].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === each ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
