import * as v from 'valibot'
import { numberToHex, size } from 'viem'
import { shownName } from '../../shownText.js'
import { AddressText, HexData } from '../requestParams.js'
import { type Misfit, misfit, misfitIn } from './misfit.js'
import { largest, mostWords, type Terms } from './permission.js'

const Amount = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)
/** Of nothing at all no permission is needed, and the enforcers refuse it. */
const Some = v.pipe(Amount, v.minValue(1n))

/** Seconds, or how many; the enforcers take none of 0. */
export const Natural = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((number) => BigInt(number)),
)

const Four = v.pipe(
  HexData,
  v.check((data) => size(data) === 4),
)

/** The application's own words bound nothing: they are shown as its own, see `saidIn`. */
const said = { justification: v.nullish(v.string()) }
const begun = { startTime: v.nullish(Natural), ...said }
const token = { tokenAddress: AddressText }
const periodic = { periodAmount: Some, periodDuration: Natural, ...begun }
const stream = { amountPerSecond: Some, initialAmount: v.nullish(Amount), maxAmount: v.nullish(Some), ...begun }
const allowance = { allowanceAmount: Some, ...begun }

/** So much of an application's own words is shown, and answered. */
const longestSaid = 160

/** Returns why an application asks, in its own words as they are shown: in one line, and without letters that can't be seen. Undefined where it says nothing. */
export function saidIn(data: unknown): string | undefined {
  const { success, output } = v.safeParse(v.looseObject(said), data)
  const words = success ? (output.justification ?? '').slice(0, 10 * longestSaid).split(/\s/) : []
  return shownName(words.filter(Boolean).join(' '), longestSaid) || undefined
}

interface Kind {
  /** By which rules it is bound, where they are named. */
  readonly rules: readonly RuleType[]
  /** @param now - in seconds since 1970 */
  readonly read: (data: unknown, now: bigint) => Terms | Misfit
}
export type RuleType = 'expiry' | 'redeemer' | 'payee'

/** Creates a kind of permission. Its schema is strict: an unknown field could be a bound that would be missing then. */
const kind = <Schema extends v.GenericSchema>(
  schema: Schema,
  rules: readonly RuleType[],
  termsOf: (data: v.InferOutput<Schema>, now: bigint) => Terms | Misfit,
): Kind => ({
  rules,
  read(data, now) {
    const { success, output, issues } = v.safeParse(schema, data)
    return success ? termsOf(output, now) : misfitIn(issues, 'permission.data')
  },
})

const spends: readonly RuleType[] = ['expiry', 'redeemer', 'payee']

type Named = { readonly tokenAddress?: v.InferOutput<typeof AddressText> | undefined }
const spendingOf = (
  { tokenAddress, startTime }: Named & v.InferOutput<v.ObjectSchema<typeof begun, undefined>>,
  now: bigint,
) => ({ token: tokenAddress, start: startTime ?? now })

const periodicTerms = (
  data: Named & v.InferOutput<v.ObjectSchema<typeof periodic, undefined>>,
  now: bigint,
): Terms => ({ is: 'periodic', ...spendingOf(data, now), amount: data.periodAmount, seconds: data.periodDuration })

const onceTerms = (data: Named & v.InferOutput<v.ObjectSchema<typeof allowance, undefined>>, now: bigint): Terms => ({
  ...{ is: 'once', ...spendingOf(data, now), amount: data.allowanceAmount },
})

function streamTerms(
  data: Named & v.InferOutput<v.ObjectSchema<typeof stream, undefined>>,
  now: bigint,
): Terms | Misfit {
  const initial = data.initialAmount ?? 0n
  const most = data.maxAmount ?? largest
  // The enforcers refuse it.
  if (most < initial) return misfit('`permission.data.maxAmount` is less than `permission.data.initialAmount`.')
  return { is: 'stream', ...spendingOf(data, now), initial, most, perSecond: data.amountPerSecond }
}

/** More functions than these can't be read. */
export const mostFunctions = 16

const Word = v.pipe(
  HexData,
  v.check((data) => size(data) === 32),
)
/** Arguments that are the same in all calls. */
export const BoundArguments = v.pipe(
  v.array(
    v.strictObject({ index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostWords - 1)), value: Word }),
  ),
  v.maxLength(8),
  v.transform((all) => all.map(({ index, value: word }) => ({ index, word }))),
)

/** Calls have no type of the standard's: one of this project's own. */
const calls = {
  address: AddressText,
  selectors: v.pipe(v.array(Four), v.minLength(1), v.maxLength(mostFunctions)),
  arguments: v.nullish(BoundArguments, []),
  valueLimit: v.nullish(Amount),
  /** Null for as many calls as are made until it ends: that is said, and never what a missing field means. */
  callLimit: v.nullable(Natural),
  ...said,
}

const kinds: Readonly<Record<string, Kind>> = {
  'native-token-periodic': kind(v.strictObject(periodic), spends, periodicTerms),
  'native-token-stream': kind(v.strictObject(stream), spends, streamTerms),
  'native-token-allowance': kind(v.strictObject(allowance), spends, onceTerms),
  'erc20-token-periodic': kind(v.strictObject({ ...token, ...periodic }), spends, periodicTerms),
  'erc20-token-stream': kind(v.strictObject({ ...token, ...stream }), spends, streamTerms),
  'erc20-token-allowance': kind(v.strictObject({ ...token, ...allowance }), spends, onceTerms),
  'contract-call': kind(
    v.strictObject(calls),
    ['expiry', 'redeemer'],
    ({ address: target, selectors, arguments: bound, valueLimit, callLimit }) => ({
      ...{ is: 'calls', target, selectors: [...new Set(selectors)], signatures: [], bound },
      ...{ value: valueLimit ?? 0n, count: callLimit ?? undefined },
    }),
  ),
}

export const kindOf = (type: string): Kind | undefined => (Object.hasOwn(kinds, type) ? kinds[type] : undefined)

/** Each type of permission that this wallet grants, with the rules that bind it. */
export const supportedKinds = (): readonly (readonly [type: string, rules: readonly RuleType[]])[] =>
  Object.entries(kinds).map(([type, { rules }]) => [type, rules])

/** Terms as a type of permission and its data (ERC-7715), with all that was left out filled in. */
export function writtenTerms(terms: Terms): {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
} {
  if (terms.is === 'calls') {
    const { target: address, selectors, bound, value, count } = terms
    const same = bound.length > 0 && { arguments: bound.map(({ index, word: value }) => ({ index, value })) }
    const most = { valueLimit: numberToHex(value), callLimit: count === undefined ? null : Number(count) }
    return { type: 'contract-call', data: { address, selectors, ...same, ...most } }
  }
  const { token: tokenAddress, start } = terms
  const family = tokenAddress === undefined ? 'native-token' : 'erc20-token'
  const rest = { ...(tokenAddress !== undefined && { tokenAddress }), startTime: Number(start) }
  switch (terms.is) {
    case 'periodic': {
      const { amount, seconds } = terms
      const data = { ...rest, periodAmount: numberToHex(amount), periodDuration: Number(seconds) }
      return { type: `${family}-periodic`, data }
    }
    case 'once':
      return { type: `${family}-allowance`, data: { ...rest, allowanceAmount: numberToHex(terms.amount) } }
    case 'stream': {
      const [initialAmount, maxAmount, amountPerSecond] = [terms.initial, terms.most, terms.perSecond].map((amount) =>
        numberToHex(amount),
      )
      return { type: `${family}-stream`, data: { ...rest, initialAmount, maxAmount, amountPerSecond } }
    }
  }
}
