import type { Family, NetworkId } from '../chain/ids.js'
import { families } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import { isWholeAddress } from '../chain/writtenAddress.js'
import { familyOfWord, forms, isReference, isStatement, isUri, labels, longestText, originalWord } from './grammar.js'
import type { SiwxField, SiwxMessage } from './siwx.js'
import { SiwxMessageError } from './siwxErrors.js'

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

/** Reads the part between address and labelled lines: a statement with an empty line before and behind it, or two empty lines; the original has one. */
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
