import type { Address } from 'viem'
import { placeCode } from './placeCode.js'

/** Where Multicall3 stands on every network that has it. */
export const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Puts a contract with Multicall3's reads at its usual address on a development chain. Can be called again.
 * @throws {@link DeployError}
 * @example await placeMulticall({ url: chain.url })
 */
export const placeMulticall = ({ url }: { url: string }): Promise<void> =>
  placeCode({
    ...{ url, step: 'place the multicall contract' },
    ...{ specifier: '../contracts/Multicall.json', address: multicallAddress },
  })
