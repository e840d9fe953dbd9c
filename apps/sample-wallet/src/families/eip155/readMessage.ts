import { hexToBytes, isHex } from 'viem'
import type { WalletNetwork } from '../../settings.js'
import type { ShownRequest } from '../family.js'
import { shownText } from '../shownText.js'

/** A message to sign: its bytes as received, and their text. */
export interface ReadMessage {
  readonly signable: string | { readonly raw: `0x${string}` }
  readonly shown: ShownRequest
}

/** Describes a message (`personal_sign`). Bytes that aren't text are shown in hex. */
export function readMessage({
  message,
  address,
  network,
  peerUrl,
}: {
  readonly message: string
  readonly address: string
  readonly network: WalletNetwork
  readonly peerUrl: string
}): ReadMessage {
  const isData = isHex(message) && message.length % 2 === 0
  const text = isData ? textOf(message) : message
  const visible = text === undefined ? undefined : shownText(text)
  return {
    signable: isData ? { raw: message } : message,
    shown: {
      title: 'Sign a message',
      act: 'Sign',
      facts: [
        { label: 'With', value: address, isCode: true },
        { label: 'Network', value: network.name },
      ],
      content:
        visible === undefined
          ? { label: 'Data', text: message, isCode: true }
          : { label: 'Message', text: visible, isCode: false },
      warnings: [
        ...(visible === undefined ? ['This is no text. What signing it means is unknown.'] : []),
        ...(visible !== text ? ['The message holds letters that can’t be seen; they are named in their places.'] : []),
        ...(text === undefined ? [] : signInWarnings({ text, peerUrl })),
      ],
      isBlind: visible === undefined,
    },
  }
}

function textOf(data: `0x${string}`): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(data))
  } catch {
    return undefined // not UTF-8: shown as data
  }
}

/** A sign-in message (EIP-4361) for another domain is phishing. */
function signInWarnings({ text, peerUrl }: { readonly text: string; readonly peerUrl: string }): string[] {
  const [, domain] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i.exec(text) ?? []
  if (domain === undefined) return []
  const host = URL.canParse(peerUrl) ? new URL(peerUrl).host : ''
  return domain === host
    ? []
    : [`This signs you in at ${shownText(domain)}, but the application says that it is at ${host || 'no address'}.`]
}
