import { isSameKey } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import type { Fact, Words } from '@foyer/core/words'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import { code, words } from './sentences.js'
import { shownName, shownText, textOf } from './shownText.js'

/** A text that signs in, as it is read (CAIP-122; EIP-4361). */
export interface ReadSignIn {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** It signs in for another site, or another account than the one that signs. */
  readonly isDeliberate: boolean
}

/** The line that makes a text one, without what can't be seen before it. */
const firstLine = /^(\S+) wants you to sign in with your \S+ account:/iu
/** A domain, which may have its scheme before it. */
const namedDomain = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s\p{Cf}]\S*)$/iu

interface FirstLine {
  /** where its line begins in the text */
  readonly from: number
  readonly scheme: string | undefined
  readonly named: string
}

/** Finds the line that makes a text one, wherever it stands; it is looked for in each line once, because the text is untrusted. */
function findFirstLine(text: string): FirstLine | undefined {
  let from = 0
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const [, first = ''] = firstLine.exec(line.replace(/^[\s\p{Cf}]+/u, '')) ?? []
    const [, scheme, named] = namedDomain.exec(first) ?? []
    if (named !== undefined) return { from, scheme, named }
    from += line.length + 1
  }
  return undefined
}

const isAscii = /^[\x21-\x7e]+$/

/** Reads a text that signs in, where it is one. One for another domain than the asking page's is phishing. */
export function readSignIn({
  text,
  address,
  peerUrl,
}: {
  readonly text: string
  /** The account that signs. */
  readonly address: string
  readonly peerUrl: string
}): ReadSignIn | undefined {
  const found = findFirstLine(text)
  if (!found) return undefined
  const { from, scheme, named } = found
  const lines = text.slice(from).split('\n')
  const account = lines[1]?.trim() ?? ''
  const fields = fieldsIn(lines)
  const [expires, uri = ''] = [fields.get('Expiration Time'), fields.get('URI')]
  const { host = '', protocol } = parseUrl(peerUrl) ?? {}
  // Letters of other scripts may pose as those of another site: browsers write them out.
  const domain = isAscii.test(named) ? named : (parseUrl(`https://${named}`)?.host ?? named)
  const isOtherScheme = scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol
  const isElsewhere = domain.toLowerCase() !== host || isOtherScheme
  const site = shownText(isOtherScheme ? `${scheme}://${domain}` : domain)
  const subject = /^https?:/i.test(uri) ? parseUrl(uri)?.host : undefined
  const isForOther = subject !== undefined && subject !== domain.toLowerCase()
  const isBelow = /[^\s\p{Cf}]/u.test(text.slice(0, from))
  const recaps = [...text.matchAll(/^- urn:recap:(.*)$/gim)].map(([, coded = '']) => coded.trim())
  const isOther = !isSameKey(account, address)
  return {
    facts: [
      { label: words('request.signsInAt'), value: site },
      code('request.account', shownText(account)),
      { label: words('request.until'), value: expires === undefined ? words('request.noEnd') : shownText(expires) },
      { label: words('request.movesNow'), value: words('request.nothing') },
      ...recaps.flatMap(mayFacts),
    ],
    warnings: [
      ...(isElsewhere
        ? [
            words(host ? 'request.warn.elsewhere' : 'request.warn.elsewhereUnsaid', {
              domain: site,
              site: isOtherScheme ? `${protocol}//${host}` : host,
            }),
          ]
        : []),
      ...(isBelow ? [words('request.warn.signInBelow')] : []),
      ...(isForOther ? [words('request.warn.signInFor', { domain: site, uri: shownText(uri) })] : []),
      ...(isOther ? [words('request.warn.otherAccount')] : []),
      // A capability (EIP-5573) is more than a login: the site that the text is for acts for the account.
      ...(recaps.length === 0
        ? []
        : [uri === '' ? words('request.warn.recap') : words('request.warn.recapOf', { uri: shownText(uri) })]),
    ],
    isDeliberate: isElsewhere || isOther,
  }
}

/** A capability: what it lets others do, by what it is done to. */
const Recap = v.object({ att: v.record(v.string(), v.record(v.string(), v.unknown())) })

/** More of what may be done isn't listed: the text has all of it. */
const mostListed = 10

/** Returns the facts of what a capability allows; none where it can't be read. */
function mayFacts(coded: string): readonly Fact[] {
  const { success, output } = v.safeParse(Recap, decoded(coded))
  if (!success) return []
  const all = Object.entries(output.att).flatMap(([on, may]) => Object.keys(may).map((each) => ({ on, each })))
  const isMore = all.length > mostListed
  return [
    ...all.slice(0, mostListed).map(({ on, each }) => `${shownName(each)}: ${shownName(on, 200)}`),
    ...(isMore ? ['…'] : []),
  ].map((value) => ({ label: words('request.mayDo'), value }))
}

function decoded(coded: string): unknown {
  try {
    return JSON.parse(textOf(base64urlnopad.decode(coded.replace(/(?<!=)=+$/, ''))) ?? '')
  } catch {
    return undefined // the text shows it as it is
  }
}

/** The fields of a text that signs in, in the order that they have there. */
const labels = [...['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time', 'Not Before', 'Request ID']]

/**
 * Reads the fields after its last empty line, where there is nothing but fields in their order: whatever a statement
 * says is no field.
 */
function fieldsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const last = lines.slice(lines.lastIndexOf('') + 1)
  const end = last.indexOf('Resources:')
  const fields = (end === -1 ? last : last.slice(0, end)).map((line) => {
    const [, label = '', value = ''] = /^([A-Za-z ]+): (.*)$/.exec(line) ?? []
    return { place: labels.indexOf(label), label, value }
  })
  const isWhole = fields.every(({ place }, index) => place > (fields[index - 1]?.place ?? -1))
  return new Map(isWhole ? fields.map(({ label, value }) => [label, value]) : [])
}
