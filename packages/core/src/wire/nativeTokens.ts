/** What stands for a network's own coin where the wire wants a token's address, by family. Compare without case on eip155. */
export const nativeTokens = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
  polkadot: '0x',
  bip122: '0x',
  cosmos: '0x',
} as const
