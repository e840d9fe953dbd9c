import { parseUrl } from '@foyer/core/links'
import type { Fact, ShownRequest } from './family.js'
import type { WalletNetwork } from './network.js'
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
  const visible = text === undefined ? undefined : shownText(text)
  return {
    title: 'Sign a message',
    act: 'Sign',
    facts: [{ label: 'With', value: address, isCode: true }, { label: 'Network', value: network.name }, ...facts],
    content:
      visible === undefined
        ? { label: 'Data', text: data, isCode: true }
        : { label: 'Message', text: visible, isCode: false },
    warnings: [
      ...(visible === undefined ? ['This is no text. What signing it means is unknown.'] : []),
      ...(visible !== text ? ['The message holds letters that can’t be seen; they are named in their places.'] : []),
      ...(text === undefined ? [] : signInWarnings({ text, peerUrl })),
    ],
    isBlind: visible === undefined,
  }
}

/** A sign-in message (CAIP-122; EIP-4361) for another domain is phishing. */
function signInWarnings({ text, peerUrl }: { readonly text: string; readonly peerUrl: string }): string[] {
  const [, domain] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i.exec(text) ?? []
  if (domain === undefined) return []
  const host = parseUrl(peerUrl)?.host ?? ''
  return domain === host
    ? []
    : [`This signs you in at ${shownText(domain)}, but the application says that it is at ${host || 'no address'}.`]
}
