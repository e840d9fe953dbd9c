import { type Hex, isAddress, isHex } from '@foyer/core/chain'

/** @returns an EVM address in its one form here, `0x` and small letters; null for what is none */
export function evmAddressOf(text: string): Hex | null {
  if (!isAddress({ family: 'eip155', address: text })) return null
  const address = (text.startsWith('0x') ? text : `0x${text}`).toLowerCase()
  return isHex(address) ? address : null
}
