import type { Address } from 'viem'
import { placeCode } from './placeCode.js'

/** Where rollups of the OP stack say what they take beside the gas. */
export const rollupOracleAddress: Address = '0x420000000000000000000000000000000000000F'

/**
 * Puts a contract that answers as the OP stack's GasPriceOracle at its address, or at another rollup's, on a development chain. Can be called again.
 * @throws {@link DeployError}
 * @example await placeRollupOracle({ url: chain.url })
 */
export const placeRollupOracle = ({
  url,
  address = rollupOracleAddress,
}: {
  url: string
  address?: Address
}): Promise<void> =>
  placeCode({ url, step: 'place the rollup’s oracle', specifier: '../contracts/RollupOracle.json', address })
