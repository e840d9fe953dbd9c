import type { ShownRequest } from './family.js'
import type { WalletNetwork } from './network.js'
import type { Outside, Simulated } from './outside.js'
import type { isWorse } from './readSimulation.js'

/** A request that some wallet is about to be asked for. */
export interface DescribedRequest {
  readonly method: string
  readonly params: unknown
  readonly network: WalletNetwork
  /** Another network, by its CAIP-2 id. */
  readonly networkOf?: ((chainId: string) => WalletNetwork | undefined) | undefined
  /** The wallet's other accounts of the family, where an account has several addresses. */
  readonly others?: readonly { readonly address: string; readonly type?: string | undefined }[] | undefined
  /** Where the application is. */
  readonly peerUrl: string
  readonly outside?: Outside | undefined
  /** Seconds since 1970. */
  readonly now: bigint
}

/** What reads the requests of a family's wallets, for a kit that shows them first. */
export interface RequestReader {
  readonly carriedOut: (request: Pick<DescribedRequest, 'method' | 'params'>) => Simulated | undefined
  /** @returns undefined for what asks for nothing to be signed, and for data that can't be read: then nothing is known of it */
  readonly describe: (request: DescribedRequest) => Promise<ShownRequest | undefined>
  readonly isWorse: typeof isWorse
}
