import { AbortedError } from './connection.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'
import { JsonRpcError } from './http.js'
import {
  ChainDisconnectedError,
  InvalidChainIdError,
  isWalletCapabilityCode,
  ProviderDisconnectedError,
  RequestPendingError,
  UnauthorizedError,
  UnknownWalletError,
  UnrecognizedChainError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletCapabilityError,
  type WalletErrorOptions,
} from './wallet.js'

/** Refusals in words: wallets that throw strings, or a number that means anything. */
const refusal =
  /\buser\s+(?:has\s+)?(?:reject|deny|denied|declin|cancel|disapprov|refus|abort|closed)|\b(?:reject|deni|declin|cancel|refus|abort|clos)\w*\s+by\s+(?:the\s+)?user\b(?![\s-]*agent)|^pop-?up\s+(?:window\s+)?(?:was\s+|has\s+been\s+)?closed|^(?:transaction|signature|signing|request|approval|message|connection)\s+(?:was\s+|has\s+been\s+)?(?:rejected|denied|declined|cancell?ed)\.?$/i

/** The provider's numbers, each with its class [S8.39]. */
const providerErrors: Readonly<Record<number, new (options: WalletErrorOptions) => FoyerError>> = {
  4001: UserRejectedError,
  5000: UserRejectedError,
  4100: UnauthorizedError,
  4200: UnsupportedMethodError,
  4900: ProviderDisconnectedError,
  4901: ChainDisconnectedError,
  4902: UnrecognizedChainError,
  32603: InvalidChainIdError,
}

function numberOf(value: unknown): number | undefined {
  const code = property(value, 'code')
  if (typeof code === 'string' && /^-?\d{1,5}$/.test(code)) return Number(code)
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}

/**
 * Turns whatever a wallet threw into an error of the kit, once, at the border [S8.38 S8.39]: objects with a code, nested
 * ones, strings, nothing at all. Never throws. One of ours, also when nested, comes back as it is.
 *
 * @example
 * try {
 *   return await provider.request({ method })
 * } catch (cause) {
 *   throw foreignError(cause, { connectorId, method })
 * }
 */
export function foreignError(cause: unknown, context: ErrorFacts = {}): FoyerError {
  const found = causes(cause)
  const ours = found.find((value) => isA(value, FoyerError))
  if (isA(ours, FoyerError)) return ours

  // A provider's number says more than a node's, however deep it lies: -32603 often only wraps a 4902.
  for (const value of found) {
    const walletCode = numberOf(value)
    if (walletCode === undefined) continue
    const Kind = Object.hasOwn(providerErrors, walletCode) ? providerErrors[walletCode] : undefined
    if (Kind) return new Kind({ context, walletCode, cause })
    if (isWalletCapabilityCode(walletCode)) return new WalletCapabilityError({ context, walletCode, cause })
  }

  const texts = found.map(textOf).filter((text) => text !== undefined)
  // Transactions that a node rejects (-32003) are no refusal, whatever their words.
  const codes = found.map(numberOf).filter((code) => code !== undefined)
  const refused = found.some((value) => property(value, 'code') === 'ACTION_REJECTED')
  if (refused || (!codes.includes(-32003) && texts.some((text) => refusal.test(text.slice(0, 300))))) {
    return new UserRejectedError({ context, cause })
  }
  if (found.some((value) => property(value, 'name') === 'AbortError')) return new AbortedError({ context, cause })
  if (codes.includes(-32002)) return new RequestPendingError({ context, walletCode: -32002, cause })

  // -32603 is what everything is wrapped in, so any other number is nearer to what happened.
  const rpcCode = codes.find((code) => code !== -32603) ?? codes[0]
  if (rpcCode !== undefined) {
    const source = found.find((value) => numberOf(value) === rpcCode)
    return new JsonRpcError({
      rpcCode,
      text: textOf(source) ?? texts[0],
      rpcData: property(source, 'data'),
      context,
      cause,
    })
  }
  return new UnknownWalletError({ context, text: texts[0], cause })
}

/** The most objects that are looked at: more than any wallet nests, few enough for a proxy without an end. */
const most = 24

/** The fields in which wallets and libraries nest the original error. */
const nests = ['data', 'originalError', 'cause', 'error', 'info'] as const

/** Reads a property of anything at all; what throws on being read counts as absent. */
export function property(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined // a proxy or getter that refuses to be read has nothing to say
  }
}

/** Whether `value` is one of the class's, for values whose very prototype may throw. */
export function isA<Kind>(value: unknown, kind: abstract new (...args: never[]) => Kind): value is Kind {
  try {
    return value instanceof kind
  } catch {
    return false // a proxy that hides its prototype
  }
}

/**
 * A foreign error and everything nested in it, nearest first: `data.originalError`, `cause`, `error`, `info.error`.
 * Ends on cycles and on structures without an end; never throws.
 */
export function causes(error: unknown): readonly unknown[] {
  const found = new Set<unknown>([error])
  for (const value of found) {
    for (const name of nests) {
      const nested = property(value, name)
      // A string under `data` is return data, not a message.
      const says = typeof nested === 'string' ? name === 'error' || name === 'cause' : typeof nested === 'object'
      if (says && nested !== null && found.size < most) found.add(nested)
    }
    const written = writtenIn(textOf(value))
    if (written && found.size < most) found.add(written)
  }
  return [...found]
}

/** Reads an error that stands as JSON in another's words, as where it crossed a border between a wallet's parts. @returns undefined for any other text */
function writtenIn(text: string | undefined): unknown {
  if (text === undefined || text.length > 2_000 || !/^\s*\{/.test(text)) return undefined
  try {
    const written: unknown = JSON.parse(text)
    return numberOf(written) === undefined ? undefined : written
  } catch {
    return undefined // words that only begin as JSON does
  }
}

/** Returns the words of a foreign error: itself when it is a string, else its message. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const message = property(value, 'message')
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** A method that isn't there, in words: providers of applications, such as Safe's, throw without a number. */
const missingInWords =
  /\bnot (?:yet )?implemented|\b(?:unsupported|unknown|unrecogni[sz]ed|invalid) (?:rpc |json-rpc )?method|\bmethod\b.{0,80}(?:\bnot|n['’]t) (?:be )?(?:supported|found|available|exist)/i

/** Whether an error says in words that a wallet hasn't the method that it was asked by. */
export const saysMissing = ({ message }: FoyerError, method = ''): boolean =>
  missingInWords.test(method === '' ? message : message.replaceAll(method, 'method'))

/** Whether an error, ours or a wallet's own, is the visitor's refusal: 4001, 5000, and refusals in words [S8.39]. */
export function isUserRejection(error: unknown): boolean {
  return foreignError(error) instanceof UserRejectedError
}
