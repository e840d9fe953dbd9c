/** Where Meld sells. */
export const meldBaseUrl = 'https://meldcrypto.com'

/**
 * Writes the address where Meld sells to a wallet: SOL on Solana, USDC elsewhere.
 * @param request.publicKey - the operator's own
 * @param request.family - the wallet's chain family, such as `eip155`
 * @see S9.20
 * @example meldUrl({ publicKey, family: 'solana', walletAddress })
 */
export function meldUrl({
  baseUrl = meldBaseUrl,
  publicKey,
  family,
  walletAddress,
}: {
  baseUrl?: string | undefined
  publicKey: string
  family: string
  walletAddress: string
}): string {
  const url = new URL(baseUrl)
  url.searchParams.set('publicKey', publicKey)
  url.searchParams.set('destinationCurrencyCode', family === 'solana' ? 'SOL' : 'USDC')
  url.searchParams.set('walletAddress', walletAddress)
  return url.href
}
