import type { Address } from 'viem'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'

/**
 * Puts a token on a development chain that can be configured to keep a part of every transfer, to refuse to change an approval, or to
 * call another contract in the middle of a transfer: for tests of code that has to cope with such tokens.
 * @throws {@link DeployError}
 * @example
 * const token = await deployStrangeToken({ url: chain.url })
 * // setTax(200) keeps 2 % of every transfer
 */
export function deployStrangeToken({ url }: { url: string }): Promise<Address> {
  const initCode = bytecodeOf('../contracts/StrangeToken.json')
  return deployCode({ url, step: 'deploy the strange token', initCode })
}
