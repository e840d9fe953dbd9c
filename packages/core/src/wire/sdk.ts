/** The version of the kit that ours speaks as on the wire [S1.11]; our packages' own versions are apart from it. */
export const KIT_VERSION = '1.7.6'

/** The value of every `st`. */
export const SDK_TYPE = 'appkit'

/**
 * The kit’s version as the wire has it: platform (`html`, `react`, `vue`, `cdn`, `unity`), adapters (`universal` for none), version [S1.11].
 * @example
 * sdkVersion({ platform: 'react', adapters: ['wagmi', 'solana'] }) // 'react-wagmi,solana-1.7.6'
 */
export function sdkVersion({ platform, adapters }: { platform: string; adapters: readonly string[] }): string {
  return `${platform}-${adapters.length > 0 ? adapters.join(',') : 'universal'}-${KIT_VERSION}`
}

/** The path of a wallet's picture below the server's origin [S7.25]. */
export const walletImagePath = '/getWalletImage/:imageId'

/** The path of a token's picture, by its symbol [S7.26]. */
export const tokenImagePath = '/public/getTokenImage/:symbol'
