import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { bytesToHex, hexToBytes, isHex, stringToBytes } from 'viem'
import { readMessageText } from '../readMessageText.js'
import { textOf } from '../shownText.js'

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
  const bytes = isData ? hexToBytes(message) : stringToBytes(message)
  const text = isData ? textOf(bytes) : message
  return {
    signable: isData ? { raw: message } : message,
    shown: readMessageText({ text, data: bytesToHex(bytes), address, network, peerUrl }),
  }
}
