import { hexToBytes, sha256 } from 'viem'
import { english } from 'viem/accounts'

/** Whether a text is a recovery phrase: 12 to 24 words of the list, the last of which holds the sum of all (BIP-39). */
export function isPhrase(text: string): boolean {
  const indices = text.split(' ').map((word) => english.indexOf(word))
  if (![12, 15, 18, 21, 24].includes(indices.length) || indices.includes(-1)) return false
  const bits = indices.map((index) => index.toString(2).padStart(11, '0')).join('')
  // Of 33 bits 32 are entropy, and one is of its sum.
  const length = (bits.length / 33) * 32
  const entropy = Uint8Array.from(bits.slice(0, length).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const [first = 0] = hexToBytes(sha256(entropy))
  return (
    bits.slice(length) ===
    first
      .toString(2)
      .padStart(8, '0')
      .slice(0, bits.length - length)
  )
}
