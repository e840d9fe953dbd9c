import type { NetworkId } from '@foyer/core'

/** The chain id of an EVM network, as EIP-1193 writes it. */
export const hexIdOf = (networkId: NetworkId): string => `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`
