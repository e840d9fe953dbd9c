import { bytesToHex } from '@noble/hashes/utils.js'
import type { ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { readMessageText } from '../readMessageText.js'

/** Describes a message, whose very bytes are signed. Bytes that aren't text are shown in hexadecimals. */
export function readSolanaMessage({
  bytes,
  address,
  network,
  peerUrl,
}: {
  readonly bytes: Uint8Array
  readonly address: string
  readonly network: WalletNetwork
  readonly peerUrl: string
}): ShownRequest {
  return readMessageText({ text: textOf(bytes), data: bytesToHex(bytes), address, network, peerUrl })
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // not UTF-8: shown as data
  }
}
