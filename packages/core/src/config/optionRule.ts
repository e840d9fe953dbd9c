import type { FoyerError } from '../errors/FoyerError.js'
import { InvalidOptionError, UnknownOptionError } from '../errors/options.js'

/** An option as it was given, under its full name: `features.swaps`, `networks[1]`. */
export interface GivenOption {
  readonly option: string
  readonly value: unknown
}

/** Looks at one option. @returns what is wrong with it */
export type OptionRule = (given: GivenOption) => readonly FoyerError[]

/** Whether a value has fields that may be asked for. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isFunction = (value: unknown): value is (...parameters: never) => unknown => typeof value === 'function'

/** Whether a host left an option out, either way. */
export const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

/** A value as a message shows it. What an address may keep secret, its user and its query, is left out. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    const plain = value.replace(/\/\/[^/]*@/, '//...@').replace(/\?.*/s, '?...')
    return JSON.stringify(plain.length > 80 ? `${plain.slice(0, 80)}...` : plain)
  }
  if (isFunction(value)) return value.name === '' ? 'a function' : `the function \`${value.name}\``
  if (Array.isArray(value)) return value.length > 0 ? 'a list' : 'an empty list'
  return isRecord(value) ? 'an object' : String(value)
}

/** An option that can't be what was given. */
export const invalid = ({ option, value }: GivenOption, remedy: string): readonly [InvalidOptionError] => [
  new InvalidOptionError({ option, given: shownValue(value), remedy }),
]

/** The rule of what a test decides by itself. */
export const fits =
  (test: (value: unknown) => boolean, remedy: string): OptionRule =>
  (given) =>
    test(given.value) ? [] : invalid(given, remedy)

export const flag: OptionRule = fits((value) => typeof value === 'boolean', 'Pass `true` or `false`.')

export const isText = (value: unknown): value is string => typeof value === 'string'

export const text = (remedy: string): OptionRule => fits(isText, remedy)

/** One of a few words. @param more - what else there is to do */
export function oneOf(words: readonly string[], more = ''): OptionRule {
  const list = words.map((word) => `\`${word}\``).join(', ')
  return (given) => {
    const { value } = given
    if (words.some((word) => word === value)) return []
    const meant = isText(value) ? meantName(value, words) : undefined
    return invalid(given, (meant === undefined ? `Pass one of ${list}.` : `Did you mean \`${meant}\`?`) + more)
  }
}

/** A list whose items follow a rule. */
export const listOf =
  (item: OptionRule, remedy = 'Pass a list.'): OptionRule =>
  (given) => {
    const { option, value } = given
    if (!Array.isArray(value)) return invalid(given, remedy)
    return value.flatMap((each: unknown, index) => item({ option: `${option}[${index}]`, value: each }))
  }

/** An object with any names, whose values follow a rule. */
export const recordOf =
  (item: OptionRule, remedy: string): OptionRule =>
  (given) => {
    if (!isRecord(given.value)) return invalid(given, remedy)
    return Object.entries(given.value).flatMap(([name, value]) =>
      isAbsent(value) ? [] : item({ option: `${given.option}.${name}`, value }),
    )
  }

/** An object of these fields and no others; each may be left out unless it is needed. */
export function fieldsOf(
  rules: Readonly<Record<string, OptionRule>>,
  { remedy, needed = [] }: { readonly remedy: string; readonly needed?: readonly string[] | undefined },
): OptionRule {
  return (given) => {
    const { option, value } = given
    if (!isRecord(value)) return invalid(given, remedy)
    const missing = needed.filter((name) => isAbsent(value[name]))
    return [
      ...missing.flatMap((name) => invalid({ option: `${option}.${name}`, value: value[name] }, remedy)),
      ...checkFields({ rules, value, prefix: `${option}.` }),
    ]
  }
}

/** Each field by its rule; one that has none is unknown. */
export function checkFields({
  rules,
  value,
  prefix = '',
}: {
  readonly rules: Readonly<Record<string, OptionRule>>
  readonly value: Readonly<Record<string, unknown>>
  readonly prefix?: string | undefined
}): readonly FoyerError[] {
  const known = Object.keys(rules)
  return Object.entries(value).flatMap(([name, each]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule) return isAbsent(each) ? [] : rule({ option: prefix + name, value: each })
    const meant = meantName(name, known)
    return [
      new UnknownOptionError({ option: prefix + name, known, meant: meant === undefined ? undefined : prefix + meant }),
    ]
  })
}

/** An object that can do what it is asked for. */
export const able = (methods: readonly string[], remedy: string): OptionRule =>
  fits((value) => isRecord(value) && methods.every((name) => isFunction(value[name])), remedy)

/** Names that other kits have for what is called otherwise here. */
const elsewhere: Readonly<Record<string, string>> = {
  appdescription: 'metadata',
  appicon: 'metadata',
  appname: 'metadata',
  appurl: 'metadata',
  ckaccentcolor: '--w3m-accent',
  ckborderradius: '--w3m-border-radius-master',
  ckfontfamily: '--w3m-font-family',
  chain: 'defaultNetwork',
  chains: 'networks',
  defaultchain: 'defaultNetwork',
  initialchain: 'defaultNetwork',
  language: 'locale',
  mode: 'themeMode',
  rkcolorsaccentcolor: '--w3m-accent',
  rkfontsbody: '--w3m-font-family',
  server: 'api',
  theme: 'themeMode',
  walletconnectprojectid: 'projectId',
  wallets: 'connectors',
}

/**
 * The known name that another was meant to be: by capitals, by a slip or two of the pen, or by what other kits call it.
 * @example meantName('netwroks', ['networks']) // 'networks'
 */
export function meantName(name: string, known: readonly string[]): string | undefined {
  // AppKit's later name of a variable of the theme.
  const renamed = name.replace(/^--apkt-/, '--w3m-')
  if (known.includes(renamed)) return renamed
  const plain = plainOf(name)
  const ranked = known
    .map((each) => ({ each, slips: slipsBetween(plain, plainOf(each)) }))
    .sort((a, b) => a.slips - b.slips)
  const [nearest] = ranked
  if (nearest && nearest.slips <= Math.max(1, Math.floor(plain.length / 4))) return nearest.each
  const other = elsewhere[plain]
  return other !== undefined && known.includes(other) ? other : undefined
}

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Counts the letters left out, added, replaced or swapped with their neighbour (the distance of Damerau and Levenshtein). */
function slipsBetween(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwap ? at(before, j - 2) + 1 : replaced
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1))
    }
    before = row
    row = next
  }
  return at(row, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0
