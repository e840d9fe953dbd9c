import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

export interface ReadPart<Part> {
  name: string
  schema: v.GenericSchema<unknown, Part>
  /** @returns undefined when nothing is configured */
  text: () => Promise<string | undefined>
  /** where such JSON comes from, beside the README */
  printedBy?: string | undefined
  /** takes what is wrong */
  problems: string[]
}

/** Reads what is written as JSON. @returns undefined where nothing is configured, or not as it should be */
export async function readPart<Part>({
  name,
  schema,
  text,
  problems,
  printedBy = 'the README shows it',
}: ReadPart<Part>): Promise<Part | undefined> {
  const json = await text().catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    problems.push(`${name} names a file that can't be read (${code}).`)
    return undefined
  })
  if (json === undefined) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson({}, `must be JSON, ${printedBy}`), schema), json)
  if (parsed.success) return parsed.output
  problems.push(...parsed.issues.slice(0, 10).map((issue) => `${name}: ${placeOf(issue)}${sentenceOf(issue)}.`))
  return undefined
}

function placeOf(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue)
  return place === null ? 'the whole ' : `"${place}" `
}

/** valibot's messages repeat the received value; these don't. */
function sentenceOf({ kind, message, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && received === 'undefined') return 'is missing'
  if (kind === 'schema' && expected === 'never') return 'is not known'
  return message.startsWith('Invalid ') ? `must be ${expected ?? 'different'}` : message
}

/** @returns undefined when no file is named */
export async function readFileOf(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFile(path, 'utf8')
}

/** Whether a value is JSON, by its first letter, and no path. */
export const isJson = (said: string | undefined): boolean => said !== undefined && /^\s*[[{]/.test(said)

/** A value that isn't JSON is a file's path. */
export async function readJsonOrFile(said: string | undefined): Promise<string | undefined> {
  return isJson(said) ? said : readFileOf(said)
}
