import { isFamily } from '../chain/ids.js'
import { isWholeAddress } from '../chain/writtenAddress.js'
import { forms, isReference, isStatement, isUri, labels, longestText, partsOf, wordOf } from './grammar.js'
import type { SiwxField, SiwxMessage } from './siwx.js'
import { type SiwxFault, SiwxMessageError } from './siwxErrors.js'

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
