import { familyTraits } from '../chain/families.js'
import { type Family, families, isFamily, type NetworkId } from '../chain/ids.js'
import type { SiwxField } from './siwx.js'

/** The text that AppKit 1.7.6 writes in the place of a family's word, for all of them. */
export const originalWord = '**blockchain**'

/** @returns undefined for what is no family */
export const wordOf = (family: string): string | undefined => (isFamily(family) ? familyTraits(family).word : undefined)

/** The family that a first line's word names; where two share it, the wanted one or else the first. */
export function familyOfWord({
  word,
  wanted,
}: {
  readonly word: string
  readonly wanted?: Family | undefined
}): Family | undefined {
  const inOrder = wanted === undefined ? families : [wanted, ...families]
  return inOrder.find((family) => familyTraits(family).word === word)
}

/** The longest text of a sign-in: wallets show and servers read all of it. */
export const longestText = 16_384

/** The names of the lines that have one, in their order. The first four are always there. */
export const labels: readonly { readonly field: SiwxField; readonly label: string; readonly isRequired: boolean }[] = [
  { field: 'uri', label: 'URI', isRequired: true },
  { field: 'version', label: 'Version', isRequired: true },
  { field: 'chainId', label: 'Chain ID', isRequired: true },
  { field: 'nonce', label: 'Nonce', isRequired: true },
  { field: 'issuedAt', label: 'Issued At', isRequired: true },
  { field: 'expirationTime', label: 'Expiration Time', isRequired: false },
  { field: 'notBefore', label: 'Not Before', isRequired: false },
  { field: 'requestId', label: 'Request ID', isRequired: false },
]

const encoded = '%[0-9A-Fa-f]{2}'
const pchar = `(?:[-\\w.~!$&'()*+,;=:@]|${encoded})`
const host =
  '(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9_](?:[\\w-]*[A-Za-z0-9_])?)(?:\\.[A-Za-z0-9_](?:[\\w-]*[A-Za-z0-9_])?)*)'
const authority = `(?:(?:[-\\w.~!$&'()*+,;=:]|${encoded})*@)?(?:\\[[0-9A-Fa-f:.]+\\]|(?:[-\\w.~!$&'()*+,;=]|${encoded})*)(?::\\d*)?`

/** A host without userinfo or dot at its end, with a port or not (X5). An international name stands in its ASCII form. */
const domainPattern = new RegExp(`^${host}(?::\\d{1,5})?$`)
/** RFC 3986 */
const uriPattern = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${authority}(?:/${pchar}*)*|/?(?:${pchar}+(?:/${pchar}*)*)?)(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?$`,
)
const requestIdPattern = new RegExp(`^${pchar}*$`)
/** RFC 3986's reserved and unreserved characters, and the space. */
const statementPattern = /^[-\w.~:/?#[\]@!$&'()*+,;= ]+$/
const timePattern = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

export const isDomain = (text: string): boolean => text.length <= 261 && domainPattern.test(text)
export const isUri = (text: string): boolean => uriPattern.test(text) && URL.canParse(text)

/** Whether a statement's line would read as another of the message's lines (X4). */
const looksLikeField = (text: string): boolean =>
  text.startsWith('Resources:') || labels.some(({ label }) => text.startsWith(`${label}:`))

/** A statement of the standard; `isFree` for what AppKit 1.7.6's users write, in any language. Neither breaks its line. */
export function isStatement(text: string, { isFree = false }: { readonly isFree?: boolean | undefined } = {}): boolean {
  if (looksLikeField(text)) return false
  return isFree ? text !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) : statementPattern.test(text)
}

/** RFC 3339. @returns ms since 1970; undefined for what is no time, such as the 30th of February */
export function readTime(text: string): number | undefined {
  const [, date] = timePattern.exec(text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const isDate = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date)
  return isDate ? Date.parse(text) : undefined
}

const isTime = (text: string): boolean => readTime(text) !== undefined

/** The form of each field with one text, but for what depends on its family. */
export const forms: { readonly [Field in SiwxField]?: (text: string) => boolean } = {
  domain: isDomain,
  uri: isUri,
  version: (text) => text === '1',
  nonce: (text) => /^[A-Za-z0-9]{8,256}$/.test(text),
  issuedAt: isTime,
  expirationTime: isTime,
  notBefore: isTime,
  requestId: (text) => requestIdPattern.test(text),
}

/** CAIP-2's reference; a number where a family's networks are numbered. */
export function isReference({ family, reference }: { readonly family: Family; readonly reference: string }): boolean {
  return familyTraits(family).isNumbered
    ? /^(0|[1-9]\d{0,31})$/.test(reference)
    : /^[-_a-zA-Z0-9]{1,32}$/.test(reference)
}

/** Takes a CAIP-2 id apart that is typed as one. */
export function partsOf(chainId: NetworkId): { readonly family: string; readonly reference: string } {
  const [family = '', ...rest] = chainId.split(':')
  return { family, reference: rest.join(':') }
}
