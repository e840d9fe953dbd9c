import { isWholeAddress } from '../chain/asset.js'
import { isNetworkId } from '../chain/caip.js'
import { type Family, families, isFamily, type NetworkId } from '../chain/ids.js'
import {
  familyOfWord,
  forms,
  isReference,
  isStatement,
  isUri,
  labels,
  originalWord,
  partsOf,
  wordOf,
} from './grammar.js'
import { type SiwxFault, type SiwxField, type SiwxMessage, SiwxMessageError } from './siwx.js'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Of 62 letters each: 142 bits. */
const nonceLength = 24

/**
 * Makes a nonce for a sign-in: 24 letters and digits, 142 bits from the platform's generator, each letter as likely as any other [F6].
 *
 * @param random - fills bytes; WebCrypto's by default
 * @example createNonce() // 'kEWepMt9knR6lWJ6A1b9mQXz'
 */
export function createNonce(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let nonce = ''
  while (nonce.length < nonceLength)
    // The bytes from 248 on would make the first letters likelier than the others.
    for (const byte of random(new Uint8Array(nonceLength)))
      if (byte < 248 && nonce.length < nonceLength) nonce += letters.charAt(byte % letters.length)
  return nonce
}

/** The longest text of a sign-in: wallets show and servers read all of it. */
export const longestText = 16_384

/** A message's lines: its fields, how its first line calls the account, and its chain as its line has it. */
export interface SiwxLines extends Omit<SiwxMessage, 'chainId'> {
  readonly word: string
  readonly reference: string
}

/**
 * Lays a message's lines out as EIP-4361 and CAIP-122 have them, whatever the fields say: for who is bound to others' fields, letter by letter.
 * A field that isn't given has no line. Use {@link writeSiwxMessage} for a message of your own.
 *
 * @throws {@link SiwxMessageError} for a field that would make lines of its own (X4)
 */
export function layOutSiwxMessage(lines: SiwxLines): string {
  refuseExtraLines(lines)
  const values: Readonly<Partial<Record<SiwxField, unknown>>> = { ...lines, chainId: lines.reference }
  const { domain, word, accountAddress, statement, resources } = lines
  return [
    `${domain} wants you to sign in with your ${word} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    ...labels.flatMap(({ field, label }) => (values[field] === undefined ? [] : [`${label}: ${values[field]}`])),
    ...(resources?.length ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ].join('\n')
}

function refuseExtraLines({ resources = [], word: _, reference, ...fields }: SiwxLines): void {
  const values: readonly (readonly [string, unknown])[] = [
    ...Object.entries(fields),
    ['chainId', reference],
    ...resources.map((each) => ['resources', each] as const),
  ]
  const isBroken = (value: unknown) => typeof value === 'string' && /[\r\n]/.test(value)
  for (const [name, value] of values)
    if (isBroken(value)) throw new SiwxMessageError({ field: fieldOf(name), fault: 'form' })
}

/** A message may carry what it has no line for: that has no field, and makes no line. */
const fieldOf = (name: string): SiwxField => fieldNames.find((field) => field === name) ?? 'resources'

const fieldNames: readonly SiwxField[] = [
  'domain',
  'accountAddress',
  'statement',
  'resources',
  ...labels.map(({ field }) => field),
]

/**
 * Writes the text that a visitor signs to sign in [S3.23]: EIP-4361 for `eip155`, CAIP-122 for the others. {@link parseSiwxMessage} reads it back.
 *
 * @throws {@link SiwxMessageError} with its field, for one that isn't written as the standard has it or would make lines of its own (X4)
 * @see EIP-4361, CAIP-122
 * @example writeSiwxMessage({ domain: 'app.example', accountAddress, chainId: 'eip155:1', uri: 'https://app.example/', version: '1', nonce, issuedAt })
 */
export function writeSiwxMessage(message: SiwxMessage): string {
  const { family, reference } = partsOf(message.chainId)
  const word = wordOf(family)
  if (!isFamily(family) || word === undefined || !isReference({ family, reference })) throw badForm('chainId')
  if (!isWholeAddress({ family, address: message.accountAddress })) throw badForm('accountAddress')
  if (message.statement !== undefined && !isStatement(message.statement)) throw badForm('statement')
  if (!message.resources?.every(isUri) && message.resources !== undefined) throw badForm('resources')
  const texts: Readonly<Partial<Record<SiwxField, unknown>>> = message
  for (const field of fieldNames) {
    const value = texts[field]
    if (value !== undefined && forms[field]?.(String(value)) === false) throw badForm(field)
  }
  const text = layOutSiwxMessage({ ...message, word, reference })
  if (text.length > longestText) throw badForm('resources')
  return text
}

const badForm = (field: SiwxField, fault: SiwxFault = 'form'): SiwxMessageError =>
  new SiwxMessageError({ field, fault })

/** EIP-4361 lets a scheme stand before the domain. */
const firstLine = /^(?:(https?):\/\/)?(\S+) wants you to sign in with your (.{1,32}) account:$/

/**
 * Reads the text of a sign-in, strictly: every line in its place, nothing behind the last. Also what AppKit 1.7.6 has signed, whose first line
 * names no family, whose chain is a whole CAIP-2 id, and whose statement may be of any language.
 *
 * What a client says beside a signed text counts for nothing: what this returns is what was signed (X4).
 *
 * @param options.family - of the account, where the text itself doesn't say: no other is then accepted
 * @throws {@link SiwxMessageError} with the field at which it isn't one
 * @see S3.23; EIP-4361, CAIP-122
 * @example parseSiwxMessage(text).accountAddress
 */
export function parseSiwxMessage(
  text: string,
  { family: wanted }: { readonly family?: Family | undefined } = {},
): SiwxMessage {
  if (text.length > longestText || /[\r\0]/.test(text)) throw refused('domain')
  const lines = text.split('\n')
  const [, scheme, domain = '', word = ''] = firstLine.exec(lines[0] ?? '') ?? []
  if (!forms.domain?.(domain)) throw refused('domain')
  const isOriginal = word === originalWord
  const { statement, next } = readStatement({ lines, isOriginal })
  const { values, rest } = readLabelled(lines.slice(next))
  // It is the page's own: one of another isn't what was signed in at.
  if (scheme && !values.get('uri')?.startsWith(`${scheme}://`)) throw refused('domain')
  const resources = readResources({ lines: rest, after: [...values.keys()].at(-1) ?? 'issuedAt' })
  const { family, chainId } = readChain({ text: values.get('chainId') ?? '', word, wanted })
  const accountAddress = lines[1] ?? ''
  if (!isWholeAddress({ family, address: accountAddress })) throw refused('accountAddress')
  return {
    domain,
    accountAddress,
    chainId,
    uri: values.get('uri') ?? '',
    version: values.get('version') ?? '',
    nonce: values.get('nonce') ?? '',
    issuedAt: values.get('issuedAt') ?? '',
    statement,
    expirationTime: values.get('expirationTime'),
    notBefore: values.get('notBefore'),
    requestId: values.get('requestId'),
    resources,
  }
}

/** What stands between the address and the labelled lines: a statement with an empty line before and behind it, or two empty lines; the original has one. */
function readStatement({ lines, isOriginal }: { readonly lines: readonly string[]; readonly isOriginal: boolean }): {
  readonly statement?: string | undefined
  readonly next: number
} {
  const [, , blank, statement = '', behind] = lines
  if (blank !== '') throw refused('accountAddress')
  if (isOriginal && statement.startsWith('URI: ')) return { next: 3 }
  if (statement === '') return { next: 4 }
  if (!isStatement(statement, { isFree: isOriginal }) || behind !== '') throw refused('statement')
  return { statement, next: 5 }
}

/** The lines with a name, in their order. What doesn't fit is the fault of the field whose line it should have been. */
function readLabelled(lines: readonly string[]): {
  readonly values: ReadonlyMap<SiwxField, string>
  readonly rest: readonly string[]
} {
  const values = new Map<SiwxField, string>()
  for (const { field, label, isRequired } of labels) {
    const line = lines[values.size]
    if (!line?.startsWith(`${label}: `)) {
      if (isRequired) throw refused(field)
      continue
    }
    const value = line.slice(label.length + 2)
    if (forms[field]?.(value) === false) throw refused(field)
    values.set(field, value)
  }
  return { values, rest: lines.slice(values.size) }
}

/** The rest is the list of resources or nothing; anything else belongs to the field before it. */
function readResources({
  lines,
  after,
}: {
  readonly lines: readonly string[]
  readonly after: SiwxField
}): readonly string[] | undefined {
  const [title, ...items] = lines
  if (title === undefined) return undefined
  if (title !== 'Resources:') throw refused(after)
  if (!items.every((line) => line.startsWith('- ') && isUri(line.slice(2)))) throw refused('resources')
  return items.map((line) => line.slice(2))
}

/** The chain as CAIP-2: of the family that the first line names, or written whole where it names none. */
function readChain({
  text,
  word,
  wanted,
}: {
  readonly text: string
  readonly word: string
  readonly wanted: Family | undefined
}): { readonly family: Family; readonly chainId: NetworkId } {
  const isWhole = word === originalWord && isNetworkId(text)
  const named = isWhole ? text.split(':')[0] : word === originalWord ? wanted : familyOfWord({ word, wanted })
  const family = families.find((each) => each === named)
  const reference = isWhole ? text.slice(text.indexOf(':') + 1) : text
  if (family === undefined || (wanted ?? family) !== family) throw refused('chainId')
  if (!isReference({ family, reference })) throw refused('chainId')
  return { family, chainId: `${family}:${reference}` }
}

const refused = (field: SiwxField): SiwxMessageError => new SiwxMessageError({ field, fault: 'form' })
