import { parseUrl } from '@foyer/core/links'
import type { Fact, ShownRequest } from './family.js'
import type { WalletNetwork } from './network.js'
import { code, type Words, words } from './sentences.js'
import { shownText } from './shownText.js'

/** Describes a message to sign, of any family. */
export function readMessageText({
  text,
  data,
  address,
  network,
  peerUrl,
  facts = [],
}: {
  /** Undefined where its bytes aren't text. */
  readonly text: string | undefined
  /** Its bytes as they are shown where they aren't text. */
  readonly data: string
  readonly address: string
  readonly network: WalletNetwork
  readonly peerUrl: string
  readonly facts?: readonly Fact[] | undefined
}): ShownRequest {
  const elsewhere = text === undefined ? [] : signInWarnings({ text, peerUrl })
  const visible = text === undefined ? undefined : shownText(text)
  return {
    title: words('request.signMessage'),
    act: words('request.act.sign'),
    facts: [code('request.with', address), { label: words('request.network'), value: network.name }, ...facts],
    content:
      visible === undefined
        ? { label: words('request.data'), text: data, isCode: true }
        : { label: words('request.message'), text: visible, isCode: false },
    warnings: [
      ...(visible === undefined ? [words('request.warn.noText')] : []),
      ...(visible !== text ? [words('request.warn.hiddenLetters')] : []),
      ...elsewhere,
    ],
    isDeliberate: visible === undefined || elsewhere.length > 0,
  }
}

/** A sign-in message (CAIP-122; EIP-4361) for another domain is phishing. */
function signInWarnings({ text, peerUrl }: { readonly text: string; readonly peerUrl: string }): Words[] {
  const [, domain] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i.exec(text) ?? []
  if (domain === undefined) return []
  const host = parseUrl(peerUrl)?.host ?? ''
  return domain === host
    ? []
    : [
        words(host ? 'request.warn.elsewhere' : 'request.warn.elsewhereUnsaid', {
          domain: shownText(domain),
          site: host,
        }),
      ]
}
