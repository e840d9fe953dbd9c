/** Addresses of the programs whose instructions the wallet reads. */
export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** The one before it, which wallets and exchanges write to still. */
export const firstMemoProgram = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'
export const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111'
export const stakeProgram = 'Stake11111111111111111111111111111111111111'
/** Of programs whose code may be replaced. */
export const loaderProgram = 'BPFLoaderUpgradeab1e11111111111111111111111'

/** The network's own coin as a token. */
export const wrappedCoins: readonly (string | undefined)[] = [
  'So11111111111111111111111111111111111111112',
  '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9',
]

export const isTokenProgram = (program: string): boolean => program === tokenProgram || program === token2022Program

/** The addresses at which what is sent is destroyed: it can't be spent again. */
export const deadEnds: readonly string[] = [
  systemProgram,
  tokenProgram,
  token2022Program,
  '1nc1nerator11111111111111111111111111111111',
]
